import type { ClosingBlocker, OwnDataOfMemberView, OwnDataView } from '@candor/contract/own-data';
import type { KeptDays } from '../../platform/config/kept-days.ts';
import type { Db } from '../../platform/db/pool.ts';
import { selectBlockers, selectClosing } from './closing-store.ts';
import type { ClosingRow } from './closing-store.ts';
import { keptRules } from './kept-rules.ts';
import { selectNewestRequest } from './own-data-store.ts';
import type { RequestRow } from './own-data-store.ts';

const DAY_MS = 86_400_000;

/** From when on another file may be asked for; null: now. One that could not be made does not count. */
export function mayAskAgainAtMs(newest: RequestRow | undefined, nowMs: number): number | null {
  if (newest === undefined || newest.status === 'failed') return null;
  const againAtMs = newest.askedAt + DAY_MS;
  return againAtMs > nowMs || newest.status === 'asked' ? againAtMs : null;
}

export async function readOwnDataView(
  db: Db,
  memberId: bigint,
  { settings, nowMs }: { settings: KeptDays; nowMs: number },
): Promise<OwnDataView> {
  const { newest, closing, blockers } = await readAll(db, memberId);
  return {
    file: fileView(newest),
    nextFileAt: isoOrNull(mayAskAgainAtMs(newest, nowMs)),
    closing: waitingView(closing),
    blockers,
    closingDays: settings.closingDays,
    rules: keptRules(settings),
  };
}

export async function readOwnDataOfMember(db: Db, memberId: bigint, settings: KeptDays): Promise<OwnDataOfMemberView> {
  const { newest, closing, blockers } = await readAll(db, memberId);
  return {
    file: fileView(newest),
    closing: waitingView(closing),
    blockers,
    rules: keptRules(settings),
    ended: endedView(closing),
  };
}

async function readAll(
  db: Db,
  memberId: bigint,
): Promise<{ newest: RequestRow | undefined; closing: ClosingRow | undefined; blockers: ClosingBlocker[] }> {
  const newest = await selectNewestRequest(db, memberId);
  const closing = await selectClosing(db, memberId);
  const { blockers } = await selectBlockers(db, memberId);
  return { newest, closing, blockers };
}

function fileView(newest: RequestRow | undefined): OwnDataView['file'] {
  if (newest === undefined) return null;
  const { id, status, askedAt, readyAt, until, bytes } = newest;
  return {
    id,
    state: status,
    askedAt: isoOf(askedAt),
    readyAt: isoOrNull(readyAt),
    until: isoOrNull(until),
    bytes: bytes === null ? null : Number(bytes),
  };
}

function waitingView(closing: ClosingRow | undefined): OwnDataView['closing'] {
  if (closing === undefined || closing.closedAt !== null) return null;
  return { askedAt: isoOf(closing.askedAt), dueAt: isoOf(closing.dueAt) };
}

function endedView(closing: ClosingRow | undefined): OwnDataOfMemberView['ended'] {
  if (closing === undefined || closing.closedAt === null) return null;
  return {
    closedAt: isoOf(closing.closedAt),
    erasedAt: isoOrNull(closing.erasedAt),
    forgottenAt: isoOrNull(closing.forgottenAt),
  };
}

function isoOf(atMs: number): string {
  return new Date(atMs).toISOString();
}

function isoOrNull(atMs: number | null): string | null {
  return atMs === null ? null : isoOf(atMs);
}

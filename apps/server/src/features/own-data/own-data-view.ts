import type { ClosingBlocker, OwnDataOfMemberView, OwnDataView } from '@candor/contract/own-data';
import { formatMoney, money } from '@candor/domain/money';
import type { Currency } from '@candor/domain/money';
import type { KeptDays } from '../../platform/config/kept-days.ts';
import type { Db } from '../../platform/db/pool.ts';
import { selectBlockers, selectClosing, selectRest } from './closing-store.ts';
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
  { settings, currency, nowMs }: { settings: KeptDays; currency: Currency; nowMs: number },
): Promise<OwnDataView> {
  const { newest, closing, blockers, rest } = await readAll(db, memberId, currency);
  return {
    file: fileView(newest),
    nextFileAt: isoOrNull(mayAskAgainAtMs(newest, nowMs)),
    closing: waitingView(closing, currency),
    blockers,
    rest,
    closingDays: settings.closingDays,
    rules: keptRules(settings),
  };
}

export async function readOwnDataOfMember(
  db: Db,
  memberId: bigint,
  { settings, currency }: { settings: KeptDays; currency: Currency },
): Promise<OwnDataOfMemberView> {
  const { newest, closing, blockers, rest } = await readAll(db, memberId, currency);
  return {
    file: fileView(newest),
    closing: waitingView(closing, currency),
    blockers,
    rest,
    rules: keptRules(settings),
    ended: endedView(closing, currency),
  };
}

async function readAll(
  db: Db,
  memberId: bigint,
  currency: Currency,
): Promise<{
  newest: RequestRow | undefined;
  closing: ClosingRow | undefined;
  blockers: ClosingBlocker[];
  rest: OwnDataView['rest'];
}> {
  const newest = await selectNewestRequest(db, memberId);
  const closing = await selectClosing(db, memberId);
  const { blockers } = await selectBlockers(db, memberId);
  const { amount, smallest } = await selectRest(db, memberId);
  const rest =
    amount === null
      ? null
      : { amount: formatMoney(money(amount), currency), smallest: formatMoney(money(smallest), currency) };
  return { newest, closing, blockers, rest };
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

function waitingView(closing: ClosingRow | undefined, currency: Currency): OwnDataView['closing'] {
  if (closing === undefined || closing.closedAt !== null) return null;
  const { askedAt, dueAt, giveUp } = closing;
  return { askedAt: isoOf(askedAt), dueAt: isoOf(dueAt), giveUp: textOrNull(giveUp, currency) };
}

function endedView(closing: ClosingRow | undefined, currency: Currency): OwnDataOfMemberView['ended'] {
  if (closing === undefined || closing.closedAt === null) return null;
  return {
    closedAt: isoOf(closing.closedAt),
    gaveUp: textOrNull(closing.gaveUp, currency),
    erasedAt: isoOrNull(closing.erasedAt),
    forgottenAt: isoOrNull(closing.forgottenAt),
  };
}

function textOrNull(amount: bigint | null, currency: Currency): string | null {
  return amount === null ? null : formatMoney(money(amount), currency);
}

function isoOf(atMs: number): string {
  return new Date(atMs).toISOString();
}

function isoOrNull(atMs: number | null): string | null {
  return atMs === null ? null : isoOf(atMs);
}

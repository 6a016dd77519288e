/*
 * Looks at the head of the order log that the site shows now: is it signed, and does it contain the head that this device
 * kept? Only then it is kept instead. What cannot be true raises an alarm at once; what a slow machine may show raises one
 * if it is still so later. It sees a site that shows one log to this member and another one to others, or takes orders out.
 */

import { listCheckpoints } from '@candor/contract/calls/market';
import type { ProofCrypto } from '@candor/proof/crypto-port';
import type { TracedKey } from '@candor/proof/key-rotation';
import { followHead, TileMissing } from '@candor/proof/order-log/follow-head';
import type { FollowedHead, LogDoubt } from '@candor/proof/order-log/follow-head';
import { readKept, tryWriteKept } from '../../lib/kept-store.ts';
import { call } from '../api/request.ts';
import { serverNow } from '../live/server-clock.ts';
import { keepAlarm } from './alarms.ts';
import { chooseCrypto } from './choose-crypto.ts';
import { chosenWitnesses, compareWitnesses, readWitnessNotes } from './chosen-witnesses.ts';
import { tracedKeys } from './key-pins.ts';
import { forgetDoubt, keepDoubt, keepHead, keptDoubt, keptHead } from './kept-head.ts';
import type { KeptHead } from './kept-head.ts';
import { keepKeys, keptKeys } from './kept-proof.ts';
import { openSiteLog, readCheckpoint } from './site-log.ts';
import type { SiteLog } from './site-log.ts';

const LOOKED = 'proof:log-looked-at';
const LOOK_EVERY_MS = 5 * 60_000;
/** A doubt that is as old as this is no passing fault. */
const PATIENCE_MS = 60_000;
/** A head that is merely behind hurts nobody yet: machines of a site may be minutes apart after a fault. */
const BEHIND_PATIENCE_MS = 10 * 60_000;

export type LogLook = {
  /** The newest head that holds: the one shown now, or else the one kept before. Null if there is none. */
  readonly head: KeptHead | null;
  readonly log: SiteLog;
};

/** At most every few minutes, over visits and tabs. @throws ApiError if the site was not reached */
export async function lookAtLogIfDue(): Promise<void> {
  const now = serverNow();
  const lookedAtMs = await readKept(LOOKED);
  if (typeof lookedAtMs === 'number' && Math.abs(now - lookedAtMs) < LOOK_EVERY_MS) return;
  tryWriteKept(LOOKED, now);
  const look = await lookAtLog();
  await askWitnesses(look);
}

/** The witnesses that this app trusts must have seen the same log. Whether enough of them did is asked for each receipt. */
async function askWitnesses(look: LogLook): Promise<void> {
  const { crypto } = await chooseCrypto();
  const { head, log } = look;
  const policy = await chosenWitnesses(crypto);
  if (policy === null || head === null) return;
  try {
    const judged = await compareWitnesses(head, look, await readWitnessNotes(), policy, crypto);
    if (judged.kind === 'contradicted') await raise('LOG_FORKED', head, judged.by.note, log);
  } catch (error) {
    // What the site does not serve is asked again at the next look.
    if (!(error instanceof TileMissing)) throw error;
  }
}

/** @throws ApiError if the site was not reached */
export async function lookAtLog(): Promise<LogLook> {
  const log = openSiteLog();
  const [kept, note, { crypto }] = await Promise.all([keptHead(), readCheckpoint(), chooseCrypto()]);
  // A site without an order log.
  if (kept === null && note === null) return { head: null, log };
  const shown = note ?? '';
  const followed = await follow(kept, shown, log, crypto);
  if (followed === null) return { head: kept, log };
  if (followed.kind === 'holds') {
    const head = { ...followed.head, note: shown };
    if (head.size !== kept?.size) await keepHead(kept, head);
    await forgetDoubt();
    return { head, log };
  }
  if (followed.kind === 'lie' || (await isLasting(followed.problem))) {
    await raise(followed.problem, kept, shown, log);
  }
  return { head: kept, log };
}

/** What a log lies about, with both signed heads and the tiles that were served between them. */
export async function raise(problem: string, kept: KeptHead | null, shown: string, log: SiteLog): Promise<void> {
  const slot = new Date(serverNow()).toISOString();
  const tiles = await log.tilesRead();
  await keepAlarm({ product: '', slot, problem, kept: kept?.note ?? '', served: shown, orderId: null, tiles });
}

/** Null if the keys of the site are not those of this device; there is an alarm of its own for that. */
async function follow(
  kept: KeptHead | null,
  note: string,
  { readTile }: SiteLog,
  crypto: ProofCrypto,
): Promise<FollowedHead | null> {
  const by = async (keys: readonly TracedKey[]) =>
    await followHead(kept, note, { keys, readTile, crypto, nowMs: serverNow() });
  const known = await by(await tracedKeys(await keptKeys(), crypto));
  // A device that knows no key yet, or a site that has changed its key.
  if (known.kind !== 'doubt' || known.problem !== 'KEY_UNKNOWN') return known;
  const { keys } = await call(listCheckpoints, { query: { limit: 1 } });
  const pins = await keepKeys(keys, serverNow(), crypto);
  if (pins.ok) return await by(await tracedKeys(pins.value, crypto));
  const slot = new Date(serverNow()).toISOString();
  await keepAlarm({ product: '', slot, problem: pins.error, kept: kept?.note ?? '', served: note, orderId: null });
  return null;
}

/** Whether the log was in doubt at an earlier look already, and never without it since. */
async function isLasting(problem: LogDoubt): Promise<boolean> {
  const now = serverNow();
  const known = await keptDoubt();
  // Another doubt is the same fault seen at another moment, except that being behind alone is the smallest.
  const isSame = known !== null && (known.problem === problem || problem !== 'LOG_BEHIND');
  if (!isSame) keepDoubt({ problem, sinceMs: now });
  const patienceMs = problem === 'LOG_BEHIND' ? BEHIND_PATIENCE_MS : PATIENCE_MS;
  return isSame && now - known.sinceMs >= patienceMs;
}

/*
 * Once an hour this device reads how the price history of its member's products continued, and checks that it still
 * contains the checkpoint it keeps. So the site cannot rewrite a history unnoticed by those who looked earlier. A
 * broken history stays on the screen until the member dismisses it.
 */

import { listCheckpoints } from '@candor/contract/calls/market';
import type { ProofCrypto } from '@candor/proof/crypto-port';
import { slotOf, walkCheckpoints } from '@candor/proof/walk-checkpoints';
import { readKept, tryWriteKept } from '../../lib/kept-store.ts';
import { call } from '../api/request.ts';
import { serverNow } from '../live/server-clock.ts';
import { keepAlarm } from './alarms.ts';
import { chooseCrypto } from './choose-crypto.ts';
import { tracedKeys } from './key-pins.ts';
import type { ServedKey } from './key-pins.ts';
import { checkpointKey, notedProducts } from './followed-products.ts';
import { keepKeys } from './kept-proof.ts';

const WALKED = 'proof:walked-at';
const WALK_EVERY_MS = 60 * 60_000;
const PAGE = 100;

/** @throws ApiError if the server could not be read; what was walked until then is kept */
export async function walkHistories(): Promise<void> {
  const walkedAtMs = await readKept(WALKED);
  const now = serverNow();
  if (typeof walkedAtMs === 'number' && Math.abs(now - walkedAtMs) < WALK_EVERY_MS) return;
  const { crypto } = await chooseCrypto();
  for (const product of await notedProducts()) await walkProduct(product, crypto);
  tryWriteKept(WALKED, now);
}

async function walkProduct(product: string, crypto: ProofCrypto): Promise<void> {
  const stored = await readKept(checkpointKey(product));
  const kept = typeof stored === 'string' ? stored : null;
  const { notes, served } = await readSince(product, kept === null ? null : slotOf(kept));
  const alarm = async (problem: string, served: string) => {
    const slot = slotOf(served) ?? (kept === null ? null : slotOf(kept)) ?? new Date(serverNow()).toISOString();
    await keepAlarm({ product, slot, problem, kept: kept ?? '', served, orderId: null });
  };
  const pins = await keepKeys(served, serverNow(), crypto);
  if (!pins.ok) return alarm(pins.error, notes.at(-1) ?? '');
  const walked = await walkCheckpoints(kept, notes, await tracedKeys(pins.value, crypto), crypto);
  if (!walked.ok) return alarm(walked.error.problem, walked.error.served);
  if (walked.value !== null && walked.value !== kept) tryWriteKept(checkpointKey(product), walked.value);
}

/** The hourly notes from this moment on, oldest first; without a moment only the newest. */
async function readSince(product: string, slot: string | null): Promise<{ notes: string[]; served: ServedKey[] }> {
  const notes: string[] = [];
  let served: ServedKey[] = [];
  let cursor: string | undefined;
  for (;;) {
    const query = { product, kind: 'hour' as const, limit: slot === null ? 1 : PAGE, cursor };
    const page = await call(listCheckpoints, { query });
    served = page.keys;
    const wanted = page.items.filter((item) => slot === null || item.slot >= slot);
    notes.push(...wanted.map(({ note }) => note));
    cursor = page.nextCursor ?? undefined;
    if (slot === null || cursor === undefined || wanted.length < page.items.length) {
      return { notes: notes.toReversed(), served };
    }
  }
}

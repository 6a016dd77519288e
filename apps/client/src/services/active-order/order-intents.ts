/*
 * Orders that were decided but not yet answered, written down before they are sent, so that a reload, a crash or a
 * logout in the middle loses none. One list for all tabs; every change is made under a lock.
 */

import { orderBody } from '@candor/contract/trading';
import { readKept, writeKept } from '../../lib/kept-store.ts';
import type { OrderIntent } from './order-flow.ts';

const KEPT_KEY = 'order-intents';
/** Answers are kept by the server for seven days; an older intent can no longer be told from a new one. */
const INTENT_LASTS_MS = 7 * 86_400_000;

/** Resolves once the intent lies in the store: only then it may be sent. */
export async function keepIntent(intent: OrderIntent): Promise<void> {
  await change((intents) => [...intents.filter((kept) => kept.key !== intent.key), intent]);
}

export async function dropIntent(key: string): Promise<void> {
  await change((intents) => intents.filter((kept) => kept.key !== key));
}

/** This member's undecided intents, oldest first. */
export async function keptIntents(account: string, nowMs: number): Promise<OrderIntent[]> {
  const intents = readIntents(await readKept(KEPT_KEY));
  return intents.filter((intent) => intent.account === account && nowMs - intent.madeAtMs < INTENT_LASTS_MS);
}

async function change(edit: (intents: OrderIntent[]) => OrderIntent[]): Promise<void> {
  await locked(async () => {
    await writeKept(KEPT_KEY, edit(readIntents(await readKept(KEPT_KEY))));
  });
}

/** Two tabs must not write over each other's intents. Browsers without locks take the small risk. */
async function locked(work: () => Promise<void>): Promise<void> {
  const locks: LockManager | null | undefined = globalThis.navigator?.locks;
  await (locks ? locks.request(KEPT_KEY, work) : work());
}

/** Takes what is an intent of a stored value; anything else that may lie there is passed over. */
export function readIntents(kept: unknown): OrderIntent[] {
  return Array.isArray(kept) ? kept.flatMap((entry: unknown) => readIntent(entry) ?? []) : [];
}

function readIntent(entry: unknown): OrderIntent | null {
  if (typeof entry !== 'object' || entry === null) return null;
  const { key, account, body, madeAtMs, lastSentAtMs } = Object.fromEntries(Object.entries(entry)) as Record<
    string,
    unknown
  >;
  const order = orderBody.safeParse(body);
  if (typeof key !== 'string' || typeof account !== 'string' || !order.success) return null;
  if (typeof madeAtMs !== 'number' || typeof lastSentAtMs !== 'number') return null;
  return { key, account, body: order.data, madeAtMs, lastSentAtMs };
}

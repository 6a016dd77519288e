/*
 * Orders that were decided but not yet answered, written down before they are sent, so that a reload, a crash or a
 * logout in the middle loses none. One list for all tabs; the store changes it in one step.
 */

import { orderBody } from '@candor/contract/trading';
import { NotKept, outlivesVisit, readKept, updateKept } from '../../lib/kept-store.ts';
import type { OrderIntent } from './order-flow.ts';

const KEPT_KEY = 'order-intents';
/** The server keeps keys for seven days; an older intent cannot be looked up any more. */
const INTENT_LASTS_MS = 7 * 86_400_000;

/**
 * Resolves once the intent is on the disk: only then it may be sent.
 * @throws NotKept where a reload would lose it
 */
export async function keepIntent(intent: OrderIntent): Promise<void> {
  if (!(await outlivesVisit())) throw new NotKept(KEPT_KEY);
  await updateKept(KEPT_KEY, (kept) => [...without(intent.key, kept), intent]);
}

/** One that cannot be removed now is looked up again by a later visit, which changes nothing. */
export async function dropIntent(key: string): Promise<void> {
  await updateKept(KEPT_KEY, (kept) => without(key, kept)).catch(() => undefined);
}

/** This member's undecided intents, oldest first. */
export async function keptIntents(account: string, nowMs: number): Promise<OrderIntent[]> {
  const intents = readIntents(await readKept(KEPT_KEY));
  return intents.filter((intent) => intent.account === account && nowMs - intent.madeAtMs < INTENT_LASTS_MS);
}

function without(key: string, kept: unknown): OrderIntent[] {
  return readIntents(kept).filter((intent) => intent.key !== key);
}

/** The intents in a stored value; anything else in it is left out. */
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

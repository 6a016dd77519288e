/*
 * Orders that this device signed and sent, and that the site refused or said it does not have. It may have taken one all the same,
 * to show it when its price is known. So each is looked up again at later visits. If the account has it, the member is told, and its
 * acceptance is checked against what this device signed.
 */

import { listOrders } from '@candor/contract/calls/trading';
import { readKept, updateKept } from '../../../lib/kept-store.ts';
import { call } from '../../api/request.ts';
import { serverNow } from '../../live/server-clock.ts';
import { fetchAcceptance } from '../../proof/fetch-acceptance.ts';
import { session } from '../../session/session.ts';
import { tellLateOrder } from '../late-orders.ts';
import { IN_FLIGHT_MS_MAX } from './order-flow.ts';
import type { OrderIntent } from './order-flow.ts';
import { readIntent } from './order-intents.ts';

type Denied = {
  readonly intent: OrderIntent;
  /** When it was looked up last; before, when it was refused. */
  readonly askedAtMs: number;
  readonly isAsked: boolean;
};

const DENIED = 'orders-denied';
const DENIED_MAX = 20;
const LASTS_MS = 7 * 86_400_000;
const AGAIN_AFTER_MS = 60 * 60_000;
const A_ROUND = 5;

/** Notes an order that ended without being accepted. One that was never signed cannot be taken by anyone. */
export async function noteDenied(intent: OrderIntent): Promise<void> {
  if (intent.body.request === undefined) return;
  const entry = { intent, askedAtMs: serverNow(), isAsked: false };
  await updateKept(DENIED, (kept) => [...without(intent.key, readDenied(kept)), entry].slice(-DENIED_MAX));
}

let round: Promise<void> | null = null;

/**
 * One round at a time: a second one would tell again what the member has just put away.
 * @throws ApiError if the site was not reached; they stay noted
 */
export async function lookUpDenied(): Promise<void> {
  round ??= oneRound().finally(() => (round = null));
  await round;
}

async function oneRound(): Promise<void> {
  const { token, name } = session.state.get();
  if (token === null) return;
  const now = serverNow();
  const due = readDenied(await readKept(DENIED)).filter((one) => one.intent.account === name && dueAt(one) <= now);
  for (const { intent } of due.slice(0, A_ROUND)) {
    const isDone = (await tellIfTaken(intent)) || now - intent.madeAtMs > LASTS_MS;
    await updateKept(DENIED, (kept) => {
      const known = readDenied(kept);
      return isDone
        ? without(intent.key, known)
        : known.map((one) => (one.intent.key === intent.key ? { ...one, askedAtMs: now, isAsked: true } : one));
    });
  }
}

async function tellIfTaken(intent: OrderIntent): Promise<boolean> {
  const { items } = await call(listOrders, { query: { key: intent.key } });
  const [found] = items;
  if (found === undefined) return false;
  await tellLateOrder(found, intent.account, true);
  await fetchAcceptance(found.id, async (order) => {
    const { checkAnswerTo } = await import('./check-answer-to.ts');
    await checkAnswerTo(intent, order, null);
  });
  return true;
}

function dueAt({ askedAtMs, isAsked }: Denied): number {
  return askedAtMs + (isAsked ? AGAIN_AFTER_MS : IN_FLIGHT_MS_MAX);
}

function without(key: string, denied: readonly Denied[]): Denied[] {
  return denied.filter(({ intent }) => intent.key !== key);
}

function readDenied(kept: unknown): Denied[] {
  if (!Array.isArray(kept)) return [];
  return kept.flatMap((entry: unknown) => {
    if (typeof entry !== 'object' || entry === null) return [];
    const { intent, askedAtMs, isAsked }: Record<string, unknown> = { ...entry };
    const read = readIntent(intent);
    if (read === null || typeof askedAtMs !== 'number' || typeof isAsked !== 'boolean') return [];
    return [{ intent: read, askedAtMs, isAsked }];
  });
}

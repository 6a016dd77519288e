/*
 * Calls of the cashier, from the press of a button to a decided answer. Each has one idempotency key, which is written
 * down before it is sent. When an answer is lost, the same call is sent again under the same key: the server carries it
 * out once, and answers every time. A lost answer is never shown as a failure.
 */

import { ApiError, isNetworkError, isOutcomeUnknown } from '@candor/api-client/api-error';
import { createKeptIntents } from '@candor/api-client/kept-intents';
import type { KeptIntent, KeptIntents } from '@candor/api-client/kept-intents';
import { newKey } from '@candor/api-client/new-key';
import { keptStore } from '../../lib/kept-store.ts';
import { serverNow } from '../../services/live/server-clock.ts';

export const CALLS = ['deposit', 'paid', 'cancelDeposit', 'withdraw', 'cancelWithdrawal'] as const;
export type CashierCall = (typeof CALLS)[number];

/**
 * What is written down. `body` is what is sent again after a reload; null when it must not be on the device (the
 * withdraw password) or cannot be (a picture).
 */
export type CashierIntent = KeptIntent & {
  readonly call: CashierCall;
  /** The deposit or withdrawal that it changes; null when it makes one. */
  readonly id: string | null;
  readonly body: Readonly<Record<string, string | undefined>> | null;
};

export const cashierIntents = createKeptIntents(keptStore, 'cashier-intents', readIntent);

/** The intent in a stored value; null for anything else. */
export function readIntent(entry: unknown): CashierIntent | null {
  if (typeof entry !== 'object' || entry === null) return null;
  const { key, account, madeAtMs, call, id, body }: Record<string, unknown> = { ...entry };
  const known = CALLS.find((name) => name === call);
  if (typeof key !== 'string' || typeof account !== 'string' || typeof madeAtMs !== 'number') return null;
  if (known === undefined || (id !== null && typeof id !== 'string')) return null;
  return { key, account, madeAtMs, call: known, id, body: readBody(body) };
}

function readBody(body: unknown): Record<string, string> | null {
  if (typeof body !== 'object' || body === null) return null;
  return Object.fromEntries(
    Object.entries(body).flatMap(([name, value]): [string, string][] =>
      typeof value === 'string' ? [[name, value]] : [],
    ),
  );
}

export type CallTools = {
  intents: Pick<KeptIntents<CashierIntent>, 'keep' | 'drop'>;
  nowMs: () => number;
  newKey: () => string;
  pause: (ms: number) => Promise<void>;
};

const TOOLS: CallTools = { intents: cashierIntents, nowMs: serverNow, newKey, pause };

const PAUSES_MS = [1_000, 2_000, 3_000] as const;
const PAUSE_MS_MAX = 5_000;
/** About five minutes. After that the call stays written down, and the next visit goes on with it. */
const TRIES_MAX = 60;

/**
 * Carries a call out and returns its answer.
 * @param send sends it under this key; called again until its outcome is known
 * @param onUnknown an answer was lost, and the call is being looked up
 * @throws ApiError with the server's refusal
 */
export async function carryOut<Answer>(
  asked: Omit<CashierIntent, 'key' | 'madeAtMs'>,
  send: (key: string) => Promise<Answer>,
  onUnknown: () => void,
  tools: CallTools = TOOLS,
): Promise<Answer> {
  const intent: CashierIntent = { ...asked, key: tools.newKey(), madeAtMs: tools.nowMs() };
  // A device that cannot write it down may still send it: after a reload the records show what became of it.
  await tools.intents.keep(intent).catch(() => undefined);
  for (let tries = 0; ; tries += 1) {
    try {
      const answer = await send(intent.key);
      await tools.intents.drop(intent.key);
      return answer;
    } catch (error) {
      if (!isUndecided(error, tries > 0) || tries >= TRIES_MAX) {
        if (!isSessionOver(error) && !isUndecided(error, tries > 0)) await tools.intents.drop(intent.key);
        throw error;
      }
      onUnknown();
      await tools.pause(PAUSES_MS[tries] ?? PAUSE_MS_MAX);
    }
  }
}

/**
 * Whether it is unknown what became of a call. A refusal because of too many calls says nothing about an earlier try.
 * @param again an earlier try was not answered
 */
export function isUndecided(error: unknown, again: boolean): boolean {
  if (isOutcomeUnknown(error) || isNetworkError(error)) return true;
  return again && error instanceof ApiError && error.code === 429;
}

function isSessionOver(error: unknown): boolean {
  return error instanceof ApiError && error.code === 401;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

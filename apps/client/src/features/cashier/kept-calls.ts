/* Calls of the cashier as they are written down before they are sent. */

import { createKeptIntents } from '@candor/api-client/kept-intents';
import type { KeptIntent } from '@candor/api-client/kept-intents';
import { newKey } from '@candor/api-client/new-key';
import { keptStore } from '../../lib/kept-store.ts';
import { pause, sendUntilDecided } from '../../services/calls/send-until-decided.ts';
import type { SendTools } from '../../services/calls/send-until-decided.ts';
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

export type CallTools = SendTools<CashierIntent> & { nowMs: () => number; newKey: () => string };

const TOOLS: CallTools = { intents: cashierIntents, nowMs: serverNow, newKey, pause };

/** Carries a call out under a new key and returns its answer, as `sendUntilDecided` does. */
export async function carryOut<Answer>(
  asked: Omit<CashierIntent, 'key' | 'madeAtMs'>,
  send: (key: string) => Promise<Answer>,
  onUnknown: () => void,
  tools: CallTools = TOOLS,
): Promise<Answer> {
  return await sendUntilDecided({ ...asked, key: tools.newKey(), madeAtMs: tools.nowMs() }, send, onUnknown, tools);
}

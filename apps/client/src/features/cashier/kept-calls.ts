/* Calls of the cashier as they are written down before they are sent. */

import { createKeptIntents } from '@candor/api-client/kept-intents';
import { keptStore } from '../../lib/kept-store.ts';
import { readKeptCall } from '../../services/calls/kept-calls.ts';
import type { KeptCall } from '../../services/calls/kept-calls.ts';

const CALLS = ['deposit', 'paid', 'cancelDeposit', 'withdraw', 'cancelWithdrawal', 'lockWithdrawal'] as const;

/**
 * What is written down. `body` is what is sent again after a reload; null when it must not be on the device (the
 * withdraw password) or cannot be (a picture).
 */
export type CashierIntent = KeptCall<(typeof CALLS)[number]> & {
  /** The deposit or withdrawal that it changes; null when it makes one. */
  readonly id: string | null;
  readonly body: Readonly<Record<string, string | undefined>> | null;
};

export const cashierIntents = createKeptIntents(keptStore, 'cashier-intents', readIntent);

/** The intent in a stored value; null for anything else. */
export function readIntent(entry: unknown): CashierIntent | null {
  const kept = readKeptCall(CALLS, entry);
  if (kept === null || typeof entry !== 'object') return null;
  const { id, body }: Record<string, unknown> = { ...entry };
  return id === null || typeof id === 'string' ? { ...kept, id, body: readBody(body) } : null;
}

function readBody(body: unknown): Record<string, string> | null {
  if (typeof body !== 'object' || body === null) return null;
  return Object.fromEntries(
    Object.entries(body).flatMap(([name, value]): [string, string][] =>
      typeof value === 'string' ? [[name, value]] : [],
    ),
  );
}

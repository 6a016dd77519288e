/*
 * Calls of a feature as they are written down before they are sent, and what a later visit does with those that were left
 * undecided. Orders have their own way (services/active-order): the device signs one, it must be on the disk before it is sent,
 * and it is never sent a second time.
 */

import { ApiError } from '@candor/api-client/api-error';
import type { KeptIntent, KeptIntents } from '@candor/api-client/kept-intents';
import { newKey } from '@candor/api-client/new-key';
import { serverNow } from '../live/server-clock.ts';
import { isUndecided, pause, sendUntilDecided } from './send-until-decided.ts';
import type { SendTools } from './send-until-decided.ts';

/** A call that is written down; `call` says which. */
export type KeptCall<Call extends string> = KeptIntent & { readonly call: Call };

/** What a screen says of a call: all but whose it is, its key and its time. */
export type AskedCall<Intent extends KeptIntent> = Omit<Intent, keyof KeptIntent>;

/** What all kept calls have, in a stored value; null for anything else. */
export function readKeptCall<Call extends string>(calls: readonly Call[], entry: unknown): KeptCall<Call> | null {
  if (typeof entry !== 'object' || entry === null) return null;
  const { key, account, madeAtMs, call }: Record<string, unknown> = { ...entry };
  const known = calls.find((name) => name === call);
  if (known === undefined || typeof key !== 'string' || typeof account !== 'string') return null;
  return typeof madeAtMs === 'number' ? { key, account, madeAtMs, call: known } : null;
}

export type CallTools<Intent> = SendTools<Intent> & { nowMs: () => number; newKey: () => string };

export function callTools<Intent>(intents: SendTools<Intent>['intents']): CallTools<Intent> {
  return { intents, nowMs: serverNow, newKey, pause };
}

/** Carries a call out under a new key and returns its answer, as `sendUntilDecided` does. */
export async function carryOut<Intent extends KeptIntent, Answer>(
  asked: AskedCall<Intent> & { readonly account: string },
  send: (key: string) => Promise<Answer>,
  onUnknown: () => void,
  tools: CallTools<Intent>,
): Promise<Answer> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what was asked, with what it left out
  const intent = { ...asked, key: tools.newKey(), madeAtMs: tools.nowMs() } as unknown as Intent;
  return await sendUntilDecided(intent, send, onUnknown, tools);
}

/**
 * Goes on with the calls that an earlier visit left, each once. `decide` says whether it is known what became of one: a refusal
 * is an answer too, a lost answer is none. What stays unknown is tried again later.
 */
export async function resumeKept<Intent extends KeptIntent>(
  account: string,
  intents: Pick<KeptIntents<Intent>, 'of' | 'drop'>,
  decide: (intent: Intent) => Promise<boolean>,
  nowMs: () => number = serverNow,
): Promise<{ wasAny: boolean; isOpen: boolean }> {
  const left = account === '' ? [] : await intents.of(account, nowMs());
  let isOpen = false;
  for (const intent of left) {
    const isDecided = await decide(intent).catch(isAnswered);
    if (isDecided) await intents.drop(intent.key);
    else isOpen = true;
  }
  return { wasAny: left.length > 0, isOpen };
}

/** A refusal is an answer. A session that is over, and a fault of this app, say nothing of the call. */
function isAnswered(error: unknown): boolean {
  return error instanceof ApiError && error.code !== 401 && !isUndecided(error, true);
}

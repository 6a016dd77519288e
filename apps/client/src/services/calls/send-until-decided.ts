/*
 * A call that moves money, from the press of a button to a decided answer. It has one idempotency key, which is written
 * down before it is sent. When an answer is lost, the same call is sent again under the same key: the server carries it
 * out once, and answers every time. A lost answer is never shown as a failure.
 */

import { ApiError, isNetworkError, isOutcomeUnknown } from '@candor/api-client/api-error';
import type { KeptIntent, KeptIntents } from '@candor/api-client/kept-intents';

const PAUSES_MS = [1_000, 2_000, 3_000] as const;
const PAUSE_MS_MAX = 5_000;
/** About five minutes. After that the call stays written down, and the next visit goes on with it. */
const TRIES_MAX = 60;

/** A request cannot be on its way for longer than the longest write takes, with a margin. */
export const IN_FLIGHT_MS_MAX = 65_000;

export type SendTools<Intent> = {
  intents: Pick<KeptIntents<Intent>, 'keep' | 'drop'>;
  pause: (ms: number) => Promise<void>;
};

/**
 * Carries a call out and returns its answer.
 * @param send sends it under this key; called again until its outcome is known
 * @param onUnknown an answer was lost, and the call is being looked up
 * @throws ApiError with the server's refusal
 */
export async function sendUntilDecided<Intent extends KeptIntent, Answer>(
  intent: Intent,
  send: (key: string) => Promise<Answer>,
  onUnknown: () => void,
  { intents, pause }: SendTools<Intent>,
): Promise<Answer> {
  // A device that cannot write it down may still send it: after a reload the records show what became of it.
  await intents.keep(intent).catch(() => undefined);
  for (let tries = 0; ; tries += 1) {
    try {
      const answer = await send(intent.key);
      await intents.drop(intent.key);
      return answer;
    } catch (error) {
      if (!isUndecided(error, tries > 0) || tries >= TRIES_MAX) {
        if (!isSessionOver(error) && !isUndecided(error, tries > 0)) await intents.drop(intent.key);
        throw error;
      }
      onUnknown();
      await pause(PAUSES_MS[tries] ?? PAUSE_MS_MAX);
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

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/*
 * Requests that were decided but not yet answered, written down with their idempotency key before they are sent, so that
 * a reload, a crash or a logout in between loses none. One list for all tabs; the store changes it in one step.
 */

import { NotKept } from './kept-store.ts';
import type { KeptStore } from './kept-store.ts';

/** What every written intent has; the app adds the request itself. */
export type KeptIntent = {
  /** The Idempotency-Key (a UUID). */
  readonly key: string;
  /** Whose it is: an intent is never sent under another member's session. */
  readonly account: string;
  readonly madeAtMs: number;
};

export type KeptIntents<Intent> = {
  /**
   * Resolves once the intent is on the disk: only then it may be sent.
   * @throws NotKept where a reload would lose it
   */
  keep: (intent: Intent) => Promise<void>;
  /** One that cannot be removed now is looked up again by a later visit, which changes nothing. */
  drop: (key: string) => Promise<void>;
  /** This member's undecided intents, oldest first. */
  of: (account: string, nowMs: number) => Promise<Intent[]>;
};

/** The server keeps keys for seven days; an older intent cannot be looked up any more. */
const INTENT_LASTS_MS = 7 * 86_400_000;

/** @param read an intent from a stored value, or null for anything else */
export function createKeptIntents<Intent extends KeptIntent>(
  store: KeptStore,
  name: string,
  read: (entry: unknown) => Intent | null,
): KeptIntents<Intent> {
  function intentsIn(kept: unknown): Intent[] {
    return Array.isArray(kept) ? kept.flatMap((entry: unknown) => read(entry) ?? []) : [];
  }

  function without(key: string, kept: unknown): Intent[] {
    return intentsIn(kept).filter((intent) => intent.key !== key);
  }

  return {
    async keep(intent) {
      if (!(await store.outlivesVisit())) throw new NotKept(name);
      await store.update(name, (kept) => [...without(intent.key, kept), intent]);
    },
    async drop(key) {
      await store.update(name, (kept) => without(key, kept)).catch(() => undefined);
    },
    async of(account, nowMs) {
      const intents = intentsIn(await store.read(name));
      return intents.filter((intent) => intent.account === account && nowMs - intent.madeAtMs < INTENT_LASTS_MS);
    },
  };
}

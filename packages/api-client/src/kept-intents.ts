/*
 * Requests that are decided but not yet answered. Each is stored with its idempotency key before it is sent, so that a
 * reload, a crash or a logout loses none. All tabs share one list; the store changes it in one step.
 */

import { NotKept } from './kept-store.ts';
import type { KeptStore } from './kept-store.ts';

/** The fields of every stored intent; the app adds the request itself. */
export type KeptIntent = {
  /** The Idempotency-Key (a UUID). */
  readonly key: string;
  /** The owner: an intent is never sent in another member's session. */
  readonly account: string;
  readonly madeAtMs: number;
};

export type KeptIntents<Intent> = {
  /**
   * Resolves when the intent is on the disk. Only then may it be sent.
   * @throws NotKept if a reload would lose it
   */
  keep: (intent: Intent) => Promise<void>;
  /** If an intent cannot be removed now, a later visit looks it up again, which changes nothing. */
  drop: (key: string) => Promise<void>;
  /** This member's undecided intents, oldest first. */
  of: (account: string, nowMs: number) => Promise<Intent[]>;
};

/** The server keeps keys for seven days; older intents cannot be looked up any more. */
const INTENT_LASTS_MS = 7 * 86_400_000;

/** @param read returns an intent from a stored value, or null for anything else */
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

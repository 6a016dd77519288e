/** How often a withdraw password may be wrong before it is locked. */
export const TRIES_MAX = 5;
/** How long it is locked then. A right password, or a new one, starts the count again. */
export const LOCK_SEC = 24 * 3_600;

export type TryDecision =
  | { readonly kind: 'check'; readonly left: number; readonly locks: boolean }
  | { readonly kind: 'locked' };

/**
 * Decides a try of a withdraw password from the wrong tries so far. `left` is what remains if this one is wrong too;
 * `locks` says that it then locks. Six digits are a million possibilities: five tries a day leave a thief none.
 */
export function decideTry(failures: number, lockedSec: number): TryDecision {
  if (lockedSec > 0) return { kind: 'locked' };
  const used = failures >= TRIES_MAX ? 0 : failures;
  const left = TRIES_MAX - used - 1;
  return { kind: 'check', left, locks: left === 0 };
}

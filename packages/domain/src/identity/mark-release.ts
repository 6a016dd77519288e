/*
 * A card, an identity or a device key that a member no longer has to themselves. One operator proposes to release it, another
 * approves, and neither is the member (`proposal.ts`).
 */

/** `isInUse`: money is on its way to the card. */
export interface Standing {
  readonly isHeld: boolean;
  readonly isInUse: boolean;
}

/** What speaks against approving a release. */
export function obstacleToMarkRelease({ isHeld, isInUse }: Standing): 'MARK_NOT_HELD' | 'MARK_IN_USE' | null {
  if (!isHeld) return 'MARK_NOT_HELD';
  return isInUse ? 'MARK_IN_USE' : null;
}

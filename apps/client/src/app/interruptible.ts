/* When a question may come up by itself: never under a finger that is about to press something else. */

/** Hands off for this long. A press that was meant for something else cannot land on the question. */
export const QUIET_MS = 3_000;

export type Moment = {
  /** A pointer or a key is down. */
  readonly isPressing: boolean;
  /** Since the last press or key. */
  readonly quietMs: number;
  /** An order is on its way, and its answer is not known. */
  readonly isDeciding: boolean;
  /** Another dialog or sheet is open: a ticket, a countdown, a form. */
  readonly isDialogOpen: boolean;
};

export function mayInterrupt({ isPressing, quietMs, isDeciding, isDialogOpen }: Moment): boolean {
  return !isPressing && quietMs >= QUIET_MS && !isDeciding && !isDialogOpen;
}

/* When the banners of the home screen change by themselves. */

/** The carousel interval of the specification. */
export const INTERVAL_MS = 3_000;

export type CarouselMoment = {
  readonly count: number;
  /** The member does not want motion. */
  readonly isStill: boolean;
  /** Touched, or stopped by its button: over for this visit. */
  readonly isStopped: boolean;
  /** The pointer or the focus is on it. */
  readonly isHeld: boolean;
};

export function changesByItself({ count, isStill, isStopped, isHeld }: CarouselMoment): boolean {
  return count > 1 && !isStill && !isStopped && !isHeld;
}

/** The next one, and after the last the first again; and the other way round. */
export function stepFrom(at: number, step: 1 | -1, count: number): number {
  return (at + step + count) % count;
}

/* How long the first answer of the site took: the login screen shows it, and need not ask again. */

const AGE_MS_MAX = 60_000;

let first: { tripMs: number; endedAt: number } | null = null;

export function noteFirstTrip(tripMs: number): void {
  first = { tripMs: Math.round(tripMs), endedAt: performance.now() };
}

/** Once, and while it still says how the connection is. */
export function takeFirstTrip(): number | null {
  const taken = first;
  first = null;
  return taken !== null && performance.now() - taken.endedAt < AGE_MS_MAX ? taken.tripMs : null;
}

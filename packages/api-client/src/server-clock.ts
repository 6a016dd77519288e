/*
 * The server's clock, estimated from answers that contain its time, so that a wrong device clock changes no countdown.
 * The estimate from the fastest answer wins: its error is at most half of the round trip.
 */

export type ServerClock = {
  /** The time on the server now, epoch ms. */
  now: () => number;
  /** How far this device's clock is ahead of the server's (negative: behind). */
  skewMs: () => number;
  /** By how much `skewMs` may be wrong: half of the round trip that it was measured with. 0 while nothing was measured. */
  skewErrorMs: () => number;
  /** Adds a server time that was sent between two local moments. */
  set: (serverTime: string, sentAtMs: number, receivedAtMs: number) => void;
};

/** Device clocks drift: any newer estimate replaces one older than this. */
const ESTIMATE_LASTS_MS = 5 * 60_000;
/** How far a clock may drift in that time. */
const DRIFT_MS_MAX = 500;

export function createServerClock(): ServerClock {
  let offsetMs = 0;
  let bestTripMs = Number.POSITIVE_INFINITY;
  let estimatedAtMs = Number.NEGATIVE_INFINITY;
  return {
    now: () => Date.now() + offsetMs,
    skewMs: () => 0 - offsetMs,
    skewErrorMs: () => (Number.isFinite(bestTripMs) ? bestTripMs / 2 : 0),
    set(serverTime, sentAtMs, receivedAtMs) {
      const serverMs = Date.parse(serverTime);
      const tripMs = receivedAtMs - sentAtMs;
      if (!Number.isFinite(serverMs) || tripMs < 0) return;
      const isOld = receivedAtMs - estimatedAtMs > ESTIMATE_LASTS_MS;
      const newOffsetMs = serverMs - (sentAtMs + tripMs / 2);
      // Both cannot be right: the device's clock was set meanwhile, or stood still while the device slept.
      const isContradicted = Math.abs(newOffsetMs - offsetMs) > (tripMs + bestTripMs) / 2 + DRIFT_MS_MAX;
      if (tripMs > bestTripMs && !isOld && !isContradicted) return;
      bestTripMs = tripMs;
      estimatedAtMs = receivedAtMs;
      offsetMs = newOffsetMs;
    },
  };
}

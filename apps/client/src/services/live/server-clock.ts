/*
 * The server's clock, estimated from the answers that tell it. A wrong device clock changes no countdown. The estimate
 * from the quickest answer wins, for its error is at most half the way there and back.
 */

let offsetMs = 0;
let bestTripMs = Number.POSITIVE_INFINITY;

/** Estimates older than this give way to any newer one, as device clocks drift. */
const ESTIMATE_LASTS_MS = 5 * 60_000;
let estimatedAtMs = Number.NEGATIVE_INFINITY;

/** The time on the server now, epoch milliseconds. */
export function serverNow(): number {
  return Date.now() + offsetMs;
}

/** How far this device's clock is ahead of the server's (negative: behind). */
export function deviceSkewMs(): number {
  return 0 - offsetMs;
}

/** Takes a server time that was sent between two local moments. */
export function setServerTime(serverTime: string, sentAtMs: number, receivedAtMs: number): void {
  const serverMs = Date.parse(serverTime);
  const tripMs = receivedAtMs - sentAtMs;
  if (!Number.isFinite(serverMs) || tripMs < 0) return;
  const worn = receivedAtMs - estimatedAtMs > ESTIMATE_LASTS_MS;
  if (tripMs > bestTripMs && !worn) return;
  bestTripMs = tripMs;
  estimatedAtMs = receivedAtMs;
  offsetMs = serverMs - (sentAtMs + tripMs / 2);
}

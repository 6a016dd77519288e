/*
 * Whether the server's clock runs like this device's. Devices have wrong clocks, so a constant difference says nothing; but between
 * two answers as much time must have passed there as here. A device has two clocks of its own: the one on the wall, which people
 * set, and the one of the page, which may stand still while the device sleeps. Only where both agree, the server is judged.
 */

export type ClockReading = {
  /** What the server said, epoch ms. */
  readonly serverMs: number;
  /** This device's clocks when the answer came. */
  readonly wallMs: number;
  readonly monotonicMs: number;
  /** From question to answer. */
  readonly tripMs: number;
};

export type ClockWatch = {
  /** By how much the server's clock jumped (negative: back) since an earlier answer; null if it did not. */
  add: (reading: ClockReading) => number | null;
};

const JUMP_MS = 1_500;
/** By how much the own clocks may differ: more, and the device slept or its clock was set. */
const DEVICE_MS = 1_000;
/** Computers correct their clocks slowly, by this at most. */
const DRIFT = 0.0005;
/** An older answer is replaced, or the allowed drift would grow without end. */
const REFERENCE_MS = 30 * 60_000;
/** A slower answer says too little. */
const TRIP_MS_MAX = 4_000;

export function createClockWatch(): ClockWatch {
  let reference: ClockReading | null = null;
  return {
    add(reading) {
      if (!Number.isFinite(reading.serverMs) || reading.tripMs < 0 || reading.tripMs > TRIP_MS_MAX) return null;
      const before = reference;
      if (before === null) {
        reference = reading;
        return null;
      }
      const elapsedMs = reading.monotonicMs - before.monotonicMs;
      const isWhole = Math.abs(reading.wallMs - before.wallMs - elapsedMs) <= DEVICE_MS;
      if (!isWhole || elapsedMs < 0) {
        reference = reading;
        return null;
      }
      const jumpMs = serverMiddle(reading) - serverMiddle(before) - elapsedMs;
      const allowedMs = JUMP_MS + (reading.tripMs + before.tripMs) / 2 + elapsedMs * DRIFT;
      const hasJumped = Math.abs(jumpMs) > allowedMs;
      if (hasJumped || elapsedMs > REFERENCE_MS) reference = reading;
      return hasJumped ? Math.round(jumpMs) : null;
    },
  };
}

/** What the server's clock showed when the answer came, at best: half a trip after it was read. */
function serverMiddle({ serverMs, tripMs }: ClockReading): number {
  return serverMs + tripMs / 2;
}

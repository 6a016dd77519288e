/*
 * The reality check: after each interval of use, the member sees the time and the net result, and goes on or stops. A
 * session of use ends when the member was away for a while.
 */

export const REALITY_CHECK_MINUTES = [15, 30, 60] as const;
export type RealityCheckMinutes = (typeof REALITY_CHECK_MINUTES)[number];

/** Away for this long, the member has had a break: the next use is a new session. */
const BREAK_MS = 15 * 60_000;

const MINUTE_MS = 60_000;

/** When the session began, when the member last went on, and when they were last seen. */
export interface UseClock {
  readonly startedAt: number;
  readonly checkedAt: number;
  readonly seenAt: number;
}

/** The clock when the member is seen at `nowMs`. A clock that lies in the future is not believed. */
export function seeUse(clock: UseClock | null, nowMs: number): UseClock {
  const goesOn = clock !== null && clock.seenAt <= nowMs && nowMs - clock.seenAt < BREAK_MS;
  return goesOn ? { ...clock, seenAt: nowMs } : { startedAt: nowMs, checkedAt: nowMs, seenAt: nowMs };
}

/** Whether it is time to ask. */
export function isCheckDue(clock: UseClock, minutes: RealityCheckMinutes | null): boolean {
  return minutes !== null && clock.seenAt - clock.checkedAt >= minutes * MINUTE_MS;
}

/** The member goes on: the next check comes a whole interval later. */
export function goOn(clock: UseClock): UseClock {
  return { ...clock, checkedAt: clock.seenAt };
}

export function minutesUsed(clock: UseClock): number {
  return Math.floor((clock.seenAt - clock.startedAt) / MINUTE_MS);
}

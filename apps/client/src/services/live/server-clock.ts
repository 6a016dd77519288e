import { createClockWatch } from '@candor/api-client/clock-watch';
import { observable } from '@candor/api-client/observable';
import { createServerClock } from '@candor/api-client/server-clock';

/** One estimate of the server's clock for the whole app. */
const clock = createServerClock();
const watch = createClockWatch();

export const { now: serverNow, skewMs: deviceSkewMs, skewErrorMs: deviceSkewErrorMs } = clock;

/** The newest jump of the server's clock, as this device's clocks measured it. `atMs`: by this device. */
export const clockJump = observable<{ readonly jumpMs: number; readonly atMs: number } | null>(null);

/** Adds a server time that was sent between two local moments. */
export function setServerTime(serverTime: string, sentAtMs: number, receivedAtMs: number): void {
  clock.set(serverTime, sentAtMs, receivedAtMs);
  const agoMs = Date.now() - receivedAtMs;
  const jumpMs = watch.add({
    serverMs: Date.parse(serverTime),
    wallMs: receivedAtMs,
    monotonicMs: performance.now() - agoMs,
    tripMs: receivedAtMs - sentAtMs,
  });
  if (jumpMs !== null) clockJump.set({ jumpMs, atMs: receivedAtMs });
}

/*
 * A device takes its time from the site, and signs with it until when an order may be accepted. A site whose clock jumps could gain
 * that time: it is told, and kept.
 */

import { clockJump } from '../live/server-clock.ts';
import { CLOCK_JUMPED, keepAlarm } from './alarms.ts';

/** @returns what ends it */
export function watchClock(): () => void {
  const tell = () => {
    const jump = clockJump.get();
    if (jump === null) return;
    const device = new Date(jump.atMs).toISOString();
    void keepAlarm({
      product: '',
      slot: device,
      problem: CLOCK_JUMPED,
      kept: device,
      served: `${jump.jumpMs > 0 ? '+' : ''}${jump.jumpMs} ms`,
      orderId: null,
    });
    // Told once: the watch may start anew after the member has put the alarm away.
    clockJump.set(null);
  };
  tell();
  return clockJump.subscribe(tell);
}

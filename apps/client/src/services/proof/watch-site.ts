/*
 * What this device follows of a site while it is looked at: once an hour the price histories of its member's products, and
 * every few minutes the head of the order log, and once the orders that were placed here; and those that the site refused, whether
 * it took them all the same.
 */

import { lookUpDenied } from '../active-order/placing/denied-orders.ts';
import { lookAtLogIfDue } from './look-at-log.ts';
import { lookUpOrders } from './logged-orders.ts';
import { walkHistories } from './walk.ts';
import { watchClock } from './watch-clock.ts';

/** How often it is asked whether something is due. */
const WATCH_EVERY_MS = 60_000;

/** @returns what ends it */
export function watchSite(): () => void {
  const look = () => {
    if (document.visibilityState !== 'visible') return;
    // Without a network, or while the site does not answer, the next round tries again.
    void walkHistories().catch(() => undefined);
    void lookAtLogIfDue().catch(() => undefined);
    void lookUpOrders().catch(() => undefined);
    void lookUpDenied().catch(() => undefined);
  };
  look();
  const timer = setInterval(look, WATCH_EVERY_MS);
  const stopClock = watchClock();
  return () => {
    clearInterval(timer);
    stopClock();
  };
}

import type { Price } from '@candor/domain/price';
import type { Clock } from '../../../platform/clock/clock.ts';

const LEAP_PERCENT = 10n;
const FORGET_AFTER_MS = 60_000;

/** Knows the newest believed price of each symbol. */
export interface LeapGuard {
  /** False for a price a tenth and more away from the one before, as a slipped decimal point makes. */
  admits(symbol: string, price: Price): boolean;
}

/** What a market truly leaps stands after a minute: the price believed before is then too old to speak against it. */
export const createLeapGuard = (clock: Pick<Clock, 'now'>): LeapGuard => {
  const believed = new Map<string, { price: Price; at: number }>();
  return {
    admits: (symbol, price) => {
      const before = believed.get(symbol);
      if (before !== undefined && clock.now() - before.at <= FORGET_AFTER_MS) {
        const distance = price > before.price ? price - before.price : before.price - price;
        if (distance * 100n >= before.price * LEAP_PERCENT) return false;
      }
      believed.set(symbol, { price, at: clock.now() });
      return true;
    },
  };
};

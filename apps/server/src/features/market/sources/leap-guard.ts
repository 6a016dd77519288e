import { type PriceRule, isWithin } from '@candor/domain/market/price-rule';
import type { Price } from '@candor/domain/price';
import type { Clock } from '../../../platform/clock/clock.ts';

const LEAP_PPM = 100_000;
const FORGET_AFTER_MS = 60_000;

/** Knows the newest accepted price of each symbol. */
export interface LeapGuard {
  /** False for a price more than a tenth away from the one before, for example from a wrong decimal point. */
  admits(symbol: string, price: Price, rule: PriceRule): boolean;
}

/** A real jump of the market is accepted after a minute: the last accepted price is then too old to compare with. */
export function createLeapGuard(clock: Pick<Clock, 'now'>): LeapGuard {
  const believed = new Map<string, { price: Price; at: number }>();
  return {
    admits: (symbol, price, rule) => {
      const before = believed.get(symbol);
      const speaks = before !== undefined && clock.now() - before.at <= FORGET_AFTER_MS;
      if (speaks && !isWithin(before.price, price, LEAP_PPM, rule)) return false;
      believed.set(symbol, { price, at: clock.now() });
      return true;
    },
  };
}

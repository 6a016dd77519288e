import { largerOf, magnitudeOf } from '../decimal.ts';
import type { Price } from '../price.ts';

/** Which prices a product may have, and how the distance between two prices is judged. */
export type PriceRule = {
  /** Decimals of every price of the product. */
  readonly decimals: number;
  /**
   * Null: every price is above zero; any other price is an error. Otherwise prices may be zero or negative, like oil in
   * April 2020, and this is the size that distances are measured against when a price is near zero. Without it, a share
   * of almost nothing would make every two sources disagree. The size itself is above zero.
   */
  readonly signedScale: Price | null;
};

type Signed = Pick<PriceRule, 'signedScale'>;

/** Whether the product may have this price. */
export function isLegalPrice(price: Price, { signedScale }: Signed): boolean {
  return price > 0n || signedScale !== null;
}

/** Whether two prices differ by at most so many millionths of the first price's size. */
export function isWithin(price: Price, other: Price, ppm: number, { signedScale }: Signed): boolean {
  const size = largerOf(magnitudeOf(price), signedScale ?? 0n);
  return magnitudeOf(other - price) * 1_000_000n <= size * BigInt(ppm);
}

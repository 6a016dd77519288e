import type { Price } from '../price.ts';

/** What the prices of a product may be, and how their distances are judged. */
export type PriceRule = {
  /** Decimals of every price of the product. */
  readonly decimals: number;
  /**
   * Null: every price is above zero, and one that is not is an error. Otherwise prices may be zero and below, as oil's
   * were in April 2020, and this is the size that a distance is measured against where a price is near zero: a share of
   * next to nothing would call every two sources apart. Above zero itself.
   */
  readonly signedScale: Price | null;
};

type Signed = Pick<PriceRule, 'signedScale'>;

/** Whether the product may have this price at all. */
export function isLegalPrice(price: Price, { signedScale }: Signed): boolean {
  return price > 0n || signedScale !== null;
}

/** Whether two prices are at most so many millionths of the first one's size apart. */
export function isWithin(price: Price, other: Price, ppm: number, { signedScale }: Signed): boolean {
  const magnitude: bigint = price < 0n ? -price : price;
  const size = signedScale !== null && signedScale > magnitude ? signedScale : magnitude;
  const distance = other > price ? other - price : price - other;
  return distance * 1_000_000n <= size * BigInt(ppm);
}

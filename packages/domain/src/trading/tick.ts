import type { Price } from '../price.ts';

/** STALE, DISAGREE, DEAD: the last price repeated, and why there is no new one. CLOSED ends a session. */
export const TICK_STATUSES = ['OK', 'STALE', 'DISAGREE', 'DEAD', 'CLOSED'] as const;

export type TickStatus = (typeof TICK_STATUSES)[number];

/** One published price of a product. In a chain `seq` and `at` (epoch ms) both strictly increase. */
export type Tick = {
  readonly seq: bigint;
  readonly at: number;
  readonly price: Price;
  readonly status: TickStatus;
};

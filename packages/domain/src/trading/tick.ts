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

/**
 * A tick with what settlement reads besides the price. `feed` is the kind that published it: `live`, `replay` or
 * `simulated`; settlement reads only whether it changed. `logSize` is how many entries the order log had at that moment;
 * null or left out for a tick from before the site had a log.
 */
export type FeedTick = Tick & { readonly feed: string; readonly logSize?: bigint | null };

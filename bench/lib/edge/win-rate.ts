/**
 * How often a strategy wins, and how sure that is. Orders that overlap are not independent, so what counts is how much blocks of time
 * differ, each at least twice as long as an order: from that follows how many independent orders the orders are worth.
 */
import { assert } from '@candor/domain/assert';

/** Wins and losses of the orders that were accepted in one block of time. */
export interface Block {
  readonly wins: number;
  readonly losses: number;
}

export interface WinRate {
  readonly rate: number;
  readonly low: number;
  readonly high: number;
  readonly decided: number;
  /** How many independent orders they are worth. */
  readonly worth: number;
}

const BLOCKS_MIN = 8;

/**
 * @param overlap how many of a strategy's orders run at a time: with too few blocks, so many are worth one.
 * @param tried among how many strategies this one was chosen: of 95 % confidence, each gets an equal share of the doubt (Bonferroni).
 */
export function winRate(blocks: readonly Block[], overlap: number, tried: number): WinRate {
  const used = blocks.filter(({ wins, losses }) => wins + losses > 0);
  const wins = used.reduce((sum, block) => sum + block.wins, 0);
  const decided = used.reduce((sum, block) => sum + block.wins + block.losses, 0);
  if (decided === 0) return { rate: Number.NaN, low: 0, high: 1, decided, worth: 0 };
  const rate = wins / decided;
  const worth = Math.max(1, decided / effectOf(used, rate, decided, overlap));
  const [low, high] = wilson(rate, worth, normalQuantile(1 - 0.05 / tried / 2));
  return { rate, low, high, decided, worth };
}

/** The variance of the rate over blocks, as a multiple of that of independent orders; never below one. */
function effectOf(used: readonly Block[], rate: number, decided: number, overlap: number): number {
  if (used.length < BLOCKS_MIN) return Math.max(1, Math.min(overlap, decided));
  const squares = used.reduce((sum, { wins, losses }) => sum + (wins - (wins + losses) * rate) ** 2, 0);
  const single = decided * rate * (1 - rate);
  if (single === 0) return overlap;
  return Math.max(1, (squares * used.length) / (used.length - 1) / single);
}

/** The interval of Wilson for a rate seen in so many independent orders. */
export function wilson(rate: number, orders: number, z: number): readonly [low: number, high: number] {
  const scale = 1 + z ** 2 / orders;
  const middle = (rate + z ** 2 / (2 * orders)) / scale;
  const half = (z / scale) * Math.sqrt((rate * (1 - rate)) / orders + z ** 2 / (4 * orders ** 2));
  return [Math.max(0, middle - half), Math.min(1, middle + half)];
}

/** The value that a standard normal does not exceed with this probability. */
export function normalQuantile(probability: number): number {
  assert(probability > 0 && probability < 1, 'a probability between none and all');
  let [low, high] = [-10, 10];
  for (let turn = 0; turn < 80; turn += 1) {
    const middle = (low + high) / 2;
    if (normalShare(middle) < probability) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** The share of a standard normal below `z`, by the series of Marsaglia. */
function normalShare(z: number): number {
  if (z < -8) return 0;
  if (z > 8) return 1;
  let [sum, term] = [0, z];
  for (let step = 3; sum + term !== sum; step += 2) {
    sum += term;
    term = (term * z * z) / step;
  }
  return 0.5 + sum * (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI));
}

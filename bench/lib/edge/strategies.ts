/**
 * What a member can play by rote, from public data alone. A signal says up (above zero), down (below) or nothing (zero), and how
 * strongly. It sees the fastest source up to one moment, and the ticks that were published before it.
 */
import { assert } from '@candor/domain/assert';
import { type BookTape, lastAt, priceAt, type Tape } from './tape.ts';

const SECOND_MS = 1000;
/** A tick is out this long after its second. */
export const PUBLISHED_AFTER_MS = 50;

export interface Sight {
  /** What is known is from this moment or before (epoch ms). */
  readonly at: number;
  readonly seen: Tape;
  readonly book: BookTape | null;
  readonly behind: readonly Tape[];
  /** The price of the tick of a whole second, if it was published by `at`. */
  readonly tickAt: (second: number) => number | undefined;
}

export interface Strategy {
  readonly name: string;
  readonly signal: (sight: Sight) => number;
  /** Only the strongest fifth of what it says is played. */
  readonly isChoosy: boolean;
}

type Signal = Strategy['signal'];

/** All that can be played on a market; those for which nothing is recorded are left out. */
export function strategiesFor(market: Pick<Sight, 'book' | 'behind'>): readonly Strategy[] {
  const both = (name: string, opposite: string, signal: Signal): readonly [string, Signal][] => [
    [name, signal],
    [opposite, (sight) => -signal(sight)],
  ];
  const graded: readonly (readonly [string, Signal])[] = [
    ...both('momentum of 1 s', 'reversal of 1 s', movedFor(SECOND_MS)),
    ...both('momentum of 3 s', 'reversal of 3 s', movedFor(3 * SECOND_MS)),
    ...(market.book === null
      ? []
      : [['order book', imbalance] as const, ['price inside the book', insideBook] as const]),
    ...(market.behind.length === 0 ? [] : [['source that lags', lag] as const]),
  ];
  const plain: readonly (readonly [string, Signal])[] = [
    ...both('to the round number', 'from the round number', toRound),
    ...both('streak goes on', 'streak ends', streak),
    ...both('up in the first half of a minute', 'down in the first half of a minute', halfOfMinute),
  ];
  return [
    ...[...graded, ...plain].map(([name, signal]) => ({ name, signal, isChoosy: false })),
    ...graded.map(([name, signal]) => ({ name: `${name}, strongest fifth`, signal, isChoosy: true })),
  ];
}

function movedFor(ms: number): Signal {
  return ({ at, seen }) => {
    const [now, before] = [priceAt(seen, at), priceAt(seen, at - ms)];
    return now === undefined || before === undefined ? 0 : now - before;
  };
}

/** Which side of the best prices waits with more. */
function imbalance({ at, book }: Sight): number {
  if (book === null) return 0;
  const row = lastAt(book.at, at);
  const [bidQty, askQty] = [book.bidQty[row] ?? 0, book.askQty[row] ?? 0];
  return bidQty + askQty === 0 ? 0 : (bidQty - askQty) / (bidQty + askQty);
}

/** How far the last price is from the best prices, weighted by what waits on the other side. */
function insideBook({ at, book, seen }: Sight): number {
  const last = priceAt(seen, at);
  if (book === null || last === undefined) return 0;
  const row = lastAt(book.at, at);
  const [bidQty, askQty] = [book.bidQty[row] ?? 0, book.askQty[row] ?? 0];
  if (bidQty + askQty === 0) return 0;
  return ((book.bid[row] ?? 0) * askQty + (book.ask[row] ?? 0) * bidQty) / (bidQty + askQty) - last;
}

/** How far the source that one watches is from the middle of those that make the price. */
function lag({ at, seen, behind }: Sight): number {
  const prices = behind.flatMap((tape) => priceAt(tape, at) ?? []).toSorted((a, b) => a - b);
  const now = priceAt(seen, at);
  const middle = prices[Math.floor(prices.length / 2)];
  return now === undefined || middle === undefined ? 0 : now - middle;
}

/** The next power of ten that is a thousandth of the price or less. */
function toRound({ at, seen }: Sight): number {
  const now = priceAt(seen, at);
  if (now === undefined || now <= 0) return 0;
  const step = 10 ** Math.max(1, Math.floor(Math.log10(now / SECOND_MS)));
  return Math.round(now / step) * step - now;
}

function streak({ at, tickAt }: Sight): number {
  const newest = Math.floor((at - PUBLISHED_AFTER_MS) / SECOND_MS) * SECOND_MS;
  const signs = [0, 1, 2].map((back) => {
    const [now, before] = [tickAt(newest - back * SECOND_MS), tickAt(newest - (back + 1) * SECOND_MS)];
    return now === undefined || before === undefined ? 0 : Math.sign(now - before);
  });
  const sum = signs.reduce((total, sign) => total + sign, 0);
  return Math.abs(sum) === signs.length ? Math.sign(sum) : 0;
}

function halfOfMinute({ at }: Sight): number {
  return at % 60_000 < 30_000 ? 1 : -1;
}

/** Knows which signals are among the strongest fifth, by those it was given before. Nothing is, until it was given enough. */
export function createChooser(): (strength: number) => boolean {
  const [KEPT, ENOUGH, EVERY] = [600, 60, 20];
  const strengths: number[] = [];
  let given = 0;
  let least = Number.POSITIVE_INFINITY;
  return (strength) => {
    const isStrong = strength >= least;
    strengths[given % KEPT] = strength;
    given += 1;
    if (given >= ENOUGH && given % EVERY === 0) {
      const found = strengths.toSorted((a, b) => a - b)[Math.floor(strengths.length * 0.8)];
      assert(found !== undefined, 'there are strengths');
      least = found;
    }
    return isStrong;
  };
}

/**
 * Plays strategies on a market by the product's own rules. An order is accepted one millisecond before a whole second, when most is
 * known of the price it enters at; another start is every second, as of members who begin at different seconds. One of them has one
 * order at a time.
 */
import { orderTimes } from '@candor/domain/trading/order-times';
import { ENTRY_WINDOW_MS, EXIT_WINDOW_MS, judgeWindow } from '@candor/domain/trading/settle-order';
import type { FeedTick } from '@candor/domain/trading/tick';
import type { EdgeMarket } from './market.ts';
import { createChooser, PUBLISHED_AFTER_MS, type Strategy } from './strategies.ts';
import type { Block } from './win-rate.ts';

const SECOND_MS = 1000;
const BLOCK_MS_MIN = 20_000;
/** Before it, a strategy only watches. */
const WATCHED_MS = 5_000;

export interface Play {
  readonly durationSec: number;
  /** How many seconds after the first whole second an order enters. */
  readonly delaySec: number;
}

export interface Played {
  readonly strategy: Strategy;
  readonly blocks: readonly Block[];
  readonly ties: number;
  /** Orders that one member has who places the next one as soon as the last one is settled. */
  readonly oneByOne: number;
}

/** What each strategy says before each tick. */
export interface Watched {
  readonly market: EdgeMarket;
  readonly said: ReadonlyMap<Strategy, Float64Array>;
}

/** @param seenMs how old what a member sees is when the order is accepted. */
export function watch(market: EdgeMarket, strategies: readonly Strategy[], seenMs: number): Watched {
  const { ticks, seen, book, behind } = market;
  const firstAt = ticks[0]?.at ?? 0;
  const said = strategies.map((strategy) => {
    const signals = Float64Array.from(ticks, (tick) => {
      const at = acceptedBefore(tick) - seenMs;
      const tickAt = (second: number): number | undefined => {
        if (second > at - PUBLISHED_AFTER_MS) return undefined;
        const found = ticks[(second - firstAt) / SECOND_MS];
        return found === undefined ? undefined : Number(found.price);
      };
      return strategy.signal({ at, seen, book, behind, tickAt });
    });
    return [strategy, signals] as const;
  });
  return { market, said: new Map(said) };
}

export function playAll({ market, said }: Watched, play: Play): readonly Played[] {
  const windows = windowsOf(market.ticks, play);
  return [...said].map(([strategy, signals]) => playOne(strategy, signals, play, windows));
}

/** The last moment at which an order can still enter at this tick. */
function acceptedBefore({ at }: FeedTick): number {
  return at - 1;
}

interface JudgedWindow {
  /** The place of the tick before which it is accepted. */
  readonly place: number;
  readonly acceptedAt: number;
  readonly closesAt: number;
  readonly winner: 'up' | 'down' | null;
}

/** One order can be accepted before each tick; those that end as void are left out, because their stake comes back. */
function windowsOf(ticks: readonly FeedTick[], { durationSec, delaySec }: Play): readonly JudgedWindow[] {
  const [newestAt, firstAt] = [ticks.at(-1)?.at ?? 0, ticks[0]?.at ?? 0];
  const between = (from: number, to: number): readonly FeedTick[] =>
    ticks.slice(Math.max(0, (from - firstAt) / SECOND_MS), Math.max(0, (to - firstAt) / SECOND_MS + 1));
  return ticks.flatMap((tick, place): JudgedWindow[] => {
    const acceptedAt = acceptedBefore(tick);
    if (acceptedAt < firstAt + WATCHED_MS) return [];
    const times = orderTimes(acceptedAt, tick.at - SECOND_MS, durationSec, delaySec);
    const { entryAt, closesAt } = times;
    const span = [...between(entryAt, entryAt + ENTRY_WINDOW_MS), ...between(closesAt - EXIT_WINDOW_MS, closesAt)];
    const judged = judgeWindow(times, span, newestAt);
    return judged.ok && judged.value.reason === null
      ? [{ place, acceptedAt, closesAt, winner: judged.value.winner }]
      : [];
  });
}

function playOne(
  strategy: Strategy,
  signals: Float64Array,
  { durationSec, delaySec }: Play,
  windows: readonly JudgedWindow[],
): Played {
  const chooses = createChooser();
  const blockMs = Math.max(BLOCK_MS_MIN, 2 * (durationSec + delaySec) * SECOND_MS);
  const blocks = new Map<number, { wins: number; losses: number }>();
  let [ties, oneByOne, freeAt] = [0, 0, 0];
  for (const { place, acceptedAt, closesAt, winner } of windows) {
    const said = signals[place] ?? 0;
    if (strategy.isChoosy && !chooses(Math.abs(said))) continue;
    if (said === 0) continue;
    if (acceptedAt >= freeAt) {
      oneByOne += 1;
      freeAt = closesAt + PUBLISHED_AFTER_MS;
    }
    if (winner === null) {
      ties += 1;
      continue;
    }
    const time = Math.floor(acceptedAt / blockMs);
    const block = blocks.get(time) ?? { wins: 0, losses: 0 };
    if (winner === (said > 0 ? 'up' : 'down')) block.wins += 1;
    else block.losses += 1;
    blocks.set(time, block);
  }
  return { strategy, blocks: [...blocks.values()], ties, oneByOne };
}

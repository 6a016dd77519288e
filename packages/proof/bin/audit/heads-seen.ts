/**
 * When the followed prices first named a head of the order log, so that anyone can say since when an entry was there; and since when
 * prices come without a break. A site that was off opened nothing meanwhile, and is not late for that.
 */
import type { PublicTick } from '../site/public-data.ts';
import type { ChainState } from './chain-state.ts';
import { UP_TIMES_KEPT } from './openings-state.ts';
import type { SeenFeed, UpTime } from './openings-state.ts';

/** A pause of the prices that is no break: orders are settled again within seconds. */
const BREAK_MS = 60_000;

/**
 * The first prices that name this many entries, of all chains. One is exact if the price before it was followed, too, and named fewer.
 * `at` is the earliest; `lastExactAt` the newest exact one.
 */
type SeenHead = {
  readonly size: number;
  readonly at: number;
  readonly isExact: boolean;
  readonly lastExactAt: number | null;
};

export type SeenHeads = {
  readonly add: (tick: PublicTick) => void;
  /** Which prices first named a head with this entry; null if none of them did. One that is not exact was not later than that. */
  readonly since: (index: number) => { readonly at: number; readonly isExact: boolean } | null;
  /** Whether the log grew after the moment, and was at most so long then. */
  readonly grewAfter: (ms: number, sizeMax: number) => boolean;
  /** The newest price; null if there is none. */
  readonly newestAt: () => number | null;
  /** The times without a break, oldest first. */
  readonly upTimes: () => readonly UpTime[];
  /** Whether an entry price of a product is a replayed one; null if that price was not followed. */
  readonly isReplay: (product: string, seq: number) => boolean | null;
  readonly feeds: () => readonly SeenFeed[];
};

/** @param before what the last audit knew */
export function keepHeads(
  chains: readonly ChainState[],
  before: { readonly upTimes: readonly UpTime[]; readonly feeds: readonly SeenFeed[] },
): SeenHeads {
  /** One of each size, however many products name it. */
  const heads = new Map<number, SeenHead>();
  const sizes = new Map(chains.map(({ product, log }) => [product, log?.size ?? null]));
  const lastAt = new Map(chains.map(({ product, at }) => [product, at]));
  const feeds = new Map<string, SeenFeed[]>();
  for (const feed of before.feeds) feeds.set(feed.product, [...(feeds.get(feed.product) ?? []), feed]);
  const lastSeqs = new Map(chains.map(({ product, seq }) => [product, seq]));
  const runs = new Map<string, { from: number; to: number }[]>();
  let sinceSize: (index: number) => ReturnType<SeenHeads['since']> = () => null;
  let isSorted = true;

  const noteHead = ({ product, at, log }: PublicTick): void => {
    const size = log === null ? null : Number(log.size);
    const known = sizes.get(product) ?? null;
    if (size === null || (known !== null && size <= known)) return;
    heads.set(size, joined(heads.get(size), { size, at, isExact: known !== null }));
    sizes.set(product, size);
    isSorted = false;
  };

  return {
    add: (tick) => {
      const { product, at, seq, feed } = tick;
      noteHead(tick);
      const known = feeds.get(product) ?? [];
      const isReplay = feed === 'replay';
      if (known.at(-1)?.isReplay !== isReplay)
        feeds.set(product, [...known, { product, fromSeq: Number(seq), isReplay }]);
      lastSeqs.set(product, Number(seq));
      const own = runs.get(product) ?? [];
      const to = own.at(-1)?.to ?? lastAt.get(product) ?? Number.NEGATIVE_INFINITY;
      const last = own.at(-1);
      if (last !== undefined && at - to <= BREAK_MS) last.to = at;
      else runs.set(product, [...own, { from: at - to <= BREAK_MS ? to : at, to: at }]);
      lastAt.set(product, at);
    },
    since: (index) => {
      if (!isSorted) sinceSize = earliestFrom([...heads.values()]);
      isSorted = true;
      return sinceSize(index);
    },
    grewAfter: (ms, sizeMax) => {
      for (const { size, lastExactAt } of heads.values())
        if (lastExactAt !== null && lastExactAt > ms && size <= sizeMax) return true;
      return false;
    },
    newestAt: () => (lastAt.size === 0 ? null : Math.max(...lastAt.values())),
    upTimes: () => joinRuns([...before.upTimes, ...[...runs.values()].flat()]).slice(-UP_TIMES_KEPT),
    isReplay: (product, seq) => {
      if (seq > (lastSeqs.get(product) ?? 0)) return null;
      return feeds.get(product)?.findLast(({ fromSeq }) => fromSeq <= seq)?.isReplay ?? null;
    },
    feeds: () => [...feeds.values()].flat(),
  };
}

function joined(known: SeenHead | undefined, { at, isExact, size }: Omit<SeenHead, 'lastExactAt'>): SeenHead {
  const lastExactAt = isExact ? Math.max(at, known?.lastExactAt ?? at) : (known?.lastExactAt ?? null);
  const isEarlier = known === undefined || at < known.at || (at === known.at && isExact);
  return { size, lastExactAt, ...(isEarlier ? { at, isExact } : { at: known.at, isExact: known.isExact }) };
}

/** For each number of entries the earliest price that named more. */
function earliestFrom(heads: readonly SeenHead[]): SeenHeads['since'] {
  const sorted = heads.toSorted((one, other) => one.size - other.size);
  const earliest: { at: number; isExact: boolean }[] = [];
  let best: { at: number; isExact: boolean } | null = null;
  for (let at = sorted.length - 1; at >= 0; at -= 1) {
    const head = sorted[at];
    if (head !== undefined && (best === null || head.at <= best.at)) best = { at: head.at, isExact: head.isExact };
    if (best !== null) earliest[at] = best;
  }
  return (index) => {
    let [low, high] = [0, sorted.length];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if ((sorted[middle]?.size ?? 0) > index) high = middle;
      else low = middle + 1;
    }
    return earliest[low] ?? null;
  };
}

/** These times, joined where they touch. */
function joinRuns(times: readonly UpTime[]): UpTime[] {
  const joinedTimes: UpTime[] = [];
  for (const time of times.toSorted((one, other) => one.from - other.from)) {
    const last = joinedTimes.at(-1);
    if (last === undefined || time.from - last.to > BREAK_MS) joinedTimes.push(time);
    else joinedTimes[joinedTimes.length - 1] = { from: last.from, to: Math.max(last.to, time.to) };
  }
  return joinedTimes;
}

/** How long prices were missing after a moment, in all and at the longest, and how long they took in all. */
export function breaksAfter(
  ms: number,
  times: readonly UpTime[],
): Readonly<Record<'total' | 'longest' | 'passed', number>> {
  let [total, longest, end] = [0, 0, ms];
  for (const [at, { from, to }] of times.entries()) {
    // Before the first of them nobody followed the prices.
    if (at > 0 && from > end) {
      total += from - end;
      longest = Math.max(longest, from - end);
    }
    end = Math.max(end, to);
  }
  return { total, longest, passed: end - ms };
}

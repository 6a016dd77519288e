import { blocksOf } from './client-address.ts';

/** What one key may spend: `perSec` points come back every second, up to `burst`. */
export interface BucketRate {
  readonly perSec: number;
  readonly burst: number;
}

export interface TokenBuckets {
  /** How many seconds the key has to wait; 0 when it may spend now. Takes nothing. */
  waitSec(key: string, nowMs: number): number;
  /** Takes the points. One call may cost more than is left: the key then waits until the debt is paid. */
  spend(key: string, points: number, nowMs: number): void;
  /** Number of remembered keys. */
  size(): number;
  /** From now on it is remembered what keys spent, for all nodes (shared-limits.ts). */
  remember(): void;
  /** What keys spent since it was last taken, of at most so many. */
  takeSpent(keysMax: number): { key: string; points: number }[];
  /** What was taken counts as spent again: nobody was told. */
  giveBack(key: string, points: number): void;
  /** The key has used so many points on all nodes, and what it spent here since. */
  owe(key: string, points: number, nowMs: number): void;
}

interface Bucket {
  points: number;
  atMs: number;
}

/**
 * Token buckets in memory, one for each key. A call takes the same short time for any number of keys. At most `keysMax`
 * keys are remembered. The least recently used key is forgotten first, and starts full when it comes back.
 */
export function createTokenBuckets({ perSec, burst }: BucketRate, keysMax: number): TokenBuckets {
  // A Map keeps its insertion order: a used key is inserted again at the end, so the oldest is first.
  const buckets = new Map<string, Bucket>();
  let spent: Map<string, number> | undefined;

  const set = (key: string, bucket: Bucket): void => {
    buckets.delete(key);
    buckets.set(key, bucket);
    if (buckets.size <= keysMax) return;
    for (const oldest of buckets.keys()) {
      spent?.delete(oldest);
      return void buckets.delete(oldest);
    }
  };
  const giveBack = (key: string, points: number): void => {
    spent?.set(key, (spent.get(key) ?? 0) + points);
  };

  const pointsAt = (bucket: Bucket | undefined, nowMs: number): number =>
    bucket === undefined ? burst : Math.min(burst, bucket.points + (Math.max(0, nowMs - bucket.atMs) * perSec) / 1000);

  return {
    waitSec: (key, nowMs) => {
      const points = pointsAt(buckets.get(key), nowMs);
      return points > 0 ? 0 : Math.max(1, Math.ceil(-points / perSec));
    },
    spend: (key, cost, nowMs) => {
      const points = pointsAt(buckets.get(key), nowMs) - cost;
      giveBack(key, cost);
      set(key, { points, atMs: nowMs });
    },
    size: () => buckets.size,
    remember: () => {
      spent = new Map();
    },
    takeSpent: (most) => {
      const taken: { key: string; points: number }[] = [];
      for (const [key, points] of spent ?? []) {
        if (taken.length >= most) break;
        taken.push({ key, points });
        spent?.delete(key);
      }
      return taken;
    },
    giveBack,
    owe: (key, points, nowMs) => {
      set(key, { points: burst - points - (spent?.get(key) ?? 0), atMs: nowMs });
    },
  };
}

/** Token buckets for addresses: every call counts in all blocks of its address. */
export interface BlockBuckets {
  /** How many seconds the address has to wait, because of itself or one of its larger blocks. */
  waitSec(ip: string, nowMs: number): number;
  spend(ip: string, points: number, nowMs: number): void;
}

/**
 * A block gets its share of the rate of one address, but never more than `partMax` of what all addresses have: one block alone
 * cannot take everything. Of the burst it may have a larger part, so that one address alone does not use up its block's. Each size of block has buckets of its own, so that many small blocks never push a large one out.
 */
export function createBlockBuckets(
  one: BucketRate,
  {
    all,
    partMax,
    keysMax,
    onMade,
  }: {
    all: BucketRate;
    partMax: BucketRate;
    keysMax: number;
    /** Called once for each size of block. */
    onMade?: (share: number, rate: BucketRate, buckets: TokenBuckets) => void;
  },
): BlockBuckets {
  const byShare = new Map<number, TokenBuckets>();
  const bucketsOf = (share: number): TokenBuckets => {
    const known = byShare.get(share);
    if (known !== undefined) return known;
    const rate = {
      perSec: Math.max(one.perSec, Math.min(one.perSec * share, all.perSec * partMax.perSec)),
      burst: Math.max(one.burst, Math.min(one.burst * share, all.burst * partMax.burst)),
    };
    const made = createTokenBuckets(rate, keysMax);
    byShare.set(share, made);
    onMade?.(share, rate, made);
    return made;
  };
  return {
    waitSec: (ip, nowMs) => Math.max(...blocksOf(ip).map(({ key, share }) => bucketsOf(share).waitSec(key, nowMs))),
    spend: (ip, points, nowMs) => {
      for (const { key, share } of blocksOf(ip)) bucketsOf(share).spend(key, points, nowMs);
    },
  };
}

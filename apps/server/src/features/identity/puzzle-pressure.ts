import { faded } from '@candor/domain/identity/puzzle-price';
import type { Pressures } from '@candor/domain/identity/puzzle-price';
import { blocksOf } from '../../platform/http/client-address.ts';

/** How many puzzles were solved of late, by block of addresses and in all. Counted in this process. */
export interface Pressure {
  of(ip: string, nowMs: number): Pressures;
  add(ip: string, weight: number, nowMs: number): void;
}

interface Count {
  pressure: number;
  atMs: number;
}

/** Of each size of block: many small ones never push a large one out. */
const BLOCKS_MAX = 20_000;
const SITE = 'site';

export function createPressure(): Pressure {
  const byShare = new Map<number, Map<string, Count>>();
  const countsOf = (share: number): Map<string, Count> => {
    const counts = byShare.get(share) ?? new Map<string, Count>();
    byShare.set(share, counts);
    return counts;
  };
  const site = new Map<string, Count>();

  const now = (counts: Map<string, Count>, key: string, nowMs: number): number => {
    const count = counts.get(key);
    return count === undefined ? 0 : faded(count.pressure, (nowMs - count.atMs) / 1000);
  };
  const raise = (counts: Map<string, Count>, key: string, weight: number, nowMs: number): void => {
    const pressure = now(counts, key, nowMs) + weight;
    // A Map keeps its insertion order: the block that was quiet longest is first, and is forgotten first.
    counts.delete(key);
    counts.set(key, { pressure, atMs: nowMs });
    if (counts.size > BLOCKS_MAX) for (const oldest of counts.keys()) return void counts.delete(oldest);
  };

  return {
    of: (ip, nowMs) => ({
      blocks: blocksOf(ip).map(({ key, share }) => ({ share, pressure: now(countsOf(share), key, nowMs) })),
      site: now(site, SITE, nowMs),
    }),
    add: (ip, weight, nowMs) => {
      for (const { key, share } of blocksOf(ip)) raise(countsOf(share), key, weight, nowMs);
      raise(site, SITE, weight, nowMs);
    },
  };
}

/**
 * The seeds of the simulator, one a UTC day. A seed reveals all prices of its day: it stays in memory, is never logged, and
 * is handed out only when it will not be used again.
 */
import { createHash, randomBytes } from 'node:crypto';
import { seedText } from '@candor/proof/simulated-path';

export interface DaySeed {
  /** The UTC day, YYYY-MM-DD. */
  readonly day: string;
  /** 32 bytes, lower-case hex. */
  readonly seed: string;
  /** The hash of the seed, as ticks name it. */
  readonly commitment: string;
}

export interface DaySeeds {
  at(atMs: number): DaySeed;
  /** The seeds that will not be used again at this moment; without one, all. */
  over(atMs?: number): readonly DaySeed[];
  forget(seeds: readonly DaySeed[]): void;
}

/** @param known for tests: all seeds follow from this text. Without it they are random. */
export function createDaySeeds(known?: string): DaySeeds {
  const seeds = new Map<string, DaySeed>();
  return {
    at: (atMs) => {
      const day = dayOf(atMs);
      const found = seeds.get(day);
      if (found !== undefined) return found;
      const seed = known === undefined ? randomBytes(32).toString('hex') : sha256(`${known}/${day}`);
      const fresh = { day, seed, commitment: sha256(seedText(seed)) };
      seeds.set(day, fresh);
      return fresh;
    },
    over: (atMs) => [...seeds.values()].filter(({ day }) => atMs === undefined || day < dayOf(atMs)),
    forget: (published) => {
      for (const { day } of published) seeds.delete(day);
    },
  };
}

function dayOf(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 10);
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

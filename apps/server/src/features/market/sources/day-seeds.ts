/**
 * The seeds of the simulator, one a UTC day. All follow from a secret of the site, so every leader of a day has the same one, and
 * no restart draws another. A seed reveals its day: it is never logged, and handed out only when the day is over.
 */
import { createHash, createHmac } from 'node:crypto';
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
  /** The seeds of days that are over at this moment and not known to be published, oldest first. */
  over(atMs: number): readonly DaySeed[];
  /** They are published. */
  forget(seeds: readonly DaySeed[]): void;
}

export interface SeedOrigin {
  readonly secret: Buffer | string;
  /** The first UTC day whose seed follows from it. */
  readonly since: string;
}

const DAY_MS = 86_400_000;
/** A site that was off for longer leaves older days out. */
const DAYS_MAX = 400;

export function createDaySeeds({ secret, since }: SeedOrigin): DaySeeds {
  let today: DaySeed | undefined;
  let unpublished = since;
  const seedOf = (day: string): DaySeed => {
    const seed = createHmac('sha256', secret).update(`candor-simulator-day-v1/${day}`).digest('hex');
    return { day, seed, commitment: createHash('sha256').update(seedText(seed)).digest('hex') };
  };
  return {
    at: (atMs) => {
      const day = dayOf(atMs);
      if (today?.day !== day) today = seedOf(day);
      return today;
    },
    over: (atMs) => {
      const oldest = dayOf(atMs - DAYS_MAX * DAY_MS);
      const from = unpublished > oldest ? unpublished : oldest;
      const days: string[] = [];
      for (let day = from; day < dayOf(atMs); day = dayAfter(day)) days.push(day);
      return days.map(seedOf);
    },
    forget: (published) => {
      for (const { day } of published) if (day >= unpublished) unpublished = dayAfter(day);
    },
  };
}

function dayOf(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 10);
}

function dayAfter(day: string): string {
  return dayOf(Date.parse(`${day}T00:00:00.000Z`) + DAY_MS);
}

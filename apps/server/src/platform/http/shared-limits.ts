import type { Pool } from '../db/pool.ts';
import type { Log } from '../log/log.ts';
import { repeat } from '../jobs/repeat.ts';
import { Refused } from './http-app.ts';
import type { RateLimit, RateLimitRule } from './rate-limit.ts';
import { spendShared } from './shared-limits-store.ts';
import { createTokenBuckets } from './token-buckets.ts';
import type { BucketRate, TokenBuckets } from './token-buckets.ts';

/**
 * Lets token buckets of several nodes act as one. A call only looks at the buckets of its own process. Four times a second, what was spent
 * since goes to the database in one statement, which answers what all nodes together left. So a call costs nothing more, and all nodes
 * together allow what one allows, plus what they spend in a quarter of a second; that is paid back by waiting longer.
 *
 * A database that does not answer stops nobody: each node then has its own buckets, as with LIMITS=memory, and counts it.
 */
export interface SharedLimits {
  /** From now on these buckets are those of all nodes. `name` keeps them apart from others. */
  join: (name: string, rate: BucketRate, buckets: TokenBuckets) => void;
  /** For tests: what is otherwise done by itself. */
  sync: () => Promise<void>;
  stop: () => Promise<void>;
}

export interface SharedLimitDeps {
  /** Of its own: limits must not wait for other work, and other work not for them. */
  readonly pool: Pool;
  readonly log: Log;
  readonly onFailed: () => void;
  readonly nowMs?: () => number;
  readonly everyMs?: number;
}

const EVERY_MS = 250;
/** One statement of about fifteen milliseconds. What is left over comes next time. */
const KEYS_MAX = 500;

interface Joined {
  readonly rate: BucketRate;
  readonly buckets: TokenBuckets;
}

export function createSharedLimits({
  pool,
  log,
  onFailed,
  nowMs = () => performance.now(),
  everyMs = EVERY_MS,
}: SharedLimitDeps): SharedLimits {
  const joined = new Map<string, Joined>();
  let isAlone = false;
  const sync = async (): Promise<void> => {
    const spent = takeSpent(joined);
    if (spent.length === 0) return;
    try {
      const costs = spent.map(({ points, from }) => (points * 1_000) / from.rate.perSec);
      const left = await spendShared(
        pool,
        spent.map(({ shared }) => shared),
        costs,
      );
      if (isAlone) log.info('limits are those of all nodes again');
      isAlone = false;
      const byKey = new Map(left.map(({ key, fullInMs }) => [key, fullInMs]));
      for (const { shared, key, from } of spent)
        from.buckets.owe(key, (Math.max(0, byKey.get(shared) ?? 0) * from.rate.perSec) / 1_000, nowMs());
    } catch (error) {
      onFailed();
      // Four times a second would fill the log.
      if (!isAlone)
        log.warn({ err: error }, 'limits are those of this process alone: the database does not share them');
      isAlone = true;
      // Told again when it answers, so that what was spent meanwhile counts for all.
      for (const { key, points, from } of spent) from.buckets.giveBack(key, points);
    }
  };
  const running = repeat('shared limits', everyMs, log, sync);
  return {
    join: (name, rate, buckets) => {
      buckets.remember();
      joined.set(name, { rate, buckets });
    },
    sync,
    stop: async () => await running.stop(),
  };
}

/** The same rule as a limit of this process (rate-limit.ts), for all nodes. Its window slides. */
export function sharedLimit(
  shared: SharedLimits,
  name: string,
  { points, durationSec }: RateLimitRule,
  nowMs: () => number = () => performance.now(),
): RateLimit {
  const rate = { perSec: points / durationSec, burst: points };
  const buckets = createTokenBuckets(rate, LIMIT_KEYS_MAX);
  shared.join(name, rate, buckets);
  return {
    take: async (key) => {
      const waitSec = buckets.waitSec(key, nowMs());
      if (waitSec > 0) throw new Refused('RATE_LIMITED', { retryAfterSec: waitSec });
      buckets.spend(key, 1, nowMs());
    },
  };
}

const LIMIT_KEYS_MAX = 100_000;

/** A fair part of each limit first, and then what there is room for: no flood on one keeps the others from being shared. */
function takeSpent(joined: ReadonlyMap<string, Joined>) {
  const all: { shared: string; key: string; points: number; from: Joined }[] = [];
  for (const most of [Math.floor(KEYS_MAX / Math.max(1, joined.size)), KEYS_MAX])
    for (const [name, from] of joined)
      for (const { key, points } of from.buckets.takeSpent(Math.min(most, KEYS_MAX - all.length)))
        all.push({ shared: `bucket/${name}/${key}`, key, points, from });
  return all;
}

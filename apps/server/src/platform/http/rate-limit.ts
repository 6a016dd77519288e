import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import type { Db } from '../db/pool.ts';
import { blocksOf } from './client-address.ts';
import { Refused } from './http-app.ts';

/** Counts the uses of a key in a fixed time window. */
export interface RateLimit {
  /** Counts one use. Throws Refused('RATE_LIMITED') with `retryAfterSec` once the window's points are used up. */
  take(key: string): Promise<void>;
}

export interface RateLimitRule {
  points: number;
  durationSec: number;
}

/** Counts in this process only: for limits where a count per process is good enough and must cost nothing. */
export function memoryLimit({ points, durationSec }: RateLimitRule): RateLimit {
  return limitOf(new RateLimiterMemory({ points, duration: durationSec }));
}

/** A limit that is counted in a table. `name` keeps two limits apart. The console counts in a table of its own. */
export interface StoredLimitRule extends RateLimitRule {
  name: string;
  table?: 'rate_limit' | 'console_rate_limit';
}

/** Counts in a table, so that all processes of a site share the count. */
export function postgresLimit(db: Db, { name, points, durationSec, table = 'rate_limit' }: StoredLimitRule): RateLimit {
  return limitOf(
    new RateLimiterPostgres({
      storeClient: numbersFrom(db),
      storeType: 'pool',
      tableName: table,
      tableCreated: true,
      // The worker deletes old counts (forget_rate_limits).
      clearExpiredByTimeout: false,
      keyPrefix: name,
      points,
      duration: durationSec,
    }),
  );
}

/** Our pool reads int8 as bigint; the library subtracts `Date.now()` from `expire` and needs a number. */
function numbersFrom(db: Db) {
  return {
    query: async (query: { text: string; name?: string; values?: unknown[] }) => {
      const { rows, rowCount } = await db.query(query);
      return {
        rowCount,
        rows: rows.map((row) => (typeof row['expire'] === 'bigint' ? { ...row, expire: Number(row['expire']) } : row)),
      };
    },
  };
}

function limitOf(limiter: RateLimiterAbstract): RateLimit {
  return {
    take: async (key) => {
      try {
        await limiter.consume(key);
      } catch (refusal) {
        // Anything else is a fault of the store: pass it on.
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        throw new Refused('RATE_LIMITED', { retryAfterSec: Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)) });
      }
    },
  };
}

/** Counts the uses of an address in all of its blocks (client-address.ts). */
export interface AddressLimit {
  /** @throws Refused('RATE_LIMITED') once the address, or one of its larger blocks, has used its points up */
  take(ip: string): Promise<void>;
}

/** The points of a rule are those of one address; its larger blocks have their share of them. */
export function memoryAddressLimit(rule: RateLimitRule): AddressLimit {
  return addressLimitOf((points) => memoryLimit({ ...rule, points }), rule);
}

/** The same, counted in the table. */
export function postgresAddressLimit(db: Db, rule: StoredLimitRule): AddressLimit {
  return addressLimitOf((points) => postgresLimit(db, { ...rule, points }), rule);
}

function addressLimitOf(limitOfPoints: (points: number) => RateLimit, { points }: RateLimitRule): AddressLimit {
  const byShare = new Map<number, RateLimit>();
  return {
    take: async (ip) => {
      // The smallest first: what it refuses is not counted against its neighbours.
      for (const { key, share } of blocksOf(ip)) {
        const limit = byShare.get(share) ?? limitOfPoints(points * share);
        byShare.set(share, limit);
        await limit.take(key);
      }
    },
  };
}

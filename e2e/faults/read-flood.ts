import { Agent, get } from 'node:http';
import type { Db } from '../../apps/server/src/platform/db/pool.ts';

/**
 * A crowd that reads for a limited time, only on this machine: `parallel` connections, each of which requests the next
 * path as soon as it has its answer, or `everyMs`.
 */
export interface Flood {
  /** Base address of the server, without a slash at the end. */
  origin: string;
  /** Requested in turn. */
  paths: readonly string[];
  parallel: number;
  ms: number;
  /** The time from one call of a reader to its next; left out, it calls as fast as it can. */
  everyMs?: number;
  /** Every reader comes from an address of its own, as behind a proxy. */
  ownAddresses?: boolean;
  headers?: Readonly<Record<string, string>>;
}

/** How many answers came, by HTTP status; `failed` counts calls without an answer. */
export interface FloodAnswers {
  answered: number;
  byStatus: Readonly<Record<string, number>>;
  failed: number;
  /** How long each answer took. */
  tookMs: readonly number[];
}

const CALL_MS_MAX = 20_000;

export async function floodReads(flood: Flood): Promise<FloodAnswers> {
  const { origin, paths, parallel, ms, everyMs = 0, ownAddresses = false, headers = {} } = flood;
  if (new URL(origin).hostname !== '127.0.0.1') throw new Error('a flood may only go to this machine');
  const agent = new Agent({ keepAlive: true, maxSockets: parallel });
  const byStatus: Record<string, number> = {};
  let failed = 0;
  let turn = 0;
  const tookMs: number[] = [];
  const startsAt = performance.now();
  const reader = async (_: unknown, index: number): Promise<void> => {
    const own = ownAddresses ? { 'x-forwarded-for': `10.0.${index >> 8}.${index & 255}` } : {};
    // Readers that take their time begin one after the other.
    for (let nextAt = startsAt + (everyMs * index) / parallel; nextAt < startsAt + ms; nextAt += everyMs) {
      const waitMs = nextAt - performance.now();
      if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
      const sentAt = performance.now();
      if (sentAt >= startsAt + ms) break;
      turn += 1;
      const path = paths[turn % paths.length] ?? '/';
      const status = await statusOf(`${origin}${path}`, agent, { ...headers, ...own });
      if (status === null) failed += 1;
      else {
        byStatus[status] = (byStatus[status] ?? 0) + 1;
        tookMs.push(performance.now() - sentAt);
      }
    }
  };
  await Promise.all(Array.from({ length: parallel }, reader));
  agent.destroy();
  return { answered: Object.values(byStatus).reduce((sum, count) => sum + count, 0), byStatus, failed, tookMs };
}

async function statusOf(url: string, agent: Agent, headers: Readonly<Record<string, string>>): Promise<number | null> {
  return await new Promise((resolve) => {
    const request = get(url, { agent, headers, timeout: CALL_MS_MAX }, (response) => {
      response.resume();
      response.once('close', () => resolve(response.statusCode ?? null));
    });
    request.once('timeout', () => request.destroy());
    request.once('error', () => resolve(null));
  });
}

/** Whole seconds of [fromMs, toMs) for which a product that trades around the clock has no tick. */
export async function secondsWithoutTick(owner: Db, product: string, fromMs: number, toMs: number): Promise<number> {
  const { rows } = await owner.query<{ missing: bigint }>(
    `select count(*) as missing from generate_series(
       date_trunc('second', to_timestamp($2::float8 / 1000)) + interval '1 second',
       date_trunc('second', to_timestamp($3::float8 / 1000)) - interval '1 second', interval '1 second') as second
     where not exists (select from tick where product = $1 and at = second)`,
    [product, fromMs, toMs],
  );
  return Number(rows[0]?.missing);
}

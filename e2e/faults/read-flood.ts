import { Agent, get } from 'node:http';
import type { Db } from '../../apps/server/src/platform/db/pool.ts';

/**
 * A crowd that reads as fast as it can, for a limited time, only on this machine: `parallel` connections, each of which
 * requests the next path as soon as it has its answer.
 */
export interface Flood {
  /** Base address of the server, without a slash at the end. */
  origin: string;
  /** Requested in turn. */
  paths: readonly string[];
  parallel: number;
  ms: number;
  headers?: Readonly<Record<string, string>>;
}

/** How many answers came, by HTTP status; `failed` counts calls without an answer. */
export interface FloodAnswers {
  answered: number;
  byStatus: Readonly<Record<string, number>>;
  failed: number;
}

const CALL_MS_MAX = 20_000;

export async function floodReads({ origin, paths, parallel, ms, headers = {} }: Flood): Promise<FloodAnswers> {
  if (new URL(origin).hostname !== '127.0.0.1') throw new Error('a flood is for this machine alone');
  const agent = new Agent({ keepAlive: true, maxSockets: parallel });
  const byStatus: Record<string, number> = {};
  let failed = 0;
  let turn = 0;
  const endsAt = performance.now() + ms;
  const reader = async (): Promise<void> => {
    while (performance.now() < endsAt) {
      turn += 1;
      const path = paths[turn % paths.length] ?? '/';
      const status = await statusOf(`${origin}${path}`, agent, headers);
      if (status === null) failed += 1;
      else byStatus[status] = (byStatus[status] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: parallel }, reader));
  agent.destroy();
  return { answered: Object.values(byStatus).reduce((sum, count) => sum + count, 0), byStatus, failed };
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

import { join } from 'node:path';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { Pool } from '../platform/db/pool.ts';
import { sqlState } from '../platform/db/transaction.ts';
import type { Files } from '../services/files/files.ts';
import { createReadTicks } from '../services/ticks/read-ticks.ts';
import { databaseNow, makeProduct, makeTicks } from './factories.ts';
import { signMinute } from './signed-orders.ts';
import { startTestServer } from './test-server.ts';
import type { TestServer } from './test-server.ts';
import type { ArchiveDeps } from '../features/market/archive/archive-ticks.ts';

export const DAY_MS = 86_400_000;
const log = pino({ level: 'silent' });

/** A server whose ticks of old days are archived. */
export interface ArchiveSite {
  server: TestServer;
  deps: ArchiveDeps;
  today: number;
  /** Each test has its own days; the newest is a hundred days old. */
  age: number;
}

/** The site for the tests of this file, with chains of ticks in the past. */
export function startArchiveSite() {
  const site = { age: 90 } as ArchiveSite;
  beforeAll(async () => {
    site.server = await startTestServer();
    site.deps = {
      pool: site.server.pools.worker,
      files: site.server.context.files,
      log,
      signer: site.server.context.signer,
    };
    site.today = Math.floor((await databaseNow(site.server.pool)) / DAY_MS) * DAY_MS;
  });
  beforeEach(() => {
    site.age += 10;
  });
  afterAll(async () => await site.server.stop());

  function startOf(daysAgo: number): number {
    return site.today - daysAgo * DAY_MS;
  }

  function dayOf(daysAgo: number): string {
    return new Date(startOf(daysAgo)).toISOString().slice(0, 10);
  }

  /** Five ticks on two days, and one signed tick four days later. */
  async function makeChain(product: string): Promise<void> {
    await makeProduct(site.server.ownerPool, product);
    const moments = [0, 43_200_000, DAY_MS - 1000, DAY_MS, DAY_MS + 3_600_000, 4 * DAY_MS];
    await makeTicks(
      site.server,
      product,
      moments.map((ms, index) => ({ at: startOf(site.age) + ms, price: 10_000 + index })),
    );
    await signMinute(site.server, product, startOf(site.age) + 4 * DAY_MS);
  }

  async function readAll(product: string) {
    const read = await createReadTicks(site.deps.files, log)(site.server.pool, product, 1n, 100n);
    return read.ok
      ? read.value.map(({ seq, at, price, hash, prevHash }) => ({ seq, at, price, hash, prevHash }))
      : read;
  }

  async function isStored(daysAgo: number): Promise<boolean> {
    const name = `tick_${dayOf(daysAgo).replaceAll('-', '')}`;
    const { rows } = await site.server.ownerPool.query<{ is: boolean }>('select to_regclass($1) is not null as is', [
      name,
    ]);
    return rows[0]?.is === true;
  }

  function pathOf(product: string, kind = 'ticks'): string {
    return join(site.server.context.config.dataDir, 'archive', 'ticks', dayOf(site.age), `${product}.${kind}`);
  }

  function crashing({ at, nth, when }: Crash): ArchiveDeps {
    let calls = 0;
    const step = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
      const dies = name.includes(at) && (calls += 1) === nth;
      if (dies && when === 'before') throw new Error('killed');
      const result = await work();
      if (dies) throw new Error('killed');
      return result;
    };
    const files: Files = {
      ...site.deps.files,
      write: async (name, bytes) => await step('write', async () => await site.deps.files.write(name, bytes)),
      read: async (name) => await step('read', async () => await site.deps.files.read(name)),
    };
    const pool: Pool = new Proxy(site.deps.pool, {
      get: (target, property) => {
        const query = async (sent: string | { text: string }, values?: unknown[]): Promise<unknown> =>
          await step(typeof sent === 'string' ? sent : sent.text, async () => await target.query(sent, values));
        const value: unknown = property === 'query' ? query : Reflect.get(target, property);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    return { ...site.deps, files, pool };
  }

  return { site, startOf, dayOf, makeChain, readAll, isStored, pathOf, crashing };
}

/** Crashes at the n-th call of this name, before it is done or right after. */
export interface Crash {
  at: 'write' | 'read' | 'record_tick_archive' | 'drop_archived_ticks';
  nth: number;
  when: 'before' | 'after';
}

export async function refusal(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.then(
    () => new Error('it was not refused'),
    (reason: unknown) => reason,
  );
  return error instanceof Error ? `${sqlState(error)} ${error.message}` : 'no error';
}

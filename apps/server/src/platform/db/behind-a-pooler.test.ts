import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasPgBouncer, startPgBouncer } from '../../testing/pg-bouncer.ts';
import type { PgBouncer } from '../../testing/pg-bouncer.ts';
import { startPostgresPair } from '../../testing/postgres-pair.ts';
import type { PostgresPair } from '../../testing/postgres-pair.ts';
import { createPostgresBus } from '../bus/postgres-bus.ts';
import { createLog } from '../log/log.ts';
import { migrate } from './migrate.ts';
import { createPool } from './pool.ts';
import { refuseSharedSessions } from './refuse-shared-sessions.ts';

/** The real PgBouncer, with the settings it comes with. */
describe.skipIf(!hasPgBouncer())('behind PgBouncer (skipped where it is not installed)', () => {
  let pair: PostgresPair;
  const poolers: PgBouncer[] = [];
  const through = async (mode: 'session' | 'transaction' | 'statement', more?: string): Promise<string> => {
    const pooler = await startPgBouncer(pair.urlOf(pair.primary), mode, more);
    poolers.push(pooler);
    return pooler.urlOf(pair.urlOf(pair.primary));
  };

  beforeAll(async () => {
    pair = await startPostgresPair();
  }, 120_000);
  afterAll(async () => {
    for (const pooler of poolers) await pooler.stop();
    await pair.stop();
  });

  it('runs with pool_mode=session: migrations, settings, prepared statements, and news', async () => {
    const url = await through('session');
    await refuseSharedSessions({ url });
    expect((await migrate(url)).length).toBeGreaterThan(30);
    const pool = createPool({ url, max: 3, name: 'pooled', role: 'candor_http' });
    const { rows } = await pool.query<{ role: string; zone: string; limit: string }>({
      name: 'asked-twice',
      text: `select current_user as role, current_setting('timezone') as zone, current_setting('lock_timeout') as limit`,
    });
    expect(rows).toEqual([{ role: 'candor_http', zone: 'UTC', limit: '5s' }]);
    await pool.end();

    const bus = await createPostgresBus(url, createLog('silent'));
    const heard = Promise.withResolvers<unknown>();
    bus.subscribe('everyone', heard.resolve);
    const said = randomBytes(4).toString('hex');
    await bus.publish('everyone', [said]);
    expect(await heard.promise).toEqual([said]);
    await bus.close();
  }, 60_000);

  it.each(['transaction', 'statement'] as const)('refuses pool_mode=%s in words', async (mode) => {
    await expect(refuseSharedSessions({ url: await through(mode) })).rejects.toThrow('Set pool_mode=session');
  });

  it.each([4, 5, 8])('also when the pooler gives its %s free sessions in turn', async (free) => {
    const url = await through('transaction', 'server_round_robin = 1');
    const busy = Array.from({ length: free }, () => new pg.Client({ connectionString: url }));
    for (const client of busy) client.on('error', () => undefined);
    await Promise.all(busy.map(async (client) => await client.connect()));
    await Promise.all(busy.map(async (client) => await client.query('begin')));
    await Promise.all(busy.map(async (client) => await client.query('commit')));
    await expect(refuseSharedSessions({ url })).rejects.toThrow('Set pool_mode=session');
    await Promise.all(busy.map(async (client) => await client.end()));
  });
});

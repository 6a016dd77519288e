import pino from 'pino';
import { describe, expect, it, vi } from 'vitest';
import { ConnectionLost } from '../../platform/db/transaction.ts';
import { createLog } from '../../platform/log/log.ts';
import type { Log } from '../../platform/log/log.ts';
import { makeCommand, makeMember, makePriced, makeTicks } from '../../testing/factories.ts';
import { interceptPool } from '../../testing/simulation/intercept-pool.ts';
import { placeOrders } from './place-orders.ts';
import { settleDueOrders } from './settle-due-orders.ts';
import { clearSettledAlarms, setOrderAside } from './settlement-alarm-store.ts';
import { startSettlementWorker } from './trading.jobs.ts';
import { tick, startDueOrders } from '../../testing/due-orders.ts';

const { site, run } = startDueOrders();

/** Removes the time from the ticks of an answer, as a renamed column would do. */
function corrupt(answer: unknown): void {
  if (typeof answer !== 'object' || answer === null || !('rows' in answer) || !Array.isArray(answer.rows)) return;
  const fields = 'fields' in answer ? (answer.fields as { name: string }[]) : [];
  const at = fields.findIndex(({ name }) => name === 'at');
  for (const row of answer.rows as unknown[][]) row[at] = undefined;
}

/** Places an order for each member on each product, and lets all of them reach their close. */
async function placeDue(members: readonly bigint[], products: readonly string[]): Promise<string[]> {
  await makePriced(site.test, products);
  const answers = await placeOrders(
    site.test.pool,
    'practice',
    members.flatMap((member) => products.map((product) => makeCommand(member, { product, stake: '10' }))),
  );
  const placed = answers.flatMap((answer) => (answer.ok ? [answer.order] : []));
  const closesAt = Math.max(...placed.map((order) => Date.parse(order.closesAt)));
  for (const product of products) await makeTicks(site.test, product, [{ at: closesAt, price: 10_000 }]);
  return placed.map((order) => order.id);
}

describe('an order whose settlement throws', () => {
  const THROWS = `
    create function refuse_settlement() returns trigger language plpgsql as $$ begin raise exception 'planted'; end $$;
    create trigger planted before insert on settlement for each row when (new.order_id = '%') execute function refuse_settlement()`;

  async function alarms(): Promise<{ order_id: string; reason: string; tries: number; wait: number }[]> {
    const { rows } = await site.test.ownerPool.query<{ order_id: string; reason: string; tries: number; wait: number }>(
      'select order_id, reason, tries, extract(epoch from next_at - last_at)::float8 as wait from settlement_alarm',
    );
    return rows;
  }

  async function endWaits(): Promise<void> {
    await site.test.ownerPool.query('update settlement_alarm set next_at = last_at');
  }

  it('does not stop the 999 others, waits longer each time, and has no alarm once it is settled', async () => {
    const members = await Promise.all(Array.from({ length: 100 }, async () => await makeMember(site.test.pool)));
    const orders = await placeDue(
      members,
      Array.from({ length: 10 }, (_, index) => `BULK${index}`),
    );
    expect(orders).toHaveLength(1000);
    const broken = orders[617] ?? '';
    await site.test.ownerPool.query(THROWS.replace('%', broken));

    const sweep = await settleDueOrders(site.test.pools.worker);
    expect(sweep).toMatchObject({ due: 1000, settled: 999, quarantined: [{ orderId: broken }] });
    expect(await alarms()).toEqual([{ order_id: broken, reason: 'P0001 error: planted', tries: 1, wait: 1 }]);

    // It is not tried again before its wait is over. Then it is tried alone.
    expect(await settleDueOrders(site.test.pools.worker)).toEqual({ due: 0, settled: 0, quarantined: [] });
    for (const wait of [2, 4, 8, 16, 32, 60, 60]) {
      await endWaits();
      expect(await settleDueOrders(site.test.pools.worker)).toMatchObject({
        due: 1,
        settled: 0,
        quarantined: [{ orderId: broken }],
      });
      expect((await alarms())[0]?.wait).toBeCloseTo(wait, 1);
    }
    expect(await clearSettledAlarms(site.test.pools.worker)).toBe(1);

    await site.test.ownerPool.query('drop trigger planted on settlement; drop function refuse_settlement()');
    await endWaits();
    expect(await settleDueOrders(site.test.pools.worker)).toEqual({ due: 1, settled: 1, quarantined: [] });
    expect(await clearSettledAlarms(site.test.pools.worker)).toBe(0);
    expect(await alarms()).toEqual([]);
  });

  it('is also found when our own code threw, not the database', async () => {
    const member = await makeMember(site.test.pool);
    const orders = await placeDue([member], ['RULEUSD', 'GOODUSD']);
    const planted = interceptPool(site.test.pools.worker, async () => async (statement, run) => {
      const answer = await run(statement);
      if (statement.text.includes('from tick_head') && JSON.stringify(statement.values).includes('RULEUSD'))
        corrupt(answer);
      return answer;
    });
    expect(await settleDueOrders(planted)).toMatchObject({ settled: 1, quarantined: [{ orderId: orders[0] }] });
    // An error of our own has no code of the database before it.
    expect((await alarms())[0]?.reason).toMatch(/^\w+: /);
    await endWaits();
    expect(await settleDueOrders(site.test.pools.worker)).toMatchObject({ settled: 1, quarantined: [] });
    expect(await clearSettledAlarms(site.test.pools.worker)).toBe(0);
  });

  it('gets no alarm while the database is down', async () => {
    const [order] = await placeDue([await makeMember(site.test.pool)], ['AWAYUSD']);
    const lost = interceptPool(site.test.pools.worker, async (connection) => {
      const { rows } = await connection.query<{ pid: number }>('select pg_backend_pid() as pid');
      return async (statement, run) => {
        if (statement.name === 'settle-orders')
          await site.test.ownerPool.query('select pg_terminate_backend($1, 2000)', [rows[0]?.pid]);
        return await run(statement);
      };
    });
    await expect(settleDueOrders(lost)).rejects.toBeInstanceOf(ConnectionLost);
    expect(await alarms()).toEqual([]);
    expect(await settleDueOrders(site.test.pools.worker)).toMatchObject({ settled: 1 });
    expect(order).toBeDefined();
  });

  it('cannot be invented by the application: only due orders get an alarm, and never for long', async () => {
    const found = await run([tick(0, 10_000)]);
    expect(await setOrderAside(site.test.pools.worker, found.row?.id ?? '', new Error('not due yet'))).toBeUndefined();
    await expect(
      site.test.pools.worker.query(
        `insert into settlement_alarm (order_id, reason, tries, next_at) select id, 'x', 1, now() from trade_order`,
      ),
    ).rejects.toMatchObject({ code: '42501' });
    await expect(site.test.pools.worker.query('update settlement_alarm set tries = 1')).rejects.toMatchObject({
      code: '42501',
    });
    await expect(site.test.pools.worker.query('delete from settlement_alarm')).rejects.toMatchObject({ code: '42501' });
  });
});

/** What a watched worker meets. */
interface Watch {
  log?: Log;
  /** Before each look at the alarms. */
  onLook?: () => Promise<void>;
}

describe('the settlement worker', () => {
  it('logs an order that cannot be settled, and counts it until it is settled', async () => {
    const found = await run([tick(0, 10_000), tick(4, 10_100)]);
    const row = found.row;
    if (row === undefined) throw new Error('no order');
    await site.test.ownerPool.query(
      `create function refuse_settlement() returns trigger language plpgsql as $$ begin raise exception 'planted'; end $$;
       create trigger planted before insert on settlement for each row execute function refuse_settlement()`,
    );
    await makeTicks(site.test, row.product, [{ at: row.closesAt, price: 10_100 }]);
    const lines: string[] = [];
    const log = pino({ level: 'fatal' }, { write: (line: string) => void lines.push(line) });
    const stuck: number[] = [];
    const worker = startSettlementWorker({
      pool: site.test.pools.worker,
      bus: { subscribe: () => () => undefined },
      log,
      onSettled: () => undefined,
      onStuck: (count) => stuck.push(count),
    });
    await vi.waitFor(() => expect(stuck.at(-1)).toBe(1));
    // The alarm can be seen a moment before the sweep that made it says so.
    await vi.waitFor(() => expect(lines.join('')).toContain('AN ORDER CANNOT BE SETTLED'));
    expect(lines.join('')).toContain(row.id);
    await worker.stop();
    await site.test.ownerPool.query('drop trigger planted on settlement; drop function refuse_settlement()');
    await site.test.ownerPool.query('update settlement_alarm set next_at = last_at');
    const again = startSettlementWorker({
      pool: site.test.pools.worker,
      bus: { subscribe: () => () => undefined },
      log,
      onSettled: () => undefined,
      onStuck: (count) => stuck.push(count),
    });
    await vi.waitFor(() => expect(stuck.at(-1)).toBe(0));
    await again.stop();
  });

  /** The worker on a pool that counts its looks at the alarms. `sweep` waits until a sweep begins: all earlier ones have ended. */
  function startWatched({ log = createLog('silent'), onLook = async () => undefined }: Watch = {}) {
    const pool = site.test.pools.worker;
    const seen = { looks: 0, settled: 0 };
    let begun = Promise.withResolvers<void>();
    let onTick: () => void = () => undefined;
    const query = async (statement: string | { text: string }, values?: unknown[]): Promise<unknown> => {
      const text = JSON.stringify(statement);
      if (text.includes('clear_settled_alarms')) {
        seen.looks += 1;
        await onLook();
      }
      if (text.includes('select-quarantined')) begun.resolve();
      return await pool.query(statement, values);
    };
    const worker = startSettlementWorker({
      pool: new Proxy(pool, {
        get: (target, property) => (property === 'query' ? query : Reflect.get(target, property)),
      }),
      bus: {
        subscribe: (_, listener) => {
          onTick = () => listener(undefined);
          return () => undefined;
        },
      },
      log,
      onSettled: (count) => (seen.settled += count),
      onStuck: () => undefined,
    });
    const sweep = async (): Promise<void> => {
      begun = Promise.withResolvers();
      onTick();
      await begun.promise;
    };
    return { seen, sweep, stop: worker.stop };
  }

  it('has ended its look at the alarms when the worker has stopped', async () => {
    const [looking, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const { stop } = startWatched({
      onLook: async () => {
        looking.resolve();
        await gate.promise;
      },
    });
    await looking.promise;
    const stopped = vi.fn();
    const stopping = stop().then(stopped);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(stopped).not.toHaveBeenCalled();
    gate.resolve();
    await stopping;
  });

  it('looks at the alarms once, not at every sweep, while no order is quarantined', async () => {
    await placeDue([await makeMember(site.test.pool)], ['CALMUSD']);
    const { seen, sweep, stop } = startWatched();
    for (let n = 0; n < 5; n += 1) await sweep();
    await stop();
    expect(seen).toEqual({ looks: 1, settled: 1 });
  });

  it('looks at them once while a stuck order waits and nothing is settled', async () => {
    await placeDue([await makeMember(site.test.pool)], ['STUCKUSD']);
    await site.test.ownerPool.query(
      `create function refuse_settlement() returns trigger language plpgsql as $$ begin raise exception 'planted'; end $$;
       create trigger planted before insert on settlement for each row execute function refuse_settlement()`,
    );
    expect(await settleDueOrders(site.test.pools.worker)).toMatchObject({ quarantined: [expect.anything()] });
    await site.test.ownerPool.query('drop trigger planted on settlement; drop function refuse_settlement()');
    await site.test.ownerPool.query(
      `update settlement_alarm set last_at = last_at + interval '1 hour', next_at = last_at + interval '1 hour'`,
    );
    const { seen, sweep, stop } = startWatched();
    for (let n = 0; n < 5; n += 1) await sweep();
    await stop();
    expect(seen).toEqual({ looks: 1, settled: 0 });
  });

  it('names the job that failed', async () => {
    const failed = Promise.withResolvers<string>();
    const log = pino({ level: 'error' }, { write: (line: string) => failed.resolve(line) });
    const onLook = async () => await Promise.reject(new Error('planted'));
    const { stop } = startWatched({ log, onLook });
    expect(JSON.parse(await failed.promise)).toMatchObject({ job: 'settlement alarms', msg: 'job failed' });
    await stop();
  });
});

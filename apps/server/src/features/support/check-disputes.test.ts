import { supportMessage, supportView } from '@candor/contract/support';
import type { SupportMessage } from '@candor/contract/support';
import type { OrderView } from '@candor/contract/trading';
import { amount, minor } from '@candor/domain/testing/test-currency';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Pool } from '../../platform/db/pool.ts';
import { makeMember, makeSession } from '../../testing/factories.ts';
import { placeSigned, PRICE, runOn, signClose } from '../../testing/signed-orders.ts';
import { signerOfSeed } from '../../services/proof/signer.ts';
import { makeClockMovable } from '../../testing/movable-clock.ts';
import type { MovableClock } from '../../testing/movable-clock.ts';
import { interceptPool } from '../../testing/simulation/intercept-pool.ts';
import { createTestDb } from '../../testing/test-db.ts';
import { startTestServer } from '../../testing/test-server.ts';
import type { TestServer } from '../../testing/test-server.ts';
import { checkDisputes } from './check-disputes.ts';
import { selectDueChecks } from './support-store.ts';
import { startDisputeChecks } from './support.jobs.ts';

const MESSAGES = '/api/support/messages';

let server: TestServer;
let clock: MovableClock;
let token: string;
/** The lines of the log. */
let logged: string[];
beforeAll(async () => {
  const db = await createTestDb();
  clock = await makeClockMovable(db.ownerUrl);
  server = await startTestServer({}, db);
});
beforeEach(async () => {
  token = await makeSession(server.pool, await makeMember(server.pool));
  logged = [];
});
afterAll(async () => {
  await clock.close();
  await server.stop();
});

function deps() {
  return {
    ...server.worker,
    log: pino({ level: 'error' }, { write: (line: string) => void logged.push(line) }),
  };
}

async function sweep() {
  return await checkDisputes(deps());
}

async function dispute(order: OrderView): Promise<SupportMessage> {
  return supportMessage.parse(
    (await server.call('POST', MESSAGES, { token, body: { text: '结果不对', orderId: order.id } })).body.data,
  );
}

async function about(order: OrderView): Promise<SupportMessage[]> {
  return supportView.parse((await server.call('GET', `${MESSAGES}?order=${order.id}`, { token })).body.data).items;
}

async function waiting(order: OrderView): Promise<number> {
  return (
    (
      await server.ownerPool.query(
        'select from support_check d join support_message m on m.id = d.doubt_id where order_id = $1',
        [order.id],
      )
    ).rowCount ?? 0
  );
}

/** An order that is settled as lost, with a signed close. */
async function finished(product: string): Promise<OrderView> {
  const order = await placeSigned(server, token, product, { feeRate: 100 });
  await runOn(
    server,
    order,
    [
      [0, PRICE],
      [5, PRICE - 1],
    ],
    clock,
  );
  await signClose(server, order);
  return order;
}

describe('the check of a dispute', () => {
  it('reports once what the receipt of a finished order proves', async () => {
    const order = await finished('DONEUSD');
    const asked = await dispute(order);
    expect(await sweep()).toEqual({ written: 1, invalid: 0, troubled: [] });
    const [check, question] = await about(order);
    expect(question).toMatchObject({ id: asked.id, checked: 'valid' });
    expect(check).toMatchObject({
      author: 'check',
      text: null,
      answers: asked.id,
      order: { id: order.id, status: 'lost', profit: amount('-101') },
      finding: {
        verdict: 'valid',
        status: 'lost',
        reason: null,
        entry: { at: order.entryAt, price: '100.00' },
        exit: { at: order.closesAt, price: '99.99' },
        profit: amount('-101'),
        checkpoints: 2,
        failed: null,
      },
    });
    expect(check?.finding?.ticks).toBeGreaterThan(3);
    expect(await waiting(order)).toBe(0);
    expect(await sweep()).toEqual({ written: 0, invalid: 0, troubled: [] });
    expect(logged).toEqual([]);
  });

  it('reports an open order as provisional, waits for the signed close, and is then final', async () => {
    const order = await placeSigned(server, token, 'OPENUSD');
    await dispute(order);
    expect((await sweep()).written).toBe(1);
    expect(await about(order)).toMatchObject([
      { finding: { verdict: 'provisional', status: null } },
      { checked: 'provisional' },
    ]);
    await runOn(
      server,
      order,
      [
        [0, PRICE],
        [5, PRICE + 1],
      ],
      clock,
    );
    expect(await selectDueChecks(server.pools.worker, [], 100)).toEqual([]);
    expect(await waiting(order)).toBe(1);
    await signClose(server, order);
    expect((await sweep()).written).toBe(1);
    expect(await about(order)).toMatchObject([
      { finding: { verdict: 'valid', status: 'won', profit: amount('85') } },
      { finding: { verdict: 'provisional' } },
      { checked: 'valid' },
    ]);
    expect(await waiting(order)).toBe(0);
  });

  it('says why an order was voided', async () => {
    const order = await placeSigned(server, token, 'GAPUSD');
    await runOn(server, order, [[9, PRICE]], clock);
    await signClose(server, order);
    await dispute(order);
    await sweep();
    expect((await about(order))[0]?.finding).toMatchObject({
      verdict: 'valid',
      status: 'voided',
      reason: 'NO_ENTRY_TICK',
      exit: null,
    });
  });

  it('detects a forged settlement: the member sees it, and the log has an error', async () => {
    const order = await placeSigned(server, token, 'FORGEUSD');
    await runOn(
      server,
      order,
      [
        [0, PRICE],
        [5, PRICE + 1],
      ],
      clock,
    );
    await signClose(server, order);
    const forged = `update settlement set exit_price = ${PRICE - 1}, outcome = 'lost', profit = ${-minor('100')}, credited = 0 where order_id = $1`;
    await server.ownerPool.query(forged, [order.id]);
    await dispute(order);
    expect(await sweep()).toEqual({ written: 1, invalid: 1, troubled: [] });
    const [check, question] = await about(order);
    expect(question?.checked).toBe('invalid');
    expect(check?.finding).toMatchObject({ verdict: 'invalid', failed: { step: 'log' } });
    expect(logged.join('')).toContain('THE RECEIPT OF AN ORDER DOES NOT HOLD');
    expect(logged.join('')).toContain(order.id);
    // Nothing repairs it here: the settlement is still the forged one.
    const { rows } = await server.ownerPool.query('select outcome from settlement where order_id = $1', [order.id]);
    expect(rows).toEqual([{ outcome: 'lost' }]);
    await server.ownerPool.query(
      `update settlement set exit_price = ${PRICE + 1}, outcome = 'won', profit = ${minor('85')}, credited = ${minor('185')} where order_id = $1`,
      [order.id],
    );
  });

  it('trusts only keys of the site', async () => {
    const order = await finished('KEYUSD');
    await dispute(order);
    await checkDisputes({ ...deps(), signer: signerOfSeed(Buffer.alloc(32, 9)) });
    expect((await about(order))[0]?.finding).toMatchObject({
      verdict: 'invalid',
      failed: { step: 'signature', problem: 'KEY_UNKNOWN' },
    });
  });

  it('says so when there is no receipt', async () => {
    const order = await placeSigned(server, token, 'OLDUSD');
    await server.ownerPool.query(`delete from checkpoint where product = 'OLDUSD'`);
    await server.ownerPool.query(`update tick_head set seq = 30000 where product = 'OLDUSD'`);
    await dispute(order);
    await sweep();
    expect((await about(order))[0]?.finding?.verdict).toBe('unavailable');
  });
});

describe('a crash', () => {
  it('between a dispute and its check loses nothing: the next sweep of any process answers', async () => {
    const order = await finished('CRASHUSD');
    await dispute(order);
    // The process that took it ends before its answer is committed.
    const dying = { ...deps(), pool: failingAt(/insert into support_message/) };
    expect((await checkDisputes(dying)).troubled).toHaveLength(1);
    expect(await about(order)).toHaveLength(1);
    expect((await sweep()).written).toBe(1);
    expect(await about(order)).toMatchObject([{ author: 'check' }, { author: 'member' }]);
  });

  it('after the finding and before the dispute leaves the list writes neither', async () => {
    const order = await finished('HALFUSD');
    await dispute(order);
    await checkDisputes({ ...deps(), pool: failingAt(/finish_check/) });
    expect(await about(order)).toHaveLength(1);
    await sweep();
    expect(await about(order)).toHaveLength(2);
  });

  it('does not cause two answers: two processes at once write one check', async () => {
    const order = await finished('TWOUSD');
    await dispute(order);
    const both = await Promise.all([sweep(), sweep()]);
    expect(both.reduce((sum, { written }) => sum + written, 0)).toBe(1);
    expect(await about(order)).toHaveLength(2);
    expect(logged).toEqual([]);
  });

  it('in one check does not stop the others', async () => {
    const [first, second] = [await finished('ONEUSD'), await finished('NEXTUSD')];
    const [broken] = [await dispute(first), await dispute(second)];
    const trouble = await checkDisputes({ ...deps(), pool: failingAt(/set transaction/, 1) });
    expect(trouble).toMatchObject({ written: 1, troubled: [BigInt(broken.id)] });
    expect(await about(second)).toHaveLength(2);
    expect(logged.join('')).toContain('a dispute could not be checked');
    expect(await checkDisputes(deps(), trouble.troubled)).toMatchObject({ written: 0 });
    expect((await sweep()).written).toBe(1);
  });
});

it('the worker answers by itself, and reports how many checks failed', async () => {
  const order = await finished('JOBUSD');
  await dispute(order);
  const invalidCounts: number[] = [];
  const worker = startDisputeChecks(deps(), ({ invalid }) => void invalidCounts.push(invalid));
  await expect.poll(async () => (await about(order)).length).toBe(2);
  await worker.stop();
  expect(invalidCounts).toEqual([0]);
});

/** A pool whose process is killed at the first `times` statements of this kind. */
function failingAt(kind: RegExp, times = Infinity): Pool {
  let left = times;
  return interceptPool(
    server.pools.worker,
    async () =>
      await Promise.resolve(async (statement, run) => {
        if (left === 0 || !kind.test(statement.text)) return await run(statement);
        left -= 1;
        throw new Error('killed');
      }),
  );
}

import { operatorOrder, operatorOrdersView, operatorReceipt } from '@candor/contract/console-orders';
import type { OperatorOrderLine } from '@candor/contract/console-orders';
import type { OrderView } from '@candor/contract/trading';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeMember, makeSession } from '../testing/factories.ts';
import { makeClockMovable } from '../testing/movable-clock.ts';
import type { MovableClock } from '../testing/movable-clock.ts';
import { placeSigned, PRICE, runOn, signClose } from '../testing/signed-orders.ts';
import { startTestConsole } from '../testing/test-console.ts';
import type { TestConsole } from '../testing/test-console.ts';
import { createTestDb } from '../testing/test-db.ts';
import { startTestServer } from '../testing/test-server.ts';
import type { TestServer } from '../testing/test-server.ts';

let server: TestServer;
let consoleSite: TestConsole;
let clock: MovableClock;
let support: { token: string };
let memberId: bigint;
let username: string;
let won: OrderView;
let voided: OrderView;
let open: OrderView;

beforeAll(async () => {
  const db = await createTestDb();
  clock = await makeClockMovable(db.ownerUrl);
  server = await startTestServer({}, db);
  consoleSite = await startTestConsole(server);
  support = await consoleSite.operator('support');
  memberId = await makeMember(server.pool);
  const token = await makeSession(server.pool, memberId);
  const { rows } = await server.ownerPool.query<{ username: string }>('select username from member where id = $1', [
    memberId,
  ]);
  username = rows[0]?.username ?? '';
  won = await placeSigned(server, token, 'WINUSD', { feeRate: 100 });
  await runOn(
    server,
    won,
    [
      [0, PRICE],
      [5, PRICE + 1],
    ],
    clock,
  );
  await signClose(server, won);
  voided = await placeSigned(server, token, 'VOIDUSD');
  await runOn(server, voided, [[9, PRICE]], clock);
  const other = await makeSession(server.pool, await makeMember(server.pool));
  open = await placeSigned(server, other, 'OPENUSD', { durationSec: 60 });
});
afterAll(async () => {
  await clock.close();
  await consoleSite.stop();
  await server.stop();
});

async function list(query: string): Promise<OperatorOrderLine[]> {
  const { body } = await consoleSite.call('GET', `/api/console/orders?${query}`, { token: support.token });
  return operatorOrdersView.parse(body.data).items;
}

async function found(query: string): Promise<string[]> {
  return (await list(query)).map(({ product }) => product);
}

describe('the orders of a site', () => {
  it('are all there, the newest first, each with its member', async () => {
    const all = await list('');
    expect(all.map(({ id }) => id)).toEqual([open.id, voided.id, won.id]);
    expect(all.at(-1)).toMatchObject({
      no: won.no,
      member: { id: memberId.toString(), username },
      stake: won.stake,
      status: 'won',
      reason: null,
    });
    expect(await found('sort=acceptedAt')).toEqual(['WINUSD', 'VOIDUSD', 'OPENUSD']);
  });

  it('that take long to find delay nobody who decides', async () => {
    const holder = await server.ownerPool.connect();
    const lists: Promise<OperatorOrderLine[]>[] = [];
    try {
      await holder.query('begin; lock table trade_order in access exclusive mode');
      // More than the console has connections.
      for (let n = 0; n < 8; n += 1) lists.push(list(''));
      await expect
        .poll(async () => (await holder.query('select from pg_locks where not granted')).rowCount)
        .toBeGreaterThan(1);
      let code: unknown;
      const other = consoleSite.call('GET', '/api/console/members', { token: support.token }).then(({ body }) => {
        code = body.code;
      });
      await expect.poll(() => code, { timeout: 5_000 }).toBe(200);
      await other;
    } finally {
      await holder.query('rollback');
      holder.release();
    }
    expect((await Promise.all(lists)).map((items) => items.length)).toEqual(Array.from(lists, () => 3));
  });

  it('are found by number, id and member, and by nothing else', async () => {
    expect(await found(`q=${won.no}`)).toEqual(['WINUSD']);
    expect(await found(`q=%23${won.no}`)).toEqual(['WINUSD']);
    expect(await found(`q=${open.id.toUpperCase()}`)).toEqual(['OPENUSD']);
    expect(await found(`q=${username.slice(0, -1).toUpperCase()}`)).toEqual(['VOIDUSD', 'WINUSD']);
    expect(await found('q=nobody_at_all')).toEqual([]);
    expect(await found('q=00000000-0000-4000-8000-000000000000')).toEqual([]);
  });

  it('are narrowed by state, reason, product, direction, wallet, stake and time', async () => {
    expect(await found('status=open')).toEqual(['OPENUSD']);
    expect(await found('status=won,voided')).toEqual(['VOIDUSD', 'WINUSD']);
    expect(await found('status=voided')).toEqual(['VOIDUSD']);
    expect(await found('status=lost')).toEqual([]);
    expect(await found('reason=NO_ENTRY_TICK,NO_EXIT_TICK,NOT_LOGGED')).toEqual(['VOIDUSD']);
    expect(await found('reason=FEED_CHANGED')).toEqual([]);
    expect(await found('status=won&reason=NO_ENTRY_TICK')).toEqual([]);
    expect(await found('product=winusd')).toEqual(['WINUSD']);
    expect(await found('direction=down')).toEqual([]);
    expect(await found('wallet=cash')).toEqual([]);
    expect(await found(`stakeFrom=${won.stake}&stakeTo=${won.stake}`)).toHaveLength(3);
    expect(await found('stakeTo=0.01')).toEqual([]);
    expect(await found(`from=${voided.acceptedAt}&to=${open.acceptedAt}`)).toEqual(['VOIDUSD']);
    const call = async (query: string) =>
      (await consoleSite.call('GET', `/api/console/orders?${query}`, { token: support.token })).body;
    expect(await call('stakeFrom=0.00001')).toMatchObject({ fields: { stakeFrom: 'FIELD_INVALID' } });
    expect(await call('status=lucky')).toMatchObject({ fields: { status: 'FIELD_INVALID' } });
    expect(await call('cursor=7')).toMatchObject({ fields: { cursor: 'FIELD_INVALID' } });
  });

  it('come page by page, each once', async () => {
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const { body } = await consoleSite.call(
        'GET',
        `/api/console/orders?limit=1${cursor === '' ? '' : `&cursor=${cursor}`}`,
        { token: support.token },
      );
      const page = operatorOrdersView.parse(body.data);
      seen.push(...page.items.map(({ product }) => product));
      cursor = page.nextCursor;
    }
    expect(seen).toEqual(['OPENUSD', 'VOIDUSD', 'WINUSD']);
  });

  it('are a file with the same filters', async () => {
    const { text } = await consoleSite.call('POST', '/api/console/exports', {
      token: support.token,
      body: {
        list: 'orders',
        language: 'en',
        filter: { status: 'voided' },
        columns: [
          { name: 'no', title: 'No.' },
          { name: 'member', title: 'Member' },
          { name: 'state', title: 'State', words: { voided: 'Void' } },
          { name: 'stake', title: 'Stake' },
        ],
      },
    });
    expect(text.trim().split('\r\n').slice(1)).toEqual([`${voided.no},${username},Void,${voided.stake}`]);
  });
});

describe('one order', () => {
  it('has its prices second by second, the two that decided, and what it moved', async () => {
    const { body } = await consoleSite.call('GET', `/api/console/orders/${won.id}`, { token: support.token });
    const order = operatorOrder.parse(body.data);
    expect(order).toMatchObject({
      id: won.id,
      status: 'won',
      entry: { at: won.entryAt, price: order.entryPrice },
      exit: { at: won.closesAt, price: order.exitPrice },
    });
    expect(order.prices?.map(({ at }) => at)).toEqual(expect.arrayContaining([won.entryAt, won.closesAt]));
    expect(order.transfers.map(({ type }) => type)).toEqual(expect.arrayContaining(['orderStake', 'orderPayout']));
  });

  it('that is void has its reason, and no price that decided', async () => {
    const { body } = await consoleSite.call('GET', `/api/console/orders/${voided.id}`, { token: support.token });
    const order = operatorOrder.parse(body.data);
    expect(order).toMatchObject({ status: 'voided', entry: null, exit: null });
    expect(order.reason).not.toBeNull();
    expect(order.transfers.map(({ type }) => type)).toContain('orderRefund');
  });

  it('has the receipt that its member gets, and a verdict on it', async () => {
    const { body } = await consoleSite.call('GET', `/api/console/orders/${won.id}/receipt`, { token: support.token });
    const { finding, receipt } = operatorReceipt.parse(body.data);
    expect(finding).toMatchObject({ verdict: 'valid', status: 'won', failed: null });
    expect(receipt).toContain(won.id);
    const early = await consoleSite.call('GET', `/api/console/orders/${open.id}/receipt`, { token: support.token });
    expect(operatorReceipt.parse(early.body.data).finding.verdict).toBe('provisional');
  });

  it('is refused where there is none, and to those who may not read orders', async () => {
    const none = '/api/console/orders/00000000-0000-4000-8000-000000000000';
    for (const path of [none, `${none}/receipt`])
      expect((await consoleSite.call('GET', path, { token: support.token })).body).toMatchObject({
        error: 'ORDER_NOT_FOUND',
      });
    // A member's id and an order's number are no ids of orders.
    for (const id of [memberId.toString(), won.no, 'x'])
      expect((await consoleSite.call('GET', `/api/console/orders/${id}`, { token: support.token })).body).toMatchObject(
        { error: 'FIELD_INVALID' },
      );
    const reviewer = await consoleSite.operator('reviewer');
    expect((await consoleSite.call('GET', '/api/console/orders', { token: reviewer.token })).body).toMatchObject({
      error: 'FORBIDDEN',
    });
  });
});

import { randomUUID } from 'node:crypto';
import { operatorProductsView, resumptionView, stopsView, stopView } from '@candor/contract/console-products';
import type { StopView } from '@candor/contract/console-products';
import { productView, stopsView as publicStops } from '@candor/contract/market';
import { errorText } from '@candor/contract/errors';
import { LANGUAGES } from '@candor/contract/languages';
import { amount } from '@candor/domain/testing/test-currency';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { makeCommand, makeFresh, makeMember, makeProduct } from '../testing/factories.ts';
import { startTestConsole } from '../testing/test-console.ts';
import type { TestConsole } from '../testing/test-console.ts';
import { startTestServer } from '../testing/test-server.ts';
import type { TestServer } from '../testing/test-server.ts';
import { placeOrders } from '../features/trading/place-orders.ts';

type Operator = Awaited<ReturnType<TestConsole['operator']>>;

let server: TestServer;
let consoleSite: TestConsole;
let admin: Operator;
let cashier: Operator;

beforeAll(async () => {
  server = await startTestServer();
  consoleSite = await startTestConsole(server);
  admin = await consoleSite.operator('owner');
  cashier = await consoleSite.operator('cashier');
  for (const code of ['AAUSD', 'BBUSD']) {
    await makeProduct(server.ownerPool, code);
  }
}, 180_000);
afterEach(async () => {
  for (const { id } of (await products()).stops) await resume(id);
});
afterAll(async () => {
  await consoleSite.stop();
  await server.stop();
});

async function post(path: string, body: object, by: Operator = cashier, key: string = randomUUID()) {
  return (await consoleSite.call('POST', path, { token: by.token, key, body })).body;
}

async function get(path: string, by: Operator = cashier) {
  return (await consoleSite.call('GET', path, { token: by.token })).body.data;
}

async function products() {
  return operatorProductsView.parse(await get('/api/console/products'));
}

async function stop(scope: string, body: object = { reason: 'UNUSUAL_PRICES' }, by = cashier): Promise<StopView> {
  return stopView.parse((await post('/api/console/stops', { scope, ...body }, by)).data);
}

async function resume(stopId: string): Promise<void> {
  const { open } = stopsView.parse(await get('/api/console/stops')).items.find(({ id }) => id === stopId) ?? {};
  if (open !== undefined && open !== null)
    await post(`/api/console/resumptions/${open}/decision`, { approve: false, reason: 'anew' }, admin);
  const { id } = resumptionView.parse(
    (await post('/api/console/resumptions', { stopId, reason: 'it is fine again' })).data,
  );
  await post(`/api/console/resumptions/${id}/decision`, { approve: true }, admin);
}

async function order(product: string) {
  await makeFresh(server, product);
  const [answer] = await placeOrders(server.pool, 'practice', [
    makeCommand(await makeMember(server.pool), { product }),
  ]);
  return answer;
}

describe('a stop', () => {
  it('of one operator refuses new orders at once, with its reason; orders that run stay as they are', async () => {
    const before = await order('AAUSD');
    if (before?.ok !== true) throw new Error('refused');
    const stopped = await stop('product/AAUSD', { reason: 'UNUSUAL_PRICES', note: 'a jump of 4 %' });
    expect(stopped).toMatchObject({ scope: 'product/AAUSD', by: { id: `${cashier.id}` }, open: null, ended: null });
    expect(await order('AAUSD')).toEqual({
      ok: false,
      error: 'TRADING_FORBIDDEN',
      params: { because: 'STOPPED_UNUSUAL_PRICES' },
    });
    expect(await order('BBUSD')).toMatchObject({ ok: true });
    const { rows } = await server.ownerPool.query('select closes_at from position where order_id = $1', [
      before.order.id,
    ]);
    expect(rows).toHaveLength(1);
  });

  it.each(LANGUAGES)('is told to members in their language: %s', async (language) => {
    const text = errorText('TRADING_FORBIDDEN', language, { because: 'STOPPED_MAINTENANCE' });
    expect(text).toContain(errorText('STOPPED_MAINTENANCE', language));
    expect(text).not.toContain('{');
  });

  it('of a category or of everything covers its products; one of several is enough', async () => {
    const [all, crypto] = [await stop('all', { reason: 'MAINTENANCE' }), await stop('category/crypto')];
    expect((await products()).items.filter(({ status }) => status !== 'forbidden')).toEqual([]);
    await resume(all.id);
    const left = (await products()).items;
    expect(left.filter(({ category }) => category === 'crypto').every(({ status }) => status === 'forbidden')).toBe(
      true,
    );
    expect(left.filter(({ category }) => category !== 'crypto').some(({ status }) => status === 'forbidden')).toBe(
      false,
    );
    expect(await order('AAUSD')).toMatchObject({ params: { because: 'STOPPED_UNUSUAL_PRICES' } });
    await resume(crypto.id);
    expect(await order('AAUSD')).toMatchObject({ ok: true });
  });

  it('is shown to members with its reason, and stays in the history of the product', async () => {
    await stop('product/BBUSD', { reason: 'SOURCE_TROUBLE', note: 'the note stays inside' });
    const answered = await server.call('GET', '/api/market/products/BBUSD');
    const shown = productView.parse(answered.body.data);
    expect(shown).toMatchObject({ status: 'forbidden', stop: { reason: 'SOURCE_TROUBLE' } });
    expect(answered.text).not.toContain('note stays');
    const read = async () => {
      const answer = await server.call('GET', '/api/market/products/BBUSD/stops');
      expect(answer.text).not.toContain('note stays');
      expect(answer.text).not.toContain('username');
      return publicStops.parse(answer.body.data);
    };
    const known = await read();
    expect(known[0]).toEqual({
      scope: 'product',
      reason: 'SOURCE_TROUBLE',
      from: shown.stop?.since,
      until: null,
    });
    expect(known.some(({ scope }) => scope === 'category')).toBe(true);
    const other = publicStops.parse((await server.call('GET', '/api/market/products/AAUSD/stops')).body.data);
    expect(other.every(({ reason }) => reason !== 'SOURCE_TROUBLE')).toBe(true);
    expect((await server.call('GET', '/api/market/products/NOSUCH/stops')).body.error).toBe('PRODUCT_NOT_FOUND');
  });

  it('is refused twice, for what there is not, and without a word for OTHER', async () => {
    await stop('product/AAUSD');
    expect(await post('/api/console/stops', { scope: 'product/AAUSD', reason: 'PRODUCT_RISK' })).toMatchObject({
      error: 'STOP_OPEN',
    });
    expect(await post('/api/console/stops', { scope: 'product/NOSUCH', reason: 'PRODUCT_RISK' })).toMatchObject({
      error: 'PRODUCT_NOT_FOUND',
    });
    expect(await post('/api/console/stops', { scope: 'product/BBUSD', reason: 'OTHER' })).toMatchObject({
      fields: { note: 'NOTE_REQUIRED' },
    });
    expect(await post('/api/console/stops', { scope: 'product/', reason: 'PRODUCT_RISK' })).toMatchObject({
      fields: { scope: 'FIELD_INVALID' },
    });
  });

  it('that is sent twice is one, with one entry of the audit that says what, why, and how many orders run', async () => {
    const key = randomUUID();
    const body = { scope: 'product/AAUSD', reason: 'PRODUCT_RISK' };
    const [one, two] = [
      await post('/api/console/stops', body, cashier, key),
      await post('/api/console/stops', body, cashier, key),
    ];
    expect(two.data).toEqual(one.data);
    const { id } = stopView.parse(one.data);
    const { rows } = await server.ownerPool.query<{ command: string; detail: object }>(
      'select command, detail from audit where subject_id = $1 and seq is not null',
      [id],
    );
    expect(rows).toEqual([
      {
        command: 'console/stops/stop',
        detail: { scope: 'product/AAUSD', reason: 'PRODUCT_RISK', note: null, running: expect.any(Number) },
      },
    ]);
  });
});

describe('to resume', () => {
  it('takes another operator than who proposes it, and says who ended the stop', async () => {
    const { id: stopId } = await stop('product/AAUSD');
    const asked = resumptionView.parse(
      (await post('/api/console/resumptions', { stopId, reason: 'prices agree again' })).data,
    );
    expect((await products()).stops.find(({ id }) => id === stopId)?.open).toBe(asked.id);
    expect(await post('/api/console/resumptions', { stopId, reason: 'again' }, admin)).toMatchObject({
      error: 'RESUMPTION_OPEN',
    });
    const decision = `/api/console/resumptions/${asked.id}/decision`;
    expect(await post(decision, { approve: true })).toMatchObject({ error: 'SECOND_OPERATOR_NEEDED' });
    expect(await order('AAUSD')).toMatchObject({ ok: false });
    expect((await post(decision, { approve: true }, admin)).error).toBeUndefined();
    expect(await order('AAUSD')).toMatchObject({ ok: true });
    const [newest] = stopsView.parse(await get('/api/console/stops?product=AAUSD&limit=1')).items;
    expect(newest).toMatchObject({
      id: stopId,
      ended: { maker: { id: `${cashier.id}` }, checker: { id: `${admin.id}` } },
    });
    expect(await post('/api/console/resumptions', { stopId, reason: 'again' })).toMatchObject({ error: 'STOP_ENDED' });
    expect(await post('/api/console/resumptions', { stopId: randomUUID(), reason: 'x' })).toMatchObject({
      error: 'STOP_NOT_FOUND',
    });
  });
});

describe('during a flood of orders', () => {
  it('no order is accepted behind a stop, and none that was acknowledged is lost', async () => {
    const waiting: bigint[] = [];
    for (let count = 0; count < 20; count += 1)
      waiting.push(...(await Promise.all(Array.from({ length: 20 }, async () => await makeMember(server.pool)))));
    const answers: { id: string | undefined; error: string | undefined }[] = [];
    const work = async (): Promise<void> => {
      for (let memberId = waiting.pop(); memberId !== undefined; memberId = waiting.pop()) {
        const [answer] = await placeOrders(server.pool, 'practice', [makeCommand(memberId, { product: 'AAUSD' })]);
        if (answer === undefined) throw new Error('no answer');
        answers.push(answer.ok ? { id: answer.order.id, error: undefined } : { id: undefined, error: answer.error });
      }
    };
    await makeFresh(server, 'AAUSD');
    const flood = Promise.all(Array.from({ length: 16 }, work));
    await vi.waitFor(() => expect(answers.length).toBeGreaterThan(80), { timeout: 10_000, interval: 5 });
    const stopped = await stop('product/AAUSD');
    await flood;
    const placed = answers.flatMap(({ id }) => (id === undefined ? [] : [id]));
    const refused = answers.flatMap(({ error }) => (error === undefined ? [] : [error]));
    expect(placed.length).toBeGreaterThan(80);
    expect(refused.length).toBeGreaterThan(20);
    expect(new Set(refused)).toEqual(new Set(['TRADING_FORBIDDEN']));
    const { rows } = await server.ownerPool.query<{ kept: number; late: number }>(
      `select count(*) filter (where o.id = any ($1::uuid[]))::int as kept,
         count(*) filter (where o.accepted_at > s.stopped_at)::int as late
       from trade_order o, product_stop s where s.id = $2 and o.product = 'AAUSD'`,
      [placed, stopped.id],
    );
    expect(rows).toEqual([{ kept: placed.length, late: 0 }]);
  }, 30_000);

  it('a stop waits for an order that is on its way, which is kept', async () => {
    const memberId = await makeMember(server.pool);
    const onItsWay = await server.pool.connect();
    await onItsWay.query('begin');
    await onItsWay.query('select hold_order_numbers()');
    let isStopped = false;
    const stopping = stop('product/BBUSD').then((done) => {
      isStopped = true;
      return done;
    });
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(isStopped).toBe(false);
    await makeFresh(server, 'BBUSD');
    // Another one that begins now waits behind the stop, and sees it.
    const behind = placeOrders(server.pool, 'practice', [makeCommand(memberId, { product: 'BBUSD' })]);
    await onItsWay.query('commit');
    onItsWay.release();
    await stopping;
    expect(await behind).toMatchObject([{ ok: false, error: 'TRADING_FORBIDDEN' }]);
  });
});

it('the page of products says what runs, what the day brought, and where its prices come from', async () => {
  const placed = await order('BBUSD');
  if (placed?.ok !== true) throw new Error('refused');
  const { items, since, isWhole } = await products();
  const found = items.find(({ code }) => code === 'BBUSD');
  expect(found).toMatchObject({
    active: true,
    tick: { status: 'OK' },
    terms: { version: 1 },
    running: { up: { orders: expect.any(Number) } },
  });
  expect(Number(found?.running.up.orders)).toBeGreaterThan(0);
  expect(found?.exposure).not.toBe(amount('0'));
  expect(isWhole).toBe(true);
  expect(Date.parse(since)).toBeLessThanOrEqual(Date.now());
});

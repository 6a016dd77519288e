import { randomUUID } from 'node:crypto';
import { productChangeView, productVersionsView } from '@candor/contract/console-product-changes';
import type { ProductChangeBody } from '@candor/contract/console-product-changes';
import { operatorProductsView } from '@candor/contract/console-products';
import { productsView, sessionsView } from '@candor/contract/market';
import { amount } from '@candor/domain/testing/test-currency';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { placeOrders } from '../features/trading/place-orders.ts';
import { databaseNow, makeCommand, makeFresh, makeMember, makeProduct } from '../testing/factories.ts';
import { startTestConsole } from '../testing/test-console.ts';
import type { TestConsole } from '../testing/test-console.ts';
import { startTestServer } from '../testing/test-server.ts';
import type { TestServer } from '../testing/test-server.ts';

/** Products that two operators add, change and retire, up to what members see of it. */
let server: TestServer;
let consoleSite: TestConsole;
let admin: Awaited<ReturnType<TestConsole['operator']>>;
let cashier: typeof admin;

beforeAll(async () => {
  server = await startTestServer();
  consoleSite = await startTestConsole(server);
  [admin, cashier] = [await consoleSite.operator('owner'), await consoleSite.operator('cashier')];
  await makeProduct(server.ownerPool, 'AAUSD');
}, 180_000);
afterAll(async () => {
  await consoleSite.stop();
  await server.stop();
});

async function post(path: string, body: object, by = admin) {
  return (await consoleSite.call('POST', path, { token: by.token, key: randomUUID(), body })).body;
}

async function propose(body: Omit<ProductChangeBody, 'reason'>) {
  return await post('/api/console/product-changes', { ...body, reason: 'members asked' });
}

async function approved(body: Omit<ProductChangeBody, 'reason'>): Promise<string> {
  const { id } = productChangeView.parse((await propose(body)).data);
  const decision = await post(`/api/console/product-changes/${id}/decision`, { approve: true }, cashier);
  expect(decision.error).toBeUndefined();
  return id;
}

async function heldOf(code: string) {
  const { body } = await consoleSite.call('GET', '/api/console/products', { token: cashier.token });
  const found = operatorProductsView.parse(body.data).items.find((one) => one.code === code);
  if (found === undefined) throw new Error(`no ${code}`);
  return found;
}

async function place(product: string) {
  const member = await makeMember(server.pool);
  await makeFresh(server, product, 15);
  const order = { termsVersion: 1, durationSec: 60, product };
  const [answer] = await placeOrders(server.pool, 'practice', [{ ...makeCommand(member, order), ...order }]);
  return answer;
}

const NAMES = { 'zh-Hans': '狗狗币', 'zh-Hant': '狗狗幣', en: 'Doge' };

it('a product that two added is traded; retired it takes no order, and what runs stays as it was accepted', async () => {
  const draft = { names: NAMES, sources: { binance: 'DOGEUSDT' }, calendar: null, active: true };
  const start = {
    category: 'crypto' as const,
    decimals: 2,
    like: 'AAUSD',
    simulated: { level: 15, volatility: 9_000 },
  };
  expect(await propose({ product: 'DOGEUSDT', base: 0, draft })).toMatchObject({ error: 'PRODUCT_BOUNDS' });
  const added = await approved({ product: 'DOGEUSDT', base: 0, draft, start });
  const listed = productsView.parse((await server.call('GET', '/api/market/products')).body.data);
  expect(listed.find(({ code }) => code === 'DOGEUSDT')).toMatchObject({ names: NAMES, termsVersion: 1, decimals: 2 });
  expect(await place('DOGEUSDT')).toMatchObject({ ok: true });

  await approved({ product: 'DOGEUSDT', base: 1, draft: { ...draft, active: false } });
  expect(await place('DOGEUSDT')).toMatchObject({ ok: false });
  expect(await heldOf('DOGEUSDT')).toMatchObject({ active: false, version: 2, running: { up: { orders: 1 } } });
  // Its past stays public.
  const { body } = await server.call('GET', '/api/market/products/DOGEUSDT/versions');
  expect(productVersionsView.parse(body.data).map(({ version, active }) => [version, active])).toEqual([
    [2, false],
    [1, true],
  ]);
  const back = await approved({ product: 'DOGEUSDT', base: 2, draft });
  expect(await place('DOGEUSDT')).toMatchObject({ ok: true });

  const { rows } = await server.ownerPool.query<{ detail: Record<string, string> }>(
    `select detail from audit where subject_id = any($1) and command like '%approve' order by seq`,
    [[added, back]],
  );
  expect(rows.map(({ detail }) => detail['change'])).toEqual([
    'active: - > true; names.zh-Hans: - > 狗狗币; names.zh-Hant: - > 狗狗幣; names.en: - > Doge; sources: - > binance DOGEUSDT',
    'active: false > true',
  ]);
});

it.each(['btcusdt', 'BT', 'X'.repeat(17), 'BTC/../X', 'DROP TABLE', '😀😀😀'])(
  'no product has the code %j',
  async (product) => {
    const draft = { names: NAMES, sources: { binance: 'DOGEUSDT' }, calendar: null, active: true };
    const start = { category: 'crypto' as const, decimals: 2, like: 'AAUSD', simulated: null };
    expect(await propose({ product, base: 0, draft, start })).toMatchObject({
      error: 'FIELD_INVALID',
      fields: { product: 'FIELD_INVALID' },
    });
  },
);

it('a product comes with terms of its own, which the second operator saw', async () => {
  const draft = { names: NAMES, sources: {}, calendar: null, active: true };
  const offer = { seconds: 30, payoutRate: '0.8', minStake: amount('10'), maxStake: amount('500') };
  const terms = { durations: [offer], presets: [amount('50')], feeRate: '0.01' };
  const start = {
    category: 'crypto' as const,
    decimals: 2,
    like: 'AAUSD',
    terms,
    simulated: { level: 15, volatility: 9_000 },
  };
  const body = { product: 'OWNUSD', base: 0, draft, start };
  const high = { ...terms, durations: [{ ...offer, payoutRate: '1.2' }] };
  expect(await propose({ ...body, start: { ...start, terms: high } })).toMatchObject({
    error: 'PRODUCT_BOUNDS',
    fields: { 'start.terms.durations.0.payoutRate': 'PRODUCT_BOUNDS' },
  });
  const proposed = productChangeView.parse((await propose(body)).data);
  const shown = { ...offer, payoutRate: '0.8000' };
  expect(proposed.start?.terms).toMatchObject({ durations: [shown], feeRate: '0.0100' });
  const decision = await post(`/api/console/product-changes/${proposed.id}/decision`, { approve: true }, cashier);
  expect(decision.error).toBeUndefined();
  expect((await heldOf('OWNUSD')).terms).toMatchObject({ version: 1, durations: [shown], feeRate: '0.0100' });
  const { rows } = await server.ownerPool.query<{ change: string }>(
    `select detail ->> 'change' as change from audit where subject_id = $1 and command like '%approve'`,
    [proposed.id],
  );
  expect(rows[0]?.change).toContain(`payoutRate/30: - > 0.8000; minStake/30: - > ${amount('10')}`);
  expect(rows[0]?.change).toContain('feeRate: - > 0.0100');
});

it('other hours are public at once, and hold from a moment after every order that runs', async () => {
  const before = sessionsView.parse((await server.call('GET', '/api/market/products/AAUSD/sessions')).body.data);
  expect(before.sessions).toEqual([{ startsAt: before.from, endsAt: before.to }]);
  const { names, sources, active } = await heldOf('AAUSD');
  const always = [{ start: '00:00', end: '24:00' }];
  const now = await databaseNow(server.pool);
  const holiday = new Date(now + 3 * 86_400_000).toISOString().slice(0, 10);
  const weekly = { 0: always, 1: always, 2: always, 3: always, 4: always, 5: always, 6: always };
  // Today too: but not before the orders that run have closed.
  const today = new Date(now).toISOString().slice(0, 10);
  const calendar = { timeZone: 'UTC', weekly, holidays: [today, holiday] };
  await approved({ product: 'AAUSD', base: 1, draft: { names, sources, active, calendar } });
  const { holdsFrom } = await heldOf('AAUSD');
  expect(Date.parse(holdsFrom ?? '') - now).toBeGreaterThan(70 * 60_000);
  // As the cache of the answer allows.
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  const after = sessionsView.parse((await server.call('GET', '/api/market/products/AAUSD/sessions')).body.data);
  const isOpen = (at: string): boolean => after.sessions.some(({ startsAt, endsAt }) => startsAt <= at && at < endsAt);
  expect(isOpen(new Date(now).toISOString())).toBe(true);
  expect(isOpen(new Date(Date.parse(holdsFrom ?? '') - 1).toISOString())).toBe(true);
  if ((holdsFrom ?? '').startsWith(today)) expect(isOpen(holdsFrom ?? '')).toBe(false);
  expect(isOpen(`${holiday}T12:00:00.000Z`)).toBe(false);
});

import { randomUUID } from 'node:crypto';
import { productTermsChangeView } from '@candor/contract/console-product-terms';
import type { ProductTermsBody } from '@candor/contract/console-product-terms';
import { operatorProductsView } from '@candor/contract/console-products';
import { productView, publishedTermsView } from '@candor/contract/market';
import { amount } from '@candor/domain/testing/test-currency';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { placeOrders } from '../features/trading/place-orders.ts';
import { makeCommand, makeFresh, makeMember, makeProduct } from '../testing/factories.ts';
import { startTestConsole } from '../testing/test-console.ts';
import type { TestConsole } from '../testing/test-console.ts';
import { startTestServer } from '../testing/test-server.ts';
import type { TestServer } from '../testing/test-server.ts';

/** Other terms of a product, from the proposal to the orders of members. That two are needed is tested in proposal-kinds.test.ts. */
let server: TestServer;
let consoleSite: TestConsole;
let admin: Awaited<ReturnType<TestConsole['operator']>>;
let cashier: typeof admin;

beforeAll(async () => {
  server = await startTestServer();
  consoleSite = await startTestConsole(server);
  [admin, cashier] = [await consoleSite.operator('owner'), await consoleSite.operator('cashier')];
  for (const code of ['AAUSD', 'BBUSD']) {
    await makeProduct(server.ownerPool, code);
  }
}, 180_000);
afterAll(async () => {
  await consoleSite.stop();
  await server.stop();
});

type Terms = ProductTermsBody['terms'];

async function held(code: string): Promise<{ version: number; terms: Terms }> {
  const { body } = await consoleSite.call('GET', '/api/console/products', { token: cashier.token });
  const terms = operatorProductsView.parse(body.data).items.find((one) => one.code === code)?.terms;
  if (terms === undefined || terms === null) throw new Error('no terms');
  const { version, durations, presets, feeRate } = terms;
  return { version, terms: { durations, presets, feeRate } };
}

async function post(path: string, body: object, by = admin) {
  return (await consoleSite.call('POST', path, { token: by.token, key: randomUUID(), body })).body;
}

async function propose(product: string, changes: (terms: Terms) => Partial<Terms>, base?: number) {
  const { version, terms } = await held(product);
  const body = { product, base: base ?? version, terms: { ...terms, ...changes(terms) }, reason: 'a wilder market' };
  return await post('/api/console/product-terms', body);
}

/** 60 seconds pay 82 % from now on. */
function lower({ durations }: Terms): Partial<Terms> {
  return {
    durations: durations.map((offer) => (offer.seconds === 60 ? { ...offer, payoutRate: '0.82' } : offer)),
  };
}

it('new terms hold for new orders alone, are told to members, and stand in the public history', async () => {
  const [early, late] = [await makeMember(server.pool), await makeMember(server.pool)];
  const seen = { termsVersion: 1, durationSec: 60, product: 'AAUSD' };
  await makeFresh(server, 'AAUSD');
  const [before] = await placeOrders(server.pool, 'practice', [{ ...makeCommand(early, seen), ...seen }]);
  expect(before).toMatchObject({ ok: true, order: { payoutRate: '0.8500', termsVersion: 1 } });

  const asked = productTermsChangeView.parse((await propose('AAUSD', lower)).data);
  expect(asked).toMatchObject({ base: 1, product: { code: 'AAUSD' } });
  expect(asked.before.durations.find(({ seconds }) => seconds === 60)?.payoutRate).toBe('0.8500');
  expect(asked.terms.durations.find(({ seconds }) => seconds === 60)?.payoutRate).toBe('0.8200');
  expect((await held('AAUSD')).version).toBe(1);
  const approved = await post(`/api/console/product-terms/${asked.id}/decision`, { approve: true }, cashier);
  expect(approved.error).toBeUndefined();

  // Worse than what this member saw: they are asked again.
  await makeFresh(server, 'AAUSD');
  const [refused] = await placeOrders(server.pool, 'practice', [{ ...makeCommand(late, seen), ...seen }]);
  expect(refused).toEqual({ ok: false, error: 'TERMS_CHANGED', params: { current: 2 } });
  const now = { ...seen, termsVersion: 2 };
  const [after] = await placeOrders(server.pool, 'practice', [{ ...makeCommand(late, now), ...now }]);
  expect(after).toMatchObject({ ok: true, order: { payoutRate: '0.8200', termsVersion: 2 } });
  const { rows } = await server.ownerPool.query('select payout_rate::int from trade_order where member_id = $1', [
    early.toString(),
  ]);
  expect(rows).toEqual([{ payout_rate: 8_500 }]);

  const shown = productView.parse((await server.call('GET', '/api/market/products/AAUSD')).body.data);
  expect(shown).toMatchObject({ termsVersion: 2 });
  const history = publishedTermsView.parse((await server.call('GET', '/api/market/products/AAUSD/terms')).body.data);
  expect(history.map(({ version }) => version)).toEqual([2, 1]);
  expect(history[0]?.document).toContain('"payoutRate":"0.8200"');

  const { rows: acts } = await server.ownerPool.query<{ command: string; detail: Record<string, string> }>(
    'select command, detail from audit where subject_id = $1 order by seq',
    [asked.id],
  );
  expect(acts.map(({ command, detail }) => [command, detail['product'], detail['change']])).toEqual([
    ['console/product-terms/propose', 'AAUSD', 'payoutRate/60: 0.8500 > 0.8200'],
    ['console/product-terms/approve', 'AAUSD', 'payoutRate/60: 0.8500 > 0.8200'],
  ]);
});

it.each<[string, (terms: Terms) => Partial<Terms>, object]>([
  ['nothing', () => ({}), { error: 'TERMS_UNCHANGED' }],
  ['no duration', () => ({ durations: [] }), { fields: { 'terms.durations': 'TERMS_BOUNDS' } }],
  [
    'a payout beyond the stake',
    ({ durations }) => ({ durations: durations.map((offer) => ({ ...offer, payoutRate: '1.0001' })) }),
    { fields: { 'terms.durations.0.payoutRate': 'TERMS_BOUNDS' } },
  ],
  ['a fee beyond all', () => ({ feeRate: '0.2' }), { fields: { 'terms.feeRate': 'TERMS_BOUNDS' } }],
  ['presets that nothing takes', () => ({ presets: [amount('1')] }), { fields: { 'terms.presets': 'TERMS_BOUNDS' } }],
  ['a rate that is none', () => ({ feeRate: 'all' }), { fields: { 'terms.feeRate': 'FIELD_INVALID' } }],
])('%s is refused', async (_, changes, refusal) => {
  expect(await propose('BBUSD', changes)).toMatchObject(refusal);
});

it('an older version, another product and a second proposal are refused', async () => {
  expect(await propose('BBUSD', lower, 7)).toMatchObject({ error: 'TERMS_CHANGE_OLD' });
  const { terms } = await held('BBUSD');
  const body = { product: 'NOSUCH', base: 1, terms, reason: 'x' };
  expect(await post('/api/console/product-terms', body)).toMatchObject({ error: 'PRODUCT_NOT_FOUND' });
  expect((await propose('BBUSD', lower)).error).toBeUndefined();
  expect(await propose('BBUSD', lower)).toMatchObject({ error: 'TERMS_CHANGE_OPEN' });
});

it('a duration is added and taken away', async () => {
  const seconds = async () => (await held('AAUSD')).terms.durations.map((one) => one.seconds);
  const before = await seconds();
  const offer = { seconds: 600, payoutRate: '0.9', minStake: amount('10'), maxStake: amount('100') };
  for (const [changes, wanted] of [
    [({ durations }: Terms) => ({ durations: [offer, ...durations] }), [...before, 600]],
    [({ durations }: Terms) => ({ durations: durations.filter((one) => one.seconds !== 600) }), before],
  ] as const) {
    const { id } = productTermsChangeView.parse((await propose('AAUSD', changes)).data);
    await post(`/api/console/product-terms/${id}/decision`, { approve: true }, cashier);
    expect(await seconds()).toEqual(wanted);
  }
});

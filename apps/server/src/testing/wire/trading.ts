import { buffer } from 'node:stream/consumers';
import { amount } from '@candor/domain/testing/test-currency';
import { localDateAt } from '@candor/domain/market/local-time';
import { stampHead } from '../../features/order-log/time-stamps/stamp-head.ts';
import { databaseNow, makeProduct, makeTicks } from '../factories.ts';
import { placeSigned, runOn, signClose } from '../signed-orders.ts';
import { makeTimeAuthority, serveTimeAuthority } from '../test-time-authority.ts';
import { idOf, textAt } from './wire-site.ts';
import type { Caller, WireSite } from './wire-site.ts';

const ABSENT = '00000000-0000-4000-8000-000000000000';

/** One more tick, of a second that has just begun. */
export async function freshTick({ server, clock }: WireSite, product: string): Promise<void> {
  const at = await clock.nextSecond(server.context.clock);
  await makeTicks(server, product, [{ at, price: 10_000 }]);
}

/** Orders of a member: placed, refused, read, settled, and proved. */
export async function recordTrading(wire: WireSite): Promise<void> {
  const { call, refused, server } = wire;
  const member = await wire.member('wire_trader');
  await makeProduct(server.ownerPool, 'WIREUSD', { feeRate: 100 });
  const body = { product: 'WIREUSD', direction: 'up', durationSec: 60, stake: amount('100') };
  const place = 'POST /api/trade/orders';
  const key = '0190a5c0-0000-7000-8000-000000000003';
  await refused(member, place, 'PRICE_UNAVAILABLE', { body });
  await freshTick(wire, 'WIREUSD');
  const placed = await call(member, place, { body, key });
  await call(member, place, { body, key, note: 'again' });
  // Its entry is published before anything else is read of it.
  await makeTicks(server, 'WIREUSD', [{ at: Date.parse(textAt(placed, 'entryAt')), price: 10_000 }]);
  await wire.clock.moveBy(2_000);
  await server.context.clock.measure();
  await refused(member, place, 'IDEMPOTENCY_KEY_REUSED', { body: { ...body, stake: amount('101') }, key });
  await refused(member, place, 'IDEMPOTENCY_KEY_REQUIRED', { body, key: null });
  await freshTick(wire, 'WIREUSD');
  await refused(member, place, 'POSITION_PENDING', { body });
  for (const language of ['zh-CN', 'zh-TW'])
    await refused(member, place, 'STAKE_BELOW_MINIMUM', {
      body: { ...body, stake: amount('1') },
      language,
      note: language,
    });
  for (const [error, more] of [
    ['STAKE_REQUIRED', { stake: undefined }],
    ['STAKE_INVALID', { stake: 100 }],
    ['STAKE_TOO_PRECISE', { stake: '100.0000' }],
    ['STAKE_ABOVE_MAXIMUM', { stake: amount('50001') }],
    ['DIRECTION_INVALID', { direction: 'sideways' }],
    ['DURATION_INVALID', { durationSec: 7 }],
    ['PRODUCT_NOT_FOUND', { product: 'NOTHING' }],
    ['FIELD_UNKNOWN', { outcome: 'won' }],
    ['WALLET_UNAVAILABLE', { wallet: 'cash' }],
  ] as const) {
    await freshTick(wire, 'WIREUSD');
    await refused(member, place, error, { body: { ...body, ...more } });
  }
  await refused(member, place, 'DEVICE_KEY_REQUIRED', { body, signature: null });
  await call(member, `GET /api/trade/orders?key=${key}`);
  await call(member, `GET /api/trade/orders?key=${ABSENT}`);

  const proved = await recordProof(wire, member);
  await call(member, 'GET /api/trade/orders');
  const page = await call(member, 'GET /api/trade/orders?limit=1&wallet=practice');
  await call(member, `GET /api/trade/orders?limit=1&cursor=${textAt(page, 'nextCursor')}`);
  await call(member, 'GET /api/trade/orders?status=settled&result=won');
  await call(member, 'GET /api/trade/orders?status=open&product=WIREUSD');
  await refused(member, 'GET /api/trade/orders?stauts=open', 'FIELD_UNKNOWN');
  await refused(member, 'GET /api/trade/orders?status=lost', 'FIELD_INVALID');
  await refused(member, 'GET /api/trade/orders?cursor=x', 'FIELD_INVALID');
  await call(member, 'GET /api/trade/summary');
  await call(member, 'GET /api/trade/summary?product=WIRESIGNED&result=won');
  await refused(member, 'GET /api/trade/summary?from=yesterday', 'FIELD_INVALID');
  await recordFairness(wire);
  await recordEarnings(wire, member, proved);
}

async function recordProof(wire: WireSite, member: Caller): Promise<string> {
  const { call, refused, server, clock } = wire;
  const order = await placeSigned(server, member.token, 'WIRESIGNED');
  const at = `/api/trade/orders/${order.id}`;
  await call(member, `GET ${at}`);
  await call(member, `GET ${at}/receipt`, { note: 'an open order' });
  await runOn(
    server,
    order,
    [
      [0, 10_000],
      [5, 10_100],
    ],
    clock,
  );
  await signClose(server, order);
  await call(member, `GET ${at}`);
  await call(member, `GET ${at}/receipt`);
  await call(member, `GET ${at}/log-proof`);
  for (const path of ['', '/receipt', '/log-proof'])
    await refused(member, `GET /api/trade/orders/${ABSENT}${path}`, 'ORDER_NOT_FOUND');
  await refused(member, 'GET /api/trade/orders/nothing', 'FIELD_INVALID');

  await call(null, 'GET /api/log/checkpoint');
  await call(null, 'GET /api/log/tile/0/000.p/1');
  await call(null, 'GET /api/log/tile/entries/000.p/1');
  await call(null, 'GET /api/log/witnesses');
  await call(null, 'GET /api/log/policy');
  await call(null, 'GET /api/log/openings?from=0&limit=2');
  await refused(null, 'GET /api/log/openings', 'FIELD_REQUIRED');
  await refused(null, 'GET /api/log/openings?from=0&limit=257', 'FIELD_INVALID');
  await stamp(wire);
  await call(null, 'GET /api/log/time-stamps');
  await call(null, 'GET /api/log/time-stamps?before=2020-01-01T00:00:00.000Z');
  await refused(null, 'GET /api/log/time-stamps?before=never', 'FIELD_INVALID');
  const terms = await call(null, 'GET /api/market/products/WIRESIGNED/terms');
  expectSome(textAt(terms, 0));
  await call(null, 'GET /api/market/products/WIRESIGNED/ticks?fromSeq=1&toSeq=5');
  await call(null, 'GET /api/market/products/WIRESIGNED/sources?fromSeq=1&toSeq=2');
  await refused(null, 'GET /api/market/products/NOTHING/sources?fromSeq=1&toSeq=2', 'PRODUCT_NOT_FOUND');
  const page = await call(null, 'GET /api/market/checkpoints?product=WIRESIGNED&limit=1');
  await call(null, `GET /api/market/checkpoints?product=WIRESIGNED&limit=1&cursor=${textAt(page, 'nextCursor')}`);
  await refused(null, 'GET /api/market/checkpoints?cursor=x', 'FIELD_INVALID');
  return order.id;
}

function expectSome(text: string): void {
  if (text === '""') throw new Error('nothing was answered');
}

/** One look of the worker at the head of the log, stamped by an authority of this machine. */
async function stamp({ server }: WireSite): Promise<void> {
  const authority = await makeTimeAuthority();
  const served = await serveTimeAuthority((request, response) => {
    void buffer(request)
      .then(async (asked) => await authority.answer(asked, { atMs: server.context.clock.now() }))
      .then((answer) => response.setHeader('content-type', 'application/timestamp-reply').end(answer));
  });
  const deps = {
    pool: server.pools.worker,
    signer: server.context.signer,
    clock: server.context.clock,
    callMsMax: 10_000,
  };
  await stampHead(deps, { url: served.url, roots: [authority.root] }, new AbortController().signal);
  await served.stop();
}

async function recordFairness(wire: WireSite): Promise<void> {
  const { call, refused, server } = wire;
  const today = localDateAt(server.context.site.timeZone, server.context.clock.now());
  await call(null, 'GET /api/market/fairness');
  await call(null, 'GET /api/market/fairness?days=30&product=WIRESIGNED&wallet=practice');
  await refused(null, 'GET /api/market/fairness?days=31', 'FIELD_INVALID');
  await call(null, 'GET /api/market/fairness/voids');
  await call(null, 'GET /api/market/fairness/voids?days=1&product=WIRESIGNED&wallet=practice');
  await refused(null, 'GET /api/market/fairness/voids?days=30', 'FIELD_INVALID');
  await call(null, 'GET /api/market/fairness/months');
  await call(null, 'GET /api/market/fairness/accounts?month=2026-01');
  await refused(null, 'GET /api/market/fairness/accounts?month=2026-13', 'FIELD_INVALID');
  const page = await call(null, `GET /api/market/fairness/orders?date=${today}&limit=1`);
  await call(null, `GET /api/market/fairness/orders?date=${today}&wallet=practice`);
  await call(null, `GET /api/market/fairness/orders?date=${today}&format=csv`);
  if (textAt(page, 'nextCursor') !== '""')
    await call(null, `GET /api/market/fairness/orders?date=${today}&limit=1&cursor=${textAt(page, 'nextCursor')}`);
  await refused(null, `GET /api/market/fairness/orders?date=${today}&cursor=x`, 'FIELD_INVALID');
  await refused(null, 'GET /api/market/fairness/orders', 'FIELD_REQUIRED');
  await refused(null, 'GET /api/market/fairness/orders?date=2026-02-31&format=csv', 'FIELD_INVALID');
}

async function recordEarnings(wire: WireSite, member: Caller, orderId: string): Promise<void> {
  const { call, refused, server } = wire;
  const today = localDateAt(server.context.site.timeZone, server.context.clock.now());
  await call(member, 'GET /api/index/member');
  await call(member, 'GET /api/user/money');
  await call(member, 'GET /api/user/money?wallet=practice');
  await refused(member, 'GET /api/user/money?wallet=cash', 'WALLET_UNAVAILABLE');
  await refused(member, 'GET /api/user/money?wallet=gold', 'FIELD_INVALID');
  await call(member, 'GET /api/wallet/balance-line');
  await call(member, 'GET /api/wallet/balance-line?days=30&wallet=practice');
  await refused(member, 'GET /api/wallet/balance-line?days=8', 'FIELD_INVALID');
  await call(member, `GET /api/wallet/earnings?date=${today}`);
  await call(member, `GET /api/wallet/earnings?date=${today}&limit=1&cursor=1`);
  await refused(member, 'GET /api/wallet/earnings', 'FIELD_REQUIRED');
  await refused(member, 'GET /api/wallet/earnings?date=2026-02-31', 'FIELD_INVALID');
  await call(member, 'GET /api/wallet/transfers');
  const page = await call(member, 'GET /api/wallet/transfers?limit=2');
  await call(member, `GET /api/wallet/transfers?limit=2&cursor=${textAt(page, 'nextCursor')}`);
  await call(member, `GET /api/wallet/transfers?refId=${orderId}`);
  await call(member, 'GET /api/wallet/transfers?type=practiceGrant&account=funds');
  await call(member, 'GET /api/wallet/transfers?format=csv');
  await call(member, 'GET /api/wallet/transfers?format=csv', { language: 'zh-CN', note: 'zh-CN' });
  await refused(member, 'GET /api/wallet/transfers?cursor=x', 'FIELD_INVALID');
  await refused(member, 'GET /api/wallet/transfers?cursor=x&format=csv', 'FIELD_INVALID');
  await refused(member, 'GET /api/wallet/transfers?type=gift', 'FIELD_INVALID');
  await refused(member, 'POST /api/wallet/practice/reset', 'IDEMPOTENCY_KEY_REQUIRED', { key: null });
  await refused(member, 'POST /api/wallet/practice/reset', 'FIELD_UNKNOWN', { body: { amount: '1' } });
  const key = '0190a5c0-0000-7000-8000-000000000004';
  await call(member, 'POST /api/wallet/practice/reset', { key });
  await call(member, 'POST /api/wallet/practice/reset', { key, note: 'again' });
}

/** What everyone may see of the market, and what a member asks to hear of it. */
export async function recordMarket(wire: WireSite): Promise<void> {
  const { call, refused, server } = wire;
  await makeProduct(server.ownerPool, 'WIREALERT');
  const now = Math.floor((await databaseNow(server.pool)) / 60_000) * 60_000;
  await makeTicks(server, 'WIREALERT', [
    { at: now - 60_000, price: 9_900 },
    { at: now, price: 10_000 },
  ]);
  await server.ownerPool.query(
    `insert into candle (product, t, o, h, l, c, src, feed)
     values ('WIREALERT', to_timestamp($1::float8 / 1000), 9900, 10000, 9800, 9950, 'ticks', 'simulated') on conflict do nothing`,
    [now - 60_000],
  );
  const products = await call(null, 'GET /api/market/products');
  await call(null, 'GET /api/market/products', {
    headers: { 'if-none-match': String(products.headers['etag']) },
    note: 'with the tag of the answer before',
  });
  await call(null, 'GET /api/market/products/WIREALERT');
  await refused(null, 'GET /api/market/products/NOTHING', 'PRODUCT_NOT_FOUND');
  await refused(null, 'GET /api/market/products/no-such', 'PRODUCT_NOT_FOUND');
  await call(null, 'GET /api/market/products/WIREALERT/sessions');
  await call(null, 'GET /api/market/products/WIREALERT/room');
  await refused(null, 'GET /api/market/products/NOSUCH/room', 'PRODUCT_NOT_FOUND');
  await call(null, 'GET /api/market/products/WIREALERT/candles?interval=1m&limit=3');
  await call(
    null,
    `GET /api/market/products/WIREALERT/candles?interval=1h&limit=2&before=${new Date(now).toISOString()}`,
  );
  await refused(null, 'GET /api/market/products/WIREALERT/candles?interval=2m', 'FIELD_INVALID');
  await refused(null, 'GET /api/market/products/WIREALERT/candles?interval=1m&before=never', 'FIELD_INVALID');
  await call(null, 'GET /api/market/products/WIREALERT/ticks?fromSeq=1&toSeq=2');
  await refused(null, 'GET /api/market/products/WIREALERT/ticks', 'FIELD_REQUIRED');
  await refused(null, 'GET /api/market/products/WIREALERT/ticks?fromSeq=9&toSeq=2', 'TICKS_RANGE_INVALID');
  await refused(null, 'GET /api/market/products/NOTHING/ticks?fromSeq=1&toSeq=2', 'PRODUCT_NOT_FOUND');
  await call(null, 'GET /api/market/products/WIREALERT/terms');
  await refused(null, 'GET /api/market/products/NOTHING/terms', 'PRODUCT_NOT_FOUND');
  await call(null, 'GET /api/market/products/WIREALERT/sources?fromSeq=1&toSeq=2');
  await call(null, 'GET /api/market/checkpoints');
  await call(null, 'GET /api/market/checkpoints?kind=hour');
  await call(null, 'GET /api/market/sources');
  await call(null, 'GET /api/market/simulator-seeds?day=2026-01-05');
  await refused(null, 'GET /api/market/simulator-seeds', 'FIELD_REQUIRED');
  await refused(null, 'GET /api/market/simulator-seeds?day=today', 'FIELD_INVALID');
  await recordAlerts(wire);
}

async function recordAlerts(wire: WireSite): Promise<void> {
  const { call, refused, server } = wire;
  const member = await wire.member('wire_alert');
  const body = { product: 'WIREALERT', side: 'above', price: '101.00' };
  await call(member, 'GET /api/market/alerts');
  const alert = idOf(await call(member, 'POST /api/market/alerts', { body }));
  await refused(member, 'POST /api/market/alerts', 'ALERT_PRICE_REQUIRED', { body: { ...body, price: '' } });
  await refused(member, 'POST /api/market/alerts', 'ALERT_PRICE_INVALID', { body: { ...body, price: '1e3' } });
  await refused(member, 'POST /api/market/alerts', 'PRODUCT_NOT_FOUND', { body: { ...body, product: 'NOTHING' } });
  await refused(member, 'POST /api/market/alerts', 'IDEMPOTENCY_KEY_INVALID', { body, key: 'x' });
  const hour = [{ start: '05:00', end: '05:59' }];
  const weekly = Object.fromEntries([0, 1, 2, 3, 4, 5, 6].map((day) => [day, hour]));
  await makeProduct(server.ownerPool, 'WIRECLOSED', { calendar: { timeZone: 'UTC', weekly, holidays: [] } });
  const reminder = idOf(await call(member, 'POST /api/market/reminders', { body: { product: 'WIRECLOSED' } }));
  await refused(member, 'POST /api/market/reminders', 'REMINDER_NOT_CLOSED', { body: { product: 'WIREALERT' } });
  await refused(member, 'POST /api/market/reminders', 'PRODUCT_NOT_FOUND', { body: { product: 'NOTHING' } });
  await call(member, 'GET /api/market/alerts');
  await call(member, `DELETE /api/market/alerts/${alert}`);
  await call(member, `DELETE /api/market/alerts/${alert}`, { note: 'again' });
  await refused(member, 'DELETE /api/market/alerts/x', 'FIELD_INVALID');
  await call(member, `DELETE /api/market/reminders/${reminder}`);
  await refused(member, 'DELETE /api/market/reminders/x', 'FIELD_INVALID');
  await call(null, 'POST /api/live', { body: { box: null, after: 0, say: [] } });
  await call(null, 'POST /api/live', { body: { box: 'of nobody', after: 0, say: [] }, note: 'a box of nobody' });
}

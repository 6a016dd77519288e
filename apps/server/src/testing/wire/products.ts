import { amount } from '@candor/domain/testing/test-currency';
import { bookLedger } from '../book-ledger.ts';
import { makeProduct } from '../factories.ts';
import { freshTick } from './trading.ts';
import { idOf, textAt } from './wire-site.ts';
import type { Caller, WireSite } from './wire-site.ts';

const ABSENT = '00000000-0000-4000-8000-000000000000';

/** The products at the console: stopped by one operator, resumed by two; and what members see of it. */
export async function recordProducts(wire: WireSite): Promise<void> {
  const { call, refused, server } = wire;
  const [admin, cashier] = [
    await wire.operator('wire_market_admin', 'owner'),
    await wire.operator('wire_market_eye', 'cashier'),
  ];
  const member = await wire.member('wire_stopped');
  await makeProduct(server.ownerPool, 'WIRESTOP');
  await freshTick(wire, 'WIRESTOP');
  await call(cashier, 'GET /api/console/products');
  await call(cashier, 'GET /api/console/exposure');
  await call(cashier, 'GET /api/console/books?to=2001-01-01');
  await call(cashier, 'GET /api/console/books/transfers?to=2001-01-01');
  await server.ownerPool.query('delete from integrity_check');
  await call(cashier, 'GET /api/console/books/checks');
  await refused(cashier, 'GET /api/console/books?to=2001-02-30', 'FIELD_INVALID');
  await refused(cashier, 'GET /api/console/books/transfers?line=pocket', 'FIELD_INVALID');
  await recordDays(wire, cashier, admin);
  await recordAlarms(wire, cashier, admin);
  const stop = 'POST /api/console/stops';
  const body = { scope: 'product/WIRESTOP', reason: 'UNUSUAL_PRICES', note: 'a jump' };
  await refused(cashier, stop, 'FIELD_INVALID', { body: { ...body, scope: 'member/1' } });
  await refused(cashier, stop, 'NOTE_REQUIRED', { body: { scope: 'all', reason: 'OTHER' } });
  await refused(cashier, stop, 'PRODUCT_NOT_FOUND', { body: { ...body, scope: 'product/NOTHING' } });
  const key = '0190a5c0-0000-7000-8000-000000000025';
  const stopId = idOf(await call(cashier, stop, { body, key }));
  await call(cashier, stop, { body, key, note: 'again' });
  await refused(admin, stop, 'STOP_OPEN', { body });
  const order = { product: 'WIRESTOP', direction: 'up', durationSec: 60, stake: amount('100') };
  await refused(member, 'POST /api/trade/orders', 'TRADING_FORBIDDEN', { body: order });
  await call(null, 'GET /api/market/products/WIRESTOP');
  await call(null, 'GET /api/market/products/WIRESTOP/stops');
  await refused(null, 'GET /api/market/products/NOTHING/stops', 'PRODUCT_NOT_FOUND');

  const resumption = 'POST /api/console/resumptions';
  await refused(cashier, resumption, 'STOP_NOT_FOUND', { body: { stopId: ABSENT, reason: 'x' } });
  await refused(cashier, resumption, 'REASON_REQUIRED', { body: { stopId, reason: '' } });
  const one = idOf(await call(cashier, resumption, { body: { stopId, reason: 'prices agree again' } }));
  await refused(admin, resumption, 'RESUMPTION_OPEN', { body: { stopId, reason: 'me too' } });
  await call(cashier, `${resumption}/${one}/withdraw`, { body: {} });
  const two = idOf(await call(cashier, resumption, { body: { stopId, reason: 'prices agree again' } }));
  await refused(cashier, `${resumption}/${two}/decision`, 'SECOND_OPERATOR_NEEDED', { body: { approve: true } });
  await call(admin, `${resumption}/${two}/decision`, { body: { approve: true } });
  await refused(admin, `${resumption}/${two}/decision`, 'RESUMPTION_DECIDED', { body: { approve: true } });
  await refused(admin, `${resumption}/${ABSENT}/decision`, 'RESUMPTION_NOT_FOUND', { body: { approve: true } });
  await refused(cashier, resumption, 'STOP_ENDED', { body: { stopId, reason: 'once more' } });
  await call(cashier, 'GET /api/console/resumptions');
  await call(cashier, `GET /api/console/resumptions/${two}`);
  await call(admin, stop, { body: { scope: 'category/metal', reason: 'MAINTENANCE' } });
  const page = await call(cashier, 'GET /api/console/stops?limit=1');
  await call(cashier, `GET /api/console/stops?limit=1&cursor=${textAt(page, 'nextCursor')}`);
  await call(cashier, 'GET /api/console/stops?product=WIRESTOP');
  await refused(cashier, 'GET /api/console/stops?cursor=x', 'FIELD_INVALID');
  await recordProductTerms(wire, { admin, cashier });
  await recordProductChanges(wire, { admin, cashier });
}

/** Other terms of a product: proposed, refused, approved. */
async function recordProductTerms(
  { call, refused }: WireSite,
  { admin, cashier }: Readonly<Record<'admin' | 'cashier', Caller>>,
): Promise<void> {
  const at = '/api/console/product-terms';
  const offer = { seconds: 60, payoutRate: '0.82', minStake: amount('10'), maxStake: amount('50000') };
  const terms = { durations: [offer], presets: [amount('100')], feeRate: '0.01' };
  const body = { product: 'WIRESTOP', base: 1, terms, reason: 'a wilder market' };
  const change = `POST ${at}`;
  await refused(admin, change, 'REASON_REQUIRED', { body: { ...body, reason: '' } });
  await refused(admin, change, 'PRODUCT_NOT_FOUND', { body: { ...body, product: 'NOTHING' } });
  await refused(admin, change, 'TERMS_CHANGE_OLD', { body: { ...body, base: 7 } });
  const high = { ...terms, durations: [{ ...offer, payoutRate: '1.5' }] };
  await refused(admin, change, 'TERMS_BOUNDS', { body: { ...body, terms: high } });
  const one = idOf(await call(admin, change, { body }));
  await refused(admin, change, 'TERMS_CHANGE_OPEN', { body });
  await refused(admin, `${change}/${one}/decision`, 'SECOND_OPERATOR_NEEDED', { body: { approve: true } });
  await call(admin, `${change}/${one}/withdraw`, { body: {} });
  const two = idOf(await call(admin, change, { body }));
  await call(cashier, `${change}/${two}/decision`, { body: { approve: true } });
  await refused(cashier, `${change}/${two}/decision`, 'TERMS_CHANGE_DECIDED', { body: { approve: true } });
  await refused(cashier, `${change}/${ABSENT}/decision`, 'TERMS_CHANGE_NOT_FOUND', { body: { approve: true } });
  await call(cashier, `GET ${at}`);
  await call(cashier, `GET ${at}/${two}`);
  await call(null, 'GET /api/market/products/WIRESTOP/terms');
}

/** A product that comes, and another version of one: proposed, refused, approved. */
async function recordProductChanges(
  { call, refused }: WireSite,
  { admin, cashier }: Readonly<Record<'admin' | 'cashier', Caller>>,
): Promise<void> {
  const at = '/api/console/product-changes';
  const names = { 'zh-Hans': '新产品', 'zh-Hant': '新產品', en: 'New' };
  const calendar = { timeZone: 'UTC', weekly: { 1: [{ start: '08:00', end: '16:00' }] }, holidays: ['2030-01-01'] };
  const draft = { names, sources: { binance: 'WIRENEW' }, calendar, active: true };
  const start = { category: 'metal', decimals: 3, like: 'WIRESTOP', simulated: { level: 1_000, volatility: 1_500 } };
  const body = { product: 'WIRENEW', base: 0, draft, start, reason: 'members asked for it' };
  const change = `POST ${at}`;
  await refused(admin, change, 'REASON_REQUIRED', { body: { ...body, reason: '' } });
  await refused(admin, change, 'FIELD_INVALID', {
    body: { ...body, draft: { ...draft, sources: { binance: '../x' } } },
  });
  await refused(admin, change, 'PRODUCT_BOUNDS', { body: { ...body, draft: { ...draft, sources: { okx: 'AAA' } } } });
  await refused(admin, change, 'PRODUCT_NOT_FOUND', { body: { ...body, start: { ...start, like: 'NOTHING' } } });
  await refused(admin, change, 'PRODUCT_EXISTS', { body: { ...body, product: 'WIRESTOP' } });
  await refused(admin, change, 'PRODUCT_NOT_FOUND', { body: { product: 'NOTHING', base: 1, draft, reason: 'x' } });
  const trial = 'POST /api/console/source-trials';
  const asked = { category: 'crypto', sources: { binance: 'WIRENEW' } };
  await refused(admin, trial, 'PRODUCT_BOUNDS', { body: { ...asked, sources: { okx: 'AAA' } } });
  const tried = idOf(await call(admin, trial, { body: asked }));
  await refused(admin, trial, 'SOURCE_TRIAL_OPEN', { body: asked });
  await call(admin, `GET /api/console/source-trials/${tried}`);
  await refused(admin, `GET /api/console/source-trials/${ABSENT}`, 'SOURCE_TRIAL_NOT_FOUND');
  const one = idOf(await call(admin, change, { body }));
  await refused(admin, change, 'PRODUCT_CHANGE_OPEN', { body });
  await refused(admin, `${change}/${one}/decision`, 'SECOND_OPERATOR_NEEDED', { body: { approve: true } });
  await call(cashier, `${change}/${one}/decision`, { body: { approve: true } });
  await refused(cashier, `${change}/${one}/decision`, 'PRODUCT_CHANGE_DECIDED', { body: { approve: true } });
  await refused(cashier, `${change}/${ABSENT}/decision`, 'PRODUCT_CHANGE_NOT_FOUND', { body: { approve: true } });
  const edit = { product: 'WIRENEW', base: 1, draft, reason: 'another holiday' };
  await refused(admin, change, 'PRODUCT_UNCHANGED', { body: edit });
  await refused(admin, change, 'PRODUCT_CHANGE_OLD', { body: { ...edit, base: 7 } });
  await refused(admin, change, 'PRODUCT_SOURCES_FEW', { body: { ...edit, draft: { ...draft, sources: {} } } });
  const two = idOf(await call(admin, change, { body: { ...edit, draft: { ...draft, active: false } } }));
  await call(admin, `${change}/${two}/withdraw`, { body: {} });
  await call(cashier, `GET ${at}/${two}`);
  await call(cashier, `GET ${at}`);
  await call(null, 'GET /api/market/products/WIRENEW/versions');
  await refused(null, 'GET /api/market/products/NOTHING/versions', 'PRODUCT_NOT_FOUND');
}

/** What the ledger says of its dates. Those before this one are over: the site's clock was moved on. */
async function recordDays(wire: WireSite, cashier: Caller, admin: Caller): Promise<void> {
  const { call, refused } = wire;
  await bookLedger(wire.server.pools.worker);
  await call(cashier, 'GET /api/console/overview');
  await call(cashier, 'GET /api/console/state');
  const days = await call(cashier, 'GET /api/console/days?limit=2');
  const [open, over] = [textAt(days, 'items', 0, 'date'), textAt(days, 'items', 1, 'date')];
  await call(cashier, `GET /api/console/days?limit=1&cursor=${textAt(days, 'nextCursor')}`);
  await refused(cashier, 'GET /api/console/days?cursor=x', 'FIELD_INVALID');
  const hash = textAt(await call(cashier, `GET /api/console/days/${over}`), 'hash');
  await refused(cashier, 'GET /api/console/days/2001-01-01', 'DAY_NOT_FOUND');
  await refused(cashier, `POST /api/console/days/${open}/sign`, 'DAY_OPEN', { body: { hash } });
  const sign = `POST /api/console/days/${over}/sign`;
  await refused(cashier, sign, 'DAY_CHANGED', { body: { hash: '0'.repeat(64) } });
  await call(cashier, sign, { body: { hash } });
  await refused(cashier, sign, 'DAY_SIGNED', { body: { hash } });
  await call(admin, sign, { body: { hash } });
  await refused(await wire.operator('wire_late_eye', 'cashier'), sign, 'DAY_CLOSED', { body: { hash } });
}

/** One alarm that is open and one that is over, as the worker leaves them. */
async function recordAlarms({ call, refused, server }: WireSite, cashier: Caller, admin: Caller): Promise<void> {
  await server.pools.worker.query(`select open_alarm('backupOld', '', '{"hours": 27}')`);
  await server.pools.worker.query('select close_alarm(id) from alarm where closed_at is null');
  await server.pools.worker.query(`select open_alarm('checkFailed', 'balance-is-the-fold', '{"found": 1}')`);
  const page = await call(cashier, 'GET /api/console/alarms?limit=1');
  await call(cashier, `GET /api/console/alarms?limit=1&cursor=${textAt(page, 'nextCursor')}`);
  await refused(cashier, 'GET /api/console/alarms?kind=moon', 'FIELD_INVALID');
  await refused(cashier, 'GET /api/console/alarms?cursor=x', 'FIELD_INVALID');
  const id = textAt(page, 'items', 0, 'id');
  await call(cashier, `GET /api/console/alarms/${id}`);
  await refused(cashier, 'GET /api/console/alarms/999999', 'ALARM_NOT_FOUND');
  const act = `POST /api/console/alarms/${id}`;
  await refused(cashier, act, 'NOTE_REQUIRED', { body: { act: 'note' } });
  await call(cashier, act, { body: { act: 'take' } });
  await refused(cashier, act, 'ALARM_TAKEN', { body: { act: 'take' } });
  await call(admin, act, { body: { act: 'acknowledge', note: 'a colleague looks' } });
  await refused(cashier, act, 'ALARM_ACKNOWLEDGED', { body: { act: 'acknowledge' } });
  await refused(cashier, 'POST /api/console/alarms/999999', 'ALARM_NOT_FOUND', { body: { act: 'take' } });
  await call(cashier, act, { body: { act: 'note', note: 'found' } });
  const test = 'POST /api/console/alarm-messages/test';
  await refused(cashier, test, 'ALARM_CHANNELS_NONE', { body: {} });
  await server.pools.worker.query(
    `insert into alarm_channel (name, target) values ('webhook', 'hooks.harbour.example')`,
  );
  await call(cashier, test, { body: {} });
  await refused(admin, test, 'ALARM_TEST_SOON', { body: {} });
  await call(cashier, 'GET /api/console/alarm-messages');
  await call(cashier, `GET /api/console/alarm-messages?alarm=${id}`);
  await refused(cashier, 'GET /api/console/alarm-messages?alarm=x', 'FIELD_INVALID');
}

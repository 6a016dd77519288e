import { createHash } from 'node:crypto';
import { amount } from '@candor/domain/testing/test-currency';
import { makeProduct } from '../factories.ts';
import { formOf, makePhoto } from '../pictures.ts';
import { idOf, PIN } from './wire-site.ts';
import type { WireOptions, WireSite } from './wire-site.ts';

const ABSENT = '00000000-0000-4000-8000-000000000000';

function logoOf(logo: Buffer): WireOptions {
  const { headers, payload } = formOf({ logo });
  return { headers, body: payload };
}

/** Settings of the site: proposed, refused, approved; and what everyone reads of them. */
export async function recordSite(wire: WireSite): Promise<void> {
  const { call, refused, operator, server } = wire;
  const [admin, cashier] = [await operator('wire_site_admin', 'owner'), await operator('wire_site_eye', 'cashier')];
  await call(cashier, 'GET /api/console/site');
  const change = 'POST /api/console/site/changes';
  const contact = { email: 'help@harbour.example', phone: '', address: 'Pier 1' };
  const footer = { 'zh-Hans': '', 'zh-Hant': '', en: 'Harbour Ltd' };
  const value = { name: 'Candor', languages: ['zh-Hans', 'zh-Hant', 'en'], contact, footer };
  const body = { part: 'identity', base: 0, value, reason: 'we have an address' };
  await refused(admin, change, 'REASON_REQUIRED', { body: { ...body, reason: '' } });
  await refused(admin, change, 'FIELD_INVALID', { body: { ...body, value: { ...value, name: '<b>' } } });
  await refused(admin, change, 'SITE_CHANGE_OLD', { body: { ...body, base: 7 } });
  const look = { part: 'look', base: 0, reason: 'our colour' };
  for (const [primary, key] of [
    ['#777777', 'SITE_COLOUR_LABEL'],
    ['#000000', 'SITE_COLOUR_DARK'],
    ['#ffffff', 'SITE_COLOUR_LIGHT'],
  ] as const)
    await refused(admin, change, key, { body: { ...look, value: { logo: null, primary } } });
  await refused(admin, change, 'SITE_LOGO_UNKNOWN', {
    body: { ...look, value: { logo: 'ab'.repeat(32), primary: null } },
  });
  const rest = { part: 'maintenance', base: 0, reason: 'a new machine' };
  for (const [from, until, key] of [
    ['2020-01-01T00:00:00.000Z', '2020-01-01T01:00:00.000Z', 'SITE_WINDOW_ORDER'],
    ['2098-01-01T00:00:00.000Z', '2098-01-01T01:00:00.000Z', 'SITE_WINDOW_NOTICE'],
    ['2098-01-01T00:00:00.000Z', '2098-01-03T00:00:00.000Z', 'SITE_WINDOW_LONG'],
  ] as const)
    await refused(admin, change, key, { body: { ...rest, value: { windows: [{ from, until }] } } });
  const basis = { currency: 'CNY', symbol: '¥', decimals: 2, timeZone: 'UTC' };
  await refused(admin, change, 'SITE_FIXED', { body: { part: 'basis', base: 0, reason: 'x', value: basis } });
  const one = idOf(await call(admin, change, { body }));
  await refused(admin, change, 'TERMS_CHANGE_OPEN', { body });
  await refused(admin, `${change}/${one}/decision`, 'SECOND_OPERATOR_NEEDED', { body: { approve: true } });
  await call(admin, `${change}/${one}/withdraw`, { body: {} });
  const two = idOf(await call(admin, change, { body }));
  await call(cashier, `${change}/${two}/decision`, { body: { approve: true } });
  await refused(cashier, `${change}/${two}/decision`, 'TERMS_CHANGE_DECIDED', { body: { approve: true } });
  await refused(cashier, `${change}/${ABSENT}/decision`, 'TERMS_CHANGE_NOT_FOUND', { body: { approve: true } });
  await refused(admin, change, 'TERMS_UNCHANGED', { body: { ...body, base: 1 } });
  await call(cashier, 'GET /api/console/site/changes');
  await call(cashier, `GET /api/console/site/changes/${two}`);
  await call(null, 'GET /api/index/versions');
  const limits = { part: 'limits', base: 0, reason: 'what we have' };
  await refused(admin, change, 'SITE_LIMITS_ORDER', { body: { ...limits, value: { open: '5', day: '4' } } });
  await refused(admin, change, 'SITE_LIMITS_SHARED', { body: { ...limits, value: { open: '5', day: '5' } } });
  const logos = 'POST /api/console/site/logos';
  await refused(null, 'GET /api/console/logo', 'NOT_FOUND');
  await call(admin, logos, logoOf(await makePhoto('#1d5fc4', 96, 48)));
  await refused(admin, logos, 'SITE_LOGO_SIZE', logoOf(await makePhoto('#1d5fc4', 600, 20)));
  await refused(admin, logos, 'IMAGE_INVALID', logoOf(Buffer.from('<svg/>')));
  await refused(null, `GET /api/console/logo/${'ab'.repeat(32)}`, 'NOT_FOUND');
  await server.ownerPool.query(
    `insert into site_logo (id, png, operator_id) select encode(sha256('x'), 'hex'), 'x', id from operator where username = 'wire_site_admin'`,
  );
  const own = 'update site set web_logo = $1';
  await server.ownerPool.query(own, [`/api/index/logo/${createHash('sha256').update('x').digest('hex')}`]);
  await call(null, 'GET /api/console/logo');
  await server.ownerPool.query(own, ['']);
  await call(null, `GET /api/console/logo/${createHash('sha256').update('x').digest('hex')}`);
  await call(null, `GET /api/index/logo/${createHash('sha256').update('x').digest('hex')}`);
  await refused(null, `GET /api/index/logo/${'ab'.repeat(32)}`, 'NOT_FOUND');
  await recordRest(wire);
}

/** Nothing new begins while an announced maintenance runs; everything can still be read. */
async function recordRest({ call, refused, member: join, server }: WireSite): Promise<void> {
  const member = await join('wire_rest');
  await makeProduct(server.ownerPool, 'WIREREST');
  const { site } = server.context;
  site.maintenance = [{ from: '2000-01-01T00:00:00.000Z', until: '2098-01-01T00:00:00.000Z' }];
  const order = { product: 'WIREREST', direction: 'up', durationSec: 60, stake: amount('100') };
  await refused(member, 'POST /api/trade/orders', 'SITE_RESTS', { body: order });
  const deposit = { channel: 'bank', amount: amount('1000'), currency: site.currency.code };
  await refused(member, 'POST /api/wallet/deposits', 'SITE_RESTS', { body: deposit });
  await refused(member, 'POST /api/wallet/withdrawals', 'SITE_RESTS', {
    body: { amount: amount('200'), withdrawPwd: PIN },
  });
  await call(member, 'GET /api/trade/orders');
  site.maintenance = [];
}

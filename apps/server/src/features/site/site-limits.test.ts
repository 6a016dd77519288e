import { randomUUID } from 'node:crypto';
import { siteChangeView, siteSettingsView } from '@candor/contract/console-site';
import { exposureView } from '@candor/contract/console-exposure';
import { siteHistoryView } from '@candor/contract/site';
import { amount, minor } from '@candor/domain/testing/test-currency';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeProduct } from '../../testing/factories.ts';
import { startTestConsole } from '../../testing/test-console.ts';
import type { TestConsole } from '../../testing/test-console.ts';
import { startTestServer } from '../../testing/test-server.ts';
import type { TestServer } from '../../testing/test-server.ts';

/** What the whole site may lose: two numbers that the products share out among them. */
let server: TestServer;
let consoleSite: TestConsole;
let admin: Awaited<ReturnType<TestConsole['operator']>>;
let other: typeof admin;

beforeAll(async () => {
  server = await startTestServer();
  consoleSite = await startTestConsole(server);
  [admin, other] = [await consoleSite.operator('owner'), await consoleSite.operator('owner')];
  await server.ownerPool.query('update product set active = false');
  for (const code of ['CAPA', 'CAPB']) {
    await makeProduct(server.ownerPool, code);
    await server.ownerPool.query(nextTerms(code, '100', '300'));
  }
}, 180_000);
afterAll(async () => {
  await consoleSite.stop();
  await server.stop();
});

function nextTerms(code: string, product: string, day: string): string {
  return `insert into terms (product, version, durations, fee_rate, presets, loss_second, loss_product, loss_day)
    select product, version + 1, durations, fee_rate, presets, ${minor('10')}, ${minor(product)}, ${minor(day)}
    from terms where product = '${code}' order by version desc limit 1`;
}

async function post(path: string, body: object, by = admin) {
  return (await consoleSite.call('POST', path, { token: by.token, key: randomUUID(), body })).body;
}

async function propose(open: string | null, day: string | null) {
  const read = (await consoleSite.call('GET', '/api/console/site', { token: admin.token })).body.data;
  const { version } = siteSettingsView.parse(read).limits;
  return await post('/api/console/site/changes', {
    part: 'limits',
    base: version,
    value: { open, day },
    reason: 'what we have',
  });
}

async function approved(open: string | null, day: string | null): Promise<void> {
  const { id } = siteChangeView.parse((await propose(open, day)).data);
  expect((await post(`/api/console/site/changes/${id}/decision`, { approve: true }, other)).error).toBeUndefined();
}

async function tried(sql: string): Promise<string> {
  return await server.ownerPool.query(sql).then(
    () => 'done',
    (error: { message: string; detail?: string }) => `${error.message} ${error.detail ?? ''}`.trim(),
  );
}

describe('the limits of the site', () => {
  it.each([
    ['less than the products share', '199', '1000', 'SITE_LIMITS_SHARED'],
    ['a day with less than they share', '200', '599', 'SITE_LIMITS_SHARED'],
    ['a day below what runs', '500', '400', 'SITE_LIMITS_ORDER'],
    ['one of the two', '500', null, 'SITE_LIMITS_ORDER'],
    ['what is no amount', 'x', '1', 'AMOUNT_INVALID'],
  ])('are not %s', async (_, open, day, error) => {
    expect(await propose(open, day)).toMatchObject({ error });
  });

  it('are refused while a product has none of its own', async () => {
    await makeProduct(server.ownerPool, 'CAPC');
    expect(await propose('100000', '100000')).toMatchObject({ error: 'SITE_LIMITS_SHARED' });
    await server.ownerPool.query(`update product set active = false where code = 'CAPC'`);
  });

  it('take two, are published, and no terms and no product that comes back may share out more', async () => {
    await approved('250', '700');
    const view = exposureView.parse(
      (await consoleSite.call('GET', '/api/console/exposure', { token: admin.token })).body.data,
    );
    expect(view.site).toMatchObject({
      limit: amount('200'),
      dayLimit: amount('600'),
      cap: amount('250'),
      dayCap: amount('700'),
    });
    const { items } = siteHistoryView.parse((await server.call('GET', '/api/index/versions')).body.data);
    expect(items[0]).toMatchObject({ part: 'limits', value: { open: amount('250'), day: amount('700') } });
    const refused = 'CHANGE_REFUSED: SITE_LIMITS';
    expect(await tried(nextTerms('CAPA', '151', '300'))).toBe(`${refused} open`);
    expect(await tried(nextTerms('CAPA', '150', '401'))).toBe(`${refused} day`);
    expect(await tried(`update product set active = true where code = 'CAPC'`)).toBe(`${refused} products`);
    expect(await tried(nextTerms('CAPA', '150', '400'))).toBe('done');
  });

  it('are told to whoever proposes more for a product', async () => {
    const { rows } = await server.ownerPool.query<{ durations: { seconds: number }[] }>(
      `select durations from terms where product = 'CAPB' and version = 2`,
    );
    const offer = { payoutRate: '0.85', minStake: amount('1'), maxStake: amount('5000') };
    const body = (product: string) => ({
      product: 'CAPB',
      base: 2,
      terms: {
        durations: rows[0]?.durations.map(({ seconds }) => ({ seconds, ...offer })),
        presets: [amount('100')],
        feeRate: '0',
        lossLimits: { second: amount('10'), product: amount(product), day: amount('300') },
      },
      reason: 'more room',
    });
    expect(await post('/api/console/product-terms', body('100.01'))).toMatchObject({ error: 'SITE_LIMITS_FULL' });
    expect((await post('/api/console/product-terms', body('100'))).error).toBeUndefined();
  });

  it('cannot go below what was shared out since, and end with nothing', async () => {
    expect(await propose('249', '700')).toMatchObject({ error: 'SITE_LIMITS_SHARED' });
    await approved(null, null);
    expect(await tried(nextTerms('CAPA', '9000', '9000'))).toBe('done');
  });

  it('that race terms are before them or behind them', async () => {
    await server.ownerPool.query(nextTerms('CAPA', '150', '400'));
    const { id } = siteChangeView.parse((await propose('250', '700')).data);
    const [, ...terms] = await Promise.all([
      post(`/api/console/site/changes/${id}/decision`, { approve: true }, other),
      ...Array.from(
        { length: 8 },
        async (_, index) => await tried(nextTerms(index % 2 === 0 ? 'CAPA' : 'CAPB', '160', '400')),
      ),
    ]);
    const { rows } = await server.ownerPool.query<{ problem: string | null }>(
      'select site_limits_problem(s.loss_open, s.loss_day) as problem from site s where s.loss_open is not null',
    );
    expect(terms.length).toBe(8);
    expect(rows.every(({ problem }) => problem === null)).toBe(true);
  });
});

import { exposureView } from '@candor/contract/console-exposure';
import { operatorProductsView } from '@candor/contract/console-products';
import { formatMoney, money } from '@candor/domain/money';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeMember, makeProduct, writePast } from '../testing/factories.ts';
import { startTestConsole } from '../testing/test-console.ts';
import type { TestConsole } from '../testing/test-console.ts';
import { startTestServer } from '../testing/test-server.ts';
import type { TestServer } from '../testing/test-server.ts';

/** What the page of products says of a product, beside what the page of exposure and the limits say. */
let server: TestServer;
let consoleSite: TestConsole;
let token: string;
let member: bigint;

beforeAll(async () => {
  server = await startTestServer();
  consoleSite = await startTestConsole(server);
  token = (await consoleSite.operator('risk')).token;
  member = await makeMember(server.pool);
  await makeProduct(server.ownerPool, 'AAUSD');
}, 180_000);
afterAll(async () => {
  await writePast(server.ownerPool, 'delete from settlement; delete from trade_order; delete from house_window');
  await consoleSite.stop();
  await server.stop();
});

async function read(path: string): Promise<unknown> {
  return (await consoleSite.call('GET', path, { token })).body.data;
}

async function heldOf(code: string) {
  const found = operatorProductsView.parse(await read('/api/console/products')).items.find((one) => one.code === code);
  if (found === undefined) throw new Error(`no ${code}`);
  return found;
}

it('orders that close together and did not begin together cover nothing of each other', async () => {
  // 100 up and 100 down at 85 %. With one entry one side pays for the other; with two, both may win.
  const running = `insert into house_window (product, wallet, entry_at, closes_at, day, orders, up_stake, up_profit, down_stake, down_profit, worst)
    select 'AAUSD', 'practice', date_trunc('second', now()) + at * interval '1 second', date_trunc('second', now()) + interval '1 minute', now()::date,
      1, up, up * 85 / 100, down, down * 85 / 100, greatest(0, up * 85 / 100 - down, down * 85 / 100 - up)
    from (values`;
  const costs = async (windows: string): Promise<string> => {
    await writePast(server.ownerPool, 'delete from house_window');
    await writePast(server.ownerPool, `${running} ${windows}) x (at, up, down)`);
    const { exposure } = await heldOf('AAUSD');
    const page = exposureView.parse(await read('/api/console/exposure'));
    expect(page.items.find(({ code }) => code === 'AAUSD')?.worst).toBe(exposure);
    return exposure;
  };
  const text = (minor: bigint): string => formatMoney(money(minor), server.context.site.currency);
  expect(await costs('(1, 10000, 10000)')).toBe(text(0n));
  expect(await costs('(1, 10000, 0), (2, 0, 10000)')).toBe(text(17_000n));
  expect(await costs('(1, 10000, 4000), (2, 0, 10000)')).toBe(text(4_500n + 8_500n));
});

it('a void order counts in the void rate of today', async () => {
  const orders = `insert into trade_order (id, nonce, member_id, wallet, product, direction, stake, fee, payout_rate, payout, duration_sec,
      terms_version, submitted_at, accepted_at, entry_at, closes_at, document_version)
    select uuidv7(), gen_random_uuid(), ${member}, 'practice', 'AAUSD', 'up', 10, 0, 8500, 18, 5, 1, t, t,
      t + interval '1 second', t + interval '6 seconds', 2 from generate_series(1, 4), (select date_trunc('second', now()) - interval '9 seconds') x (t)`;
  await writePast(
    server.ownerPool,
    `with placed as (${orders} returning id), numbered as (select id, row_number() over () as n from placed)
     insert into settlement (order_id, member_id, outcome, reason, entry_seq, exit_seq, entry_price, exit_price, profit, credited)
     select id, ${member}, case n when 1 then 'voided' else 'tied' end, case n when 1 then 'NO_ENTRY_TICK' end, 1, 2, 100, 100, 0, 10 from numbered`,
  );
  expect((await heldOf('AAUSD')).today).toMatchObject({ settled: 4, void: 1 });
});

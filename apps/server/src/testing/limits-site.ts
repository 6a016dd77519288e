import { randomUUID } from 'node:crypto';
import { depositView } from '@candor/contract/cashier';
import { limitsView } from '@candor/contract/limits';
import type { LimitsView } from '@candor/contract/limits';
import { orderView } from '@candor/contract/trading';
import type { OrderView } from '@candor/contract/trading';
import { amount, TEST_CURRENCY } from '@candor/domain/testing/test-currency';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { creditDeposits } from '../features/cashier/credit-deposits.ts';
import type { TestAnswer } from './call.ts';
import { databaseNow, makeMember, makeProduct, makeSession, makeTicks, writePast } from './factories.ts';
import { runOn } from './signed-orders.ts';
import { startTestServer } from './test-server.ts';
import type { TestServer } from './test-server.ts';

const PATH = '/api/account/limits';
const PRICE = 10_000;
/** As many products as orders are sent at once: a member has one open order of each. */
export const PRODUCTS = Array.from({ length: 20 }, (_, index) => `LIMIT${index}`);

/** A server with these products, and a member of each test with a session. */
export interface LimitsSite {
  server: TestServer;
  timeZone: string;
  memberId: bigint;
  token: string;
}

/** The site for the tests of this file, and what its member does up to a limit. */
export function startLimitsSite() {
  const site = {} as LimitsSite;
  beforeAll(async () => {
    site.server = await startTestServer();
    site.timeZone = site.server.context.site.timeZone;
    for (const product of PRODUCTS) await makeProduct(site.server.ownerPool, product);
  });
  afterAll(async () => await site.server.stop());
  beforeEach(async () => {
    site.memberId = await makeMember(site.server.pool);
    site.token = await makeSession(site.server.pool, site.memberId);
  });

  async function put(body: object, { key, as = site.token }: { key?: string; as?: string } = {}): Promise<TestAnswer> {
    return await site.server.call('PUT', PATH, { token: as, body, ...(key === undefined ? {} : { key }) });
  }

  async function changed(body: object): Promise<LimitsView> {
    const answer = await put(body);
    expect(answer.body.code, answer.text).toBe(200);
    return limitsView.parse(answer.body.data);
  }

  async function read(as = site.token): Promise<LimitsView> {
    return limitsView.parse((await site.server.call('GET', PATH, { token: as })).body.data);
  }

  /** Time passes for the member's waiting limits. */
  async function pass(hours: number): Promise<void> {
    await site.server.ownerPool.query(
      'update own_limit set next_at = next_at - make_interval(hours => $2) where member_id = $1',
      [site.memberId.toString(), hours],
    );
  }

  async function freshTick(product: string): Promise<void> {
    const at = Math.floor((await databaseNow(site.server.pool)) / 1000) * 1000;
    const { rows } = await site.server.pool.query<{ at: number }>('select at from tick_head where product = $1', [
      product,
    ]);
    if ((rows[0]?.at ?? 0) < at) await makeTicks(site.server, product, [{ at, price: PRICE }]);
  }

  async function order(stake: string, product: string, language?: string): Promise<TestAnswer> {
    await freshTick(product);
    return await site.server.call('POST', '/api/trade/orders', {
      token: site.token,
      key: randomUUID(),
      body: { product, direction: 'up', durationSec: 5, stake: amount(stake) },
      ...(language === undefined ? {} : { language }),
    });
  }

  let products = 0;
  async function newProduct(): Promise<string> {
    products += 1;
    return await makeProduct(site.server.ownerPool, `OWN${products}`);
  }

  /** Places an order on a new product. */
  async function placed(stake: string): Promise<OrderView> {
    const answer = await order(stake, await newProduct());
    expect(answer.body.code, answer.text).toBe(200);
    return orderView.parse(answer.body.data);
  }

  /** Settles an order as won, lost, tied or void. */
  async function settle(open: OrderView, outcome: 'won' | 'lost' | 'tied' | 'voided'): Promise<void> {
    const exit = { won: PRICE + 1, lost: PRICE - 1, tied: PRICE, voided: PRICE }[outcome];
    await runOn(
      site.server,
      open,
      outcome === 'voided'
        ? [[60, PRICE]]
        : [
            [0, PRICE],
            [5, exit],
          ],
    );
  }

  async function useOf(
    kind: string,
    period = 'day',
  ): Promise<{ used: string | undefined; left: string | null | undefined }> {
    const found = (await read()).limits.find((each) => each.kind === kind && each.period === period);
    return { used: found?.used, left: found?.left };
  }

  async function deposit(units: string): Promise<TestAnswer> {
    const body = { channel: 'bank', amount: amount(units), currency: TEST_CURRENCY.code };
    return await site.server.call('POST', '/api/wallet/deposits', { token: site.token, key: randomUUID(), body });
  }

  /** A deposit on the practice channel that the member has reported as paid. */
  async function practiceDeposit(units: string): Promise<{ id: string }> {
    const body = { channel: 'practice', amount: amount(units), currency: TEST_CURRENCY.code };
    const asked = await site.server.call('POST', '/api/wallet/deposits', {
      token: site.token,
      key: randomUUID(),
      body,
    });
    const { id } = depositView.parse(asked.body.data);
    await site.server.call('POST', `/api/wallet/deposits/${id}/paid`, {
      token: site.token,
      key: randomUUID(),
      body: {},
    });
    return { id };
  }

  /** The practice channel credits by itself after a wait, which is over here. */
  async function creditPaid(id: string): Promise<void> {
    await writePast(site.server.ownerPool, `update deposit set paid_at = paid_at - interval '1 minute' where id = $1`, [
      id,
    ]);
    await creditDeposits(site.server.worker.pool, site.server.worker.site, site.server.worker.secrets.fingerprint);
  }

  async function statusOf(id: string): Promise<string | undefined> {
    const { rows } = await site.server.ownerPool.query<{ status: string }>('select status from deposit where id = $1', [
      id,
    ]);
    return rows[0]?.status;
  }

  return {
    site,
    put,
    changed,
    read,
    pass,
    freshTick,
    order,
    newProduct,
    placed,
    settle,
    useOf,
    deposit,
    practiceDeposit,
    creditPaid,
    statusOf,
  };
}

export function stakeLimit(units: string | null, period = 'day') {
  return limit('stake', units, period);
}

export function limit(kind: string, units: string | null, period = 'day') {
  return { limits: [{ kind, period, amount: units === null ? null : amount(units) }] };
}

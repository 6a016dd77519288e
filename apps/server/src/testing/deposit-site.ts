import { randomUUID } from 'node:crypto';
import { depositView } from '@candor/contract/cashier';
import type { DepositView } from '@candor/contract/cashier';
import { operatorDeposit } from '@candor/contract/console-cashier';
import type { OperatorDeposit } from '@candor/contract/console-cashier';
import { formatMoney, money, wholeUnits } from '@candor/domain/money';
import { TEST_CURRENCY } from '@candor/domain/testing/test-currency';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { makeMember, makeSession } from './factories.ts';
import { startTestConsole } from './test-console.ts';
import type { TestConsole } from './test-console.ts';
import { startTestServer } from './test-server.ts';
import type { TestServer } from './test-server.ts';
import type { TestAnswer } from './call.ts';

type TestOperator = Awaited<ReturnType<TestConsole['operator']>>;

export const BANK = { channel: 'bank', amount: '1000', currency: TEST_CURRENCY.code };

/** Whole units of the test currency, as text. */
export function units(count: bigint): string {
  return formatMoney(wholeUnits(count, TEST_CURRENCY), TEST_CURRENCY);
}

/** A server, its console with two cashiers, and a member of each test without money. */
export interface DepositSite {
  server: TestServer;
  console: TestConsole;
  first: TestOperator;
  second: TestOperator;
  memberId: bigint;
  token: string;
}

/** The site for the tests of this file, and what its member and its operators do. */
export function startDepositSite() {
  const site = {} as DepositSite;
  beforeAll(async () => {
    site.server = await startTestServer();
    site.console = await startTestConsole(site.server);
    site.first = await site.console.operator('cashier');
    site.second = await site.console.operator('cashier');
  });
  afterAll(async () => {
    await site.console.stop();
    await site.server.stop();
  });
  beforeEach(async () => {
    site.memberId = await makeMember(site.server.ownerPool, '0');
    site.token = await makeSession(site.server.pool, site.memberId);
  });

  async function post(
    path: string,
    body: unknown,
    key: string = randomUUID(),
    as: string = site.token,
  ): Promise<TestAnswer> {
    return await site.server.call('POST', path, { token: as, key, body });
  }

  async function create(body: object = BANK, key?: string): Promise<DepositView> {
    const answer = await post('/api/wallet/deposits', body, key);
    expect(answer.body.code, answer.text).toBe(200);
    return depositView.parse(answer.body.data);
  }

  async function pay({ id }: { id: string }, body: object = {}): Promise<TestAnswer> {
    return await post(`/api/wallet/deposits/${id}/paid`, body);
  }

  async function act(
    operator: TestOperator,
    { id }: { id: string },
    name: 'take' | 'release' | 'approve' | 'reject',
    body: object,
    key: string = randomUUID(),
  ): Promise<TestAnswer> {
    return await site.console.call('POST', `/api/console/deposits/${id}/${name}`, { token: operator.token, key, body });
  }

  /** A deposit that the first operator has taken. */
  async function taken(body: object = BANK): Promise<OperatorDeposit> {
    const deposit = await create(body);
    await pay(deposit);
    const answer = await act(site.first, deposit, 'take', { version: 2 });
    expect(answer.body.code, answer.text).toBe(200);
    return operatorDeposit.parse(answer.body.data);
  }

  async function available(of = site.memberId): Promise<string> {
    const { rows } = await site.server.ownerPool.query<{ posted: bigint }>(
      `select coalesce(sum(posted - held), 0)::bigint as posted from account where member_id = $1 and kind = 'funds'`,
      [of.toString()],
    );
    return formatMoney(money(rows[0]?.posted ?? 0n), TEST_CURRENCY);
  }

  return { site, post, create, pay, act, taken, available };
}

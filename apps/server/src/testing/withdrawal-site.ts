import { randomUUID } from 'node:crypto';
import { withdrawalView } from '@candor/contract/cashier';
import type { WithdrawalView } from '@candor/contract/cashier';
import { operatorWithdrawal } from '@candor/contract/console-cashier';
import type { OperatorWithdrawal } from '@candor/contract/console-cashier';
import { formatMoney, money, wholeUnits } from '@candor/domain/money';
import { TEST_CURRENCY } from '@candor/domain/testing/test-currency';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { sealCard } from '../services/verification/verification-of-member.ts';
import { createPasswords } from '../services/secrets/passwords.ts';
import type { TestAnswer } from './call.ts';
import { makeMember, makeSession } from './factories.ts';
import { startTestConsole } from './test-console.ts';
import type { TestConsole } from './test-console.ts';
import { startTestServer } from './test-server.ts';
import type { TestServer } from './test-server.ts';

type TestOperator = Awaited<ReturnType<TestConsole['operator']>>;

export const PIN = '271828';

export const CARD = '6222021234567890128';

type Act = 'take' | 'release' | 'approve' | 'reject' | 'payout';

/** Whole units of the test currency, as text. */
export function units(count: bigint): string {
  return formatMoney(wholeUnits(count, TEST_CURRENCY), TEST_CURRENCY);
}

/** A server, its console with two cashiers, and a member of each test with 1000, a card and a withdraw password. */
export interface WithdrawalSite {
  server: TestServer;
  console: TestConsole;
  first: TestOperator;
  second: TestOperator;
  hash: string;
  memberId: bigint;
  token: string;
}

/** The site for the tests of this file, and what its member and its operators do. */
export function startWithdrawalSite() {
  const site = {} as WithdrawalSite;
  beforeAll(async () => {
    site.server = await startTestServer();
    site.console = await startTestConsole(site.server);
    site.first = await site.console.operator('cashier');
    site.second = await site.console.operator('cashier');
    site.hash = await createPasswords().hash(PIN);
  });
  afterAll(async () => {
    await site.console.stop();
    await site.server.stop();
  });
  beforeEach(async () => {
    site.memberId = await makeReady();
    site.token = await makeSession(site.server.pool, site.memberId);
  });

  /** A member with 1000, a bound card and a withdraw password. */
  async function makeReady(): Promise<bigint> {
    const id = await makeMember(site.server.ownerPool, '1000');
    const { holderSealed, numberSealed } = sealCard(site.server.context.secrets.seal, id, {
      holder: '王小明',
      number: CARD,
    });
    await site.server.ownerPool.query('update member set withdraw_password_hash = $2 where id = $1', [
      id.toString(),
      site.hash,
    ]);
    await site.server.ownerPool.query(
      `insert into bank_card (member_id, holder_sealed, number_sealed, number_mark, bank)
       values ($1, $2, $3, sha256($4::text::bytea), 'ICBC')`,
      // Each member has the same digits, and a mark of their own.
      [id.toString(), holderSealed, numberSealed, `card of ${id}`],
    );
    return id;
  }

  async function ask(amount = '200', { pin = PIN, key = randomUUID(), as = site.token } = {}): Promise<TestAnswer> {
    return await site.server.call('POST', '/api/wallet/withdrawals', {
      token: as,
      key,
      body: { amount, withdrawPwd: pin },
    });
  }

  async function asked(amount?: string): Promise<WithdrawalView> {
    const answer = await ask(amount);
    expect(answer.body.code, answer.text).toBe(200);
    return withdrawalView.parse(answer.body.data);
  }

  async function cancel({ id }: { id: string }, as = site.token): Promise<TestAnswer> {
    return await site.server.call('POST', `/api/wallet/withdrawals/${id}/cancel`, { token: as, key: randomUUID() });
  }

  async function lock({ id }: { id: string }, as = site.token): Promise<TestAnswer> {
    return await site.server.call('POST', `/api/wallet/withdrawals/${id}/lock`, { token: as, key: randomUUID() });
  }

  async function act(operator: TestOperator, { id }: { id: string }, name: Act, body: object): Promise<TestAnswer> {
    return await site.console.call('POST', `/api/console/withdrawals/${id}/${name}`, {
      token: operator.token,
      key: randomUUID(),
      body,
    });
  }

  /** A withdrawal of 200 that has come so far in the console. */
  async function at(state: 'reviewing' | 'seconding' | 'approved'): Promise<OperatorWithdrawal> {
    const withdrawal = await asked();
    const path = [
      ['reviewing', site.first, 'take'],
      ['seconding', site.first, 'approve'],
      ['approved', site.second, 'approve'],
    ] as const;
    let version = 1;
    for (const [came, operator, name] of path) {
      const answer = await act(operator, withdrawal, name, { version });
      expect(answer.body.code, answer.text).toBe(200);
      if (came === state) return operatorWithdrawal.parse(answer.body.data);
      version += 1;
    }
    throw new Error('unreachable');
  }

  async function balance(of = site.memberId): Promise<{ posted: string; held: string }> {
    const { rows } = await site.server.ownerPool.query<{ posted: bigint; held: bigint }>(
      `select posted, held from account where member_id = $1 and kind = 'funds'`,
      [of.toString()],
    );
    const text = (amount: bigint | undefined) => formatMoney(money(amount ?? 0n), TEST_CURRENCY);
    return { posted: text(rows[0]?.posted), held: text(rows[0]?.held) };
  }

  return { site, makeReady, ask, asked, cancel, lock, act, at, balance };
}

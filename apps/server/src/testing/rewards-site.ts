import { randomUUID } from 'node:crypto';
import { depositView } from '@candor/contract/cashier';
import { amount, TEST_CURRENCY } from '@candor/domain/testing/test-currency';
import { afterAll, beforeAll, expect } from 'vitest';
import { payRewards } from '../features/cashier/rewards/pay-rewards.ts';
import { placeOrders } from '../features/trading/place-orders.ts';
import { settleDueOrders } from '../features/trading/settle-due-orders.ts';
import { databaseNow, makeCommand, makeMember, makeProduct, makeSession, makeTicks } from './factories.ts';
import { startTestConsole } from './test-console.ts';
import type { TestConsole } from './test-console.ts';
import { startTestServer } from './test-server.ts';
import type { TestServer } from './test-server.ts';

type TestOperator = Awaited<ReturnType<TestConsole['operator']>>;

/** A server with its console, where members invite each other, pay in and trade. */
export interface RewardsSite {
  server: TestServer;
  console: TestConsole;
  cashier: TestOperator;
}

/** The site for the tests of this file, and what its members and its worker do. */
export function startRewardsSite() {
  const site = {} as RewardsSite;
  let products = 0;
  beforeAll(async () => {
    site.server = await startTestServer();
    site.console = await startTestConsole(site.server);
    site.cashier = await site.console.operator('cashier');
  });
  afterAll(async () => {
    await site.console.stop();
    await site.server.stop();
  });

  /** A member whom another one invited; without an inviter, nobody did. */
  async function invited(by?: bigint): Promise<bigint> {
    const id = await makeMember(site.server.ownerPool, '0');
    if (by !== undefined)
      await site.server.ownerPool.query('update member set invited_by = $2 where id = $1', [
        id.toString(),
        by.toString(),
      ]);
    return id;
  }

  /** Pays in by bank transfer, which an operator credits. */
  async function deposit(memberId: bigint, asked = '100'): Promise<void> {
    const token = await makeSession(site.server.pool, memberId);
    const post = async (path: string, body: unknown) =>
      (await site.server.call('POST', path, { token, key: randomUUID(), body })).body;
    const body = { channel: 'bank', amount: amount(asked), currency: TEST_CURRENCY.code };
    const { id } = depositView.parse((await post('/api/wallet/deposits', body)).data);
    await post(`/api/wallet/deposits/${id}/paid`, {});
    for (const [name, decision] of [
      ['take', { version: 2 }],
      ['approve', { version: 3, credited: amount(asked) }],
    ] as const) {
      const path = `/api/console/deposits/${id}/${name}`;
      const answer = await site.console.call('POST', path, {
        token: site.cashier.token,
        key: randomUUID(),
        body: decision,
      });
      expect(answer.body.code, answer.text).toBe(200);
    }
  }

  /** An order that is won, lost, or ends in a tie. The member's money pays for it. */
  async function trade(memberId: bigint, stake: string, exit = 10_100): Promise<void> {
    products += 1;
    const product = await makeProduct(site.server.ownerPool, `TURN${products}`);
    const now = Math.floor((await databaseNow(site.server.pool)) / 1000) * 1000;
    await makeTicks(site.server, product, [{ at: now, price: 10_000 }]);
    const [answer] = await placeOrders(site.server.pool, 'practice', [makeCommand(memberId, { product, stake })]);
    if (answer?.ok !== true) throw new Error(`refused: ${JSON.stringify(answer)}`);
    const entryAt = Date.parse(answer.order.entryAt);
    const seconds = [0, 1, 2, 3, 4, 5, 6];
    const ticks = seconds.map((second) => ({ at: entryAt + second * 1000, price: second === 0 ? 10_000 : exit }));
    await makeTicks(site.server, product, ticks);
    await settleDueOrders(site.server.worker.pool);
  }

  /** An invited member with a deposit of 100 and a turnover of 1,000. */
  async function earned(by: bigint): Promise<bigint> {
    const id = await invited(by);
    await deposit(id);
    for (let orders = 0; orders < 10; orders += 1) await trade(id, '100');
    return id;
  }

  /** Gives members the same mark. */
  async function share(kind: string, ...members: bigint[]): Promise<void> {
    const mark = randomUUID();
    for (const [index, id] of members.entries())
      await site.server.ownerPool.query(
        'insert into member_mark (kind, mark, member_id, state) values ($1, sha256($2::text::bytea), $3, $4)',
        [
          kind,
          mark,
          id.toString(),
          kind === 'browser' || kind === 'network' ? 'seen' : index === 0 ? 'own' : 'refused',
        ],
      );
  }

  /** The worker looks at every invitation now. */
  async function work(): Promise<number> {
    await site.server.ownerPool.query(
      `update invitation set due_at = least(due_at, now()) where state in ('waiting', 'earned') and due_at < 'infinity'`,
    );
    const { paid, troubled } = await payRewards(site.server.worker.pool, site.server.context.site);
    expect(troubled).toEqual([]);
    return paid;
  }

  async function stateOf(inviteeId: bigint): Promise<string> {
    const { rows } = await site.server.ownerPool.query<{ state: string; reason: string | null }>(
      'select state, reason from invitation where invitee_id = $1',
      [inviteeId.toString()],
    );
    return [rows[0]?.state, rows[0]?.reason].filter(Boolean).join(' ');
  }

  return { site, invited, deposit, trade, earned, share, work, stateOf };
}

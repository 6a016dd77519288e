import { amount, minor } from '@candor/domain/testing/test-currency';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databaseNow, makeCommand, makeMember, makeProduct, makeTicks } from '../../testing/factories.ts';
import { createTestDb } from '../../testing/test-db.ts';
import type { TestDb } from '../../testing/test-db.ts';
import { currentTerms, termsVersion } from '../../services/quotes/quote-store.ts';
import { placeOrders } from './place-orders.ts';
import type { PlaceCommand } from './place-orders.ts';

let test: TestDb;

beforeAll(async () => {
  test = await createTestDb();
  await makeProduct(test.ownerPool);
  await makeProduct(test.ownerPool, 'FEEUSD', { feeRate: 100 });
  await makeProduct(test.ownerPool, 'SHUTUSD', { calendar: { timeZone: 'UTC', weekly: {}, holidays: [] } });
});
afterAll(async () => await test.drop());

/** The current whole second, with a tick at it, so that orders find a fresh price. */
async function freshTicks(): Promise<void> {
  const at = Math.floor((await databaseNow(test.pool)) / 1000) * 1000;
  for (const product of ['TESTUSD', 'FEEUSD', 'SHUTUSD']) {
    const { rows } = await test.pool.query<{ at: number }>('select at from tick_head where product = $1', [product]);
    if ((rows[0]?.at ?? 0) < at) await makeTicks(test, product, [{ at, price: 10_000 }]);
  }
}

async function place(...commands: PlaceCommand[]) {
  await freshTicks();
  return await placeOrders(test.pool, 'practice', commands);
}

async function fundsOf(memberId: bigint): Promise<bigint | undefined> {
  const { rows } = await test.pool.query<{ posted: bigint }>(
    `select posted from account where member_id = $1 and kind = 'funds'`,
    [memberId],
  );
  return rows[0]?.posted;
}

describe('placeOrders', () => {
  it('takes stake and fee, writes the order and its position, and returns the order', async () => {
    const member = await makeMember(test.pool);
    const [answer] = await place(makeCommand(member, { product: 'FEEUSD', stake: '1000' }));
    expect(answer).toMatchObject({
      ok: true,
      order: {
        status: 'open',
        stake: amount('1000'),
        fee: amount('10'),
        payout: amount('1850'),
        entryPrice: null,
        wallet: 'practice',
      },
    });
    if (answer?.ok !== true) throw new Error('refused');
    expect(new Date(answer.order.entryAt).getTime()).toBeGreaterThan(new Date(answer.order.acceptedAt).getTime());
    expect(new Date(answer.order.closesAt).getTime() - new Date(answer.order.entryAt).getTime()).toBe(5000);
    expect(await fundsOf(member)).toBe(minor('98990'));
    const { rows } = await test.pool.query('select order_id from position where member_id = $1', [member]);
    expect(rows).toEqual([{ order_id: answer.order.id }]);
  });

  it('decides each command of a batch separately, and each sees what the earlier ones took', async () => {
    const [rich, poor] = [await makeMember(test.pool), await makeMember(test.ownerPool, '150')];
    const answers = await place(
      makeCommand(rich),
      makeCommand(rich),
      makeCommand(poor, { stake: '100' }),
      makeCommand(poor, { stake: '100', product: 'FEEUSD' }),
      makeCommand(rich, { product: 'SHUTUSD' }),
      makeCommand(rich, { product: 'NOSUCH' }),
    );
    expect(answers.map((answer) => (answer.ok ? 'placed' : answer.error))).toEqual([
      'placed',
      'POSITION_PENDING',
      'placed',
      'BALANCE_INSUFFICIENT',
      'MARKET_CLOSED',
      'PRODUCT_NOT_FOUND',
    ]);
    expect(await fundsOf(poor)).toBe(minor('50'));
  });

  it('gives a retry the first answer, accepted or refused, and another body a conflict', async () => {
    const member = await makeMember(test.pool);
    const command = makeCommand(member);
    const [first] = await place(command);
    const [again] = await place({ ...command, orderId: randomUUID() });
    expect(again).toEqual(first);
    const [other] = await place({ ...command, fingerprint: Buffer.alloc(32, 1) });
    expect(other).toEqual({ ok: false, error: 'IDEMPOTENCY_KEY_REUSED' });
    const refused = makeCommand(member);
    expect(await place(refused)).toEqual([{ ok: false, error: 'POSITION_PENDING' }]);
    expect(await place(refused)).toEqual([{ ok: false, error: 'POSITION_PENDING' }]);
    expect(await fundsOf(member)).toBe(minor('99900'));
  });

  it('places one order when the same key comes twice in one batch', async () => {
    const member = await makeMember(test.pool);
    const command = makeCommand(member);
    const [first, second] = await place(command, { ...command, orderId: randomUUID() });
    expect(first?.ok).toBe(true);
    expect(second).toEqual(first);
  });

  it('refuses while the newest tick is old or not OK', async () => {
    const member = await makeMember(test.pool);
    const at = Math.floor((await databaseNow(test.pool)) / 1000) * 1000;
    await makeProduct(test.ownerPool, 'OLDUSD');
    expect(await placeOrders(test.pool, 'practice', [makeCommand(member, { product: 'OLDUSD' })])).toEqual([
      { ok: false, error: 'PRICE_UNAVAILABLE', params: { reason: 'NONE' } },
    ]);
    await makeTicks(test, 'OLDUSD', [{ at: at - 10_000, price: 1 }]);
    expect(await placeOrders(test.pool, 'practice', [makeCommand(member, { product: 'OLDUSD' })])).toEqual([
      { ok: false, error: 'PRICE_UNAVAILABLE', params: { reason: 'OLD' } },
    ]);
    await makeTicks(test, 'OLDUSD', [{ at, price: 1, status: 'DISAGREE' }]);
    expect(await placeOrders(test.pool, 'practice', [makeCommand(member, { product: 'OLDUSD' })])).toEqual([
      { ok: false, error: 'PRICE_UNAVAILABLE', params: { reason: 'DISAGREE' } },
    ]);
  });

  it('says nothing of the price to a member who is refused for another reason', async () => {
    const member = await makeMember(test.pool);
    await test.ownerPool.query('update member set frozen = true where id = $1', [member]);
    await makeProduct(test.ownerPool, 'NEVERUSD');
    expect(await placeOrders(test.pool, 'practice', [makeCommand(member, { product: 'NEVERUSD' })])).toEqual([
      { ok: false, error: 'ACCOUNT_FROZEN' },
    ]);
  });

  it('does not store an invalid field under the key', async () => {
    const member = await makeMember(test.pool);
    const command = makeCommand(member, { stake: '1' });
    expect(await place(command)).toEqual([{ ok: false, error: 'STAKE_BELOW_MINIMUM', params: { min: amount('10') } }]);
    const [mended] = await place({ ...makeCommand(member), key: command.key });
    expect(mended?.ok).toBe(true);
  });

  it('shows worse terms instead of accepting the order', async () => {
    const member = await makeMember(test.pool);
    await makeProduct(test.ownerPool, 'TERMUSD');
    await test.ownerPool.query(
      `insert into terms (product, version, durations, presets) select product, 2, jsonb_set(durations, '{0,payoutRate}', '8000'), presets from terms where product = 'TERMUSD'`,
    );
    await makeTicks(test, 'TERMUSD', [{ at: Math.floor((await databaseNow(test.pool)) / 1000) * 1000, price: 1 }]);
    const answers = await place({ ...makeCommand(member, { product: 'TERMUSD' }), termsVersion: 1 });
    expect(answers).toEqual([{ ok: false, error: 'TERMS_CHANGED', params: { current: 2 } }]);
    // Terms that were never published: the device was shown others than the site has under this number.
    const hash = (await currentTerms(test.pool, ['TERMUSD'])).get('TERMUSD')?.hash ?? '';
    const seen = { ...makeCommand(member, { product: 'TERMUSD' }), termsVersion: 2 };
    expect(await place({ ...seen, termsHash: '0'.repeat(64) })).toEqual(answers);
    // A hash names its version alone: the worse terms of now are not those, and a hash of no terms is none.
    const first = await termsVersion(test.pool, 'TERMUSD', 1);
    for (const named of [first?.hash ?? '', '0'.repeat(64)]) {
      const alone = { ...makeCommand(member, { product: 'TERMUSD' }), termsHash: named };
      expect(await place(alone)).toEqual(answers);
    }
    expect(
      await place({ ...makeCommand(member, { product: 'TERMUSD' }), termsVersion: 2, termsHash: hash }),
    ).toMatchObject([{ ok: true, order: { termsHash: hash } }]);
  });

  it('refuses an order that would outlive the session', async () => {
    const now = await databaseNow(test.pool);
    // Within a minute from now, and so before an order of a minute closes.
    const end = new Date(now + 60_000).toISOString().slice(11, 16).replace('00:00', '24:00');
    const weekly = Object.fromEntries(Array.from({ length: 7 }, (_, day) => [day, [{ start: '00:00', end }]]));
    await makeProduct(test.ownerPool, 'DUSKUSD', { calendar: { timeZone: 'UTC', weekly, holidays: [] } });
    await makeTicks(test, 'DUSKUSD', [{ at: Math.floor(now / 1000) * 1000, price: 1 }]);
    const member = await makeMember(test.pool);
    expect(await place(makeCommand(member, { product: 'DUSKUSD', durationSec: 60 }))).toEqual([
      { ok: false, error: 'MARKET_CLOSED' },
    ]);
  });

  it('takes an order that names the current terms by their number alone', async () => {
    const member = await makeMember(test.pool);
    expect(await place({ ...makeCommand(member), termsVersion: 1 })).toMatchObject([{ ok: true }]);
  });

  it('gives a retry the first refusal with all that its message needs', async () => {
    const member = await makeMember(test.pool);
    await makeProduct(test.ownerPool, 'LATERUSD');
    const command = makeCommand(member, { product: 'LATERUSD' });
    const refusal = [{ ok: false, error: 'PRICE_UNAVAILABLE', params: { reason: 'NONE' } }];
    expect(await placeOrders(test.pool, 'practice', [command])).toEqual(refusal);
    await makeTicks(test, 'LATERUSD', [{ at: Math.floor((await databaseNow(test.pool)) / 1000) * 1000, price: 1 }]);
    expect(await placeOrders(test.pool, 'practice', [command])).toEqual(refusal);
  });

  it('refuses an order that its device signed too long ago, however late the site got it', async () => {
    const member = await makeMember(test.pool);
    const command = makeCommand(member);
    const request = { publicKey: '04'.padEnd(130, 'a'), signature: 'b'.repeat(128), termsHash: 'c'.repeat(64) };
    const signedAt = command.submittedAt - 40_000;
    const sent = { ...command, request: { ...request, signedAt, acceptBy: signedAt + 3000 } };
    expect(await place(sent)).toEqual([{ ok: false, error: 'ORDER_FAILED_RETRY' }]);
  });
});

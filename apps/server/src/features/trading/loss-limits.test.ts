import { minor, amount, TEST_CURRENCY } from '@candor/domain/testing/test-currency';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkConservation } from '../../testing/conservation.ts';
import { databaseNow, makeCommand, makeFresh, makeMember, makeProduct, makeTicks } from '../../testing/factories.ts';
import { createTestDb } from '../../testing/test-db.ts';
import type { TestDb } from '../../testing/test-db.ts';
import { createLog } from '../../platform/log/log.ts';
import { createPlacementQueue } from './placement-queue.ts';
import { readRoomOf } from './read-room.ts';
import { placeOrders, placeUnheldOrders } from './place-orders.ts';
import { settleDueOrders } from './settle-due-orders.ts';
import { tidyHouse } from './house-store.ts';

/** What the house can lose, in the database: by one second, by a product, on a day. Each product of these tests is one of its own. */
let test: TestDb;
let made = 0;

beforeAll(async () => {
  test = await createTestDb();
});
afterAll(async () => {
  await checkConservation(test.ownerPool);
  await test.drop();
});

type Limits = readonly [second: string, product: string, day: string];

/** A payout of 85 %, no fee, stakes from 0.01. */
async function limited([second, product, day]: Limits): Promise<string> {
  made += 1;
  const code = await makeProduct(test.ownerPool, `LIM${made}`);
  await test.ownerPool.query(
    `insert into terms (product, version, durations, fee_rate, presets, loss_second, loss_product, loss_day)
     select product, 2, (select jsonb_agg(d || '{"minStake": 1}') from jsonb_array_elements(durations) d), fee_rate, presets, $2, $3, $4
     from terms where product = $1`,
    [code, minor(second), minor(product), minor(day)],
  );
  await priced(code);
  return code;
}

async function priced(product: string): Promise<void> {
  // Orders are settled long before they close, by ticks that are ahead of the clock; then this is the newest one.
  await test.ownerPool.query(
    `update tick_head set at = date_trunc('second', clock_timestamp()) where product = $1 and at > clock_timestamp()`,
    [product],
  );
  await makeFresh(test, product);
}

type Wish = Partial<Parameters<typeof makeCommand>[1]>;

/** Orders of members of their own, one after the other in one batch. */
async function answers(product: string, ...wishes: Wish[]): Promise<string[]> {
  const commands = await Promise.all(
    wishes.map(async (wish) => makeCommand(await makeMember(test.pool), { product, ...wish })),
  );
  await priced(product);
  const decided = await placeOrders(test.pool, 'practice', commands);
  return decided.map((answer) => (answer.ok ? 'ok' : `${answer.error} ${answer.params?.['max'] ?? ''}`.trim()));
}

async function house(product: string) {
  await test.pools.worker.query('select tidy_house()');
  const { rows } = await test.ownerPool.query<{ worst: bigint; kept: bigint }>(
    'select sum(worst)::bigint as worst, sum(kept)::bigint as kept from house_day where product = $1',
    [product],
  );
  return { worst: rows[0]?.worst ?? 0n, kept: rows[0]?.kept ?? 0n };
}

describe('an order that could cost too much', () => {
  it('is refused with the stake that fits, and that stake fits to the last cent', async () => {
    const product = await limited(['100', '1000', '1000']);
    // 85 % of 117.65 is 100.00; of 117.66 it is 100.01.
    expect(await answers(product, { stake: '118' })).toEqual([`HOUSE_LIMIT ${amount('117.65')}`]);
    expect(await answers(product, { stake: '117.66' })).toEqual([`HOUSE_LIMIT ${amount('117.65')}`]);
    expect(await answers(product, { stake: '117.65' })).toEqual(['ok']);
    expect(await house(product)).toMatchObject({ worst: minor('100') });
  });

  it('counts what came before it in the same batch, and the other direction makes room', async () => {
    const product = await limited(['100', '1000', '1000']);
    const decided = await answers(
      product,
      { stake: '100' },
      { stake: '100' },
      { stake: '50', direction: 'down' },
      { stake: '76.49' },
      { stake: '76.48' },
      { stake: '0.05' },
    );
    expect(decided).toEqual([
      'ok',
      `HOUSE_LIMIT ${amount('17.65')}`,
      'ok',
      `HOUSE_LIMIT ${amount('76.48')}`,
      'ok',
      `HOUSE_LIMIT ${amount('0.01')}`,
    ]);
  });

  it('of nothing: with a limit of zero only the other direction is taken', async () => {
    const product = await limited(['0', '0', '0']);
    expect(await answers(product, { stake: '1' }, { stake: '0.01' })).toEqual([`HOUSE_LIMIT ${amount('0.01')}`, 'ok']);
  });

  it('is refused by the limit of the product where other seconds run', async () => {
    const product = await limited(['85', '100', '1000']);
    expect(await answers(product, { stake: '100' }, { stake: '100', durationSec: 60 })).toEqual([
      'ok',
      `HOUSE_LIMIT ${amount('17.65')}`,
    ]);
  });

  it('is refused by the limit of the day when the day was lost', async () => {
    const product = await limited(['85', '85', '100']);
    expect(await answers(product, { stake: '100', direction: 'up' })).toEqual(['ok']);
    await settle(product, 10_001);
    expect(await house(product)).toEqual({ worst: 0n, kept: -minor('85') });
    expect(await answers(product, { stake: '100' })).toEqual([`HOUSE_LIMIT ${amount('17.65')}`]);
  });
});

/** The price after the close of what runs decides; nothing is left. */
async function settle(product: string, price: number): Promise<void> {
  const { rows } = await test.ownerPool.query<{ entry: number; close: number }>(
    'select min(o.entry_at) as entry, max(o.closes_at) as close from position p join trade_order o on o.id = p.order_id where p.product = $1',
    [product],
  );
  const [run] = rows;
  if (run === undefined) throw new Error('nothing runs');
  await makeTicks(test, product, [
    { at: run.entry, price: 10_000 },
    { at: run.close, price },
  ]);
  await settleDueOrders(test.pools.worker);
}

describe('what is settled', () => {
  it.each([
    ['won', 10_001, -minor('85')],
    ['lost', 9_999, minor('100')],
    ['tied', 10_000, 0n],
  ])('is freed once: %s', async (_, price, result) => {
    const product = await limited(['85', '85', '1000']);
    expect(await answers(product, { stake: '100' }, { stake: '1' })).toEqual([
      'ok',
      'HOUSE_LIMIT 0.01'.replace('0.01', amount('0.01')),
    ]);
    await settle(product, price);
    expect(await house(product)).toEqual({ worst: 0n, kept: result });
    await settleDueOrders(test.pools.worker);
    expect(await house(product)).toEqual({ worst: 0n, kept: result });
    expect(await answers(product, { stake: '100' })).toEqual(['ok']);
  });
});

describe('a flood', () => {
  it('never exceeds the limit, and leaves less than the smallest stake', async () => {
    const product = await limited(['500', '500', '100000']);
    const members = await Promise.all(Array.from({ length: 240 }, async () => await makeMember(test.pool)));
    await priced(product);
    const queues = Array.from({ length: 3 }, () =>
      createPlacementQueue(test.pool, 'practice', createLog('silent'), () => undefined),
    );
    const decided = await Promise.all(
      members.map(async (member, index) => {
        const queue = queues[index % queues.length];
        if (queue === undefined) throw new Error('a queue is missing');
        return await queue.submit(makeCommand(member, { product, stake: '7.77' }));
      }),
    );
    for (const queue of queues) await queue.close();
    const taken = decided.filter((answer) => answer.ok).length;
    const { worst } = await house(product);
    expect(worst).toBeLessThanOrEqual(minor('500'));
    const { rows } = await test.ownerPool.query<{ most: bigint }>(
      'select max(s.worst)::bigint as most from (select sum(worst) as worst from house_window where product = $1 group by closes_at) s',
      [product],
    );
    expect(rows[0]?.most).toBeLessThanOrEqual(minor('500'));
    expect(
      decided.every((answer) => answer.ok || answer.error === 'HOUSE_LIMIT' || answer.error === 'HOUSE_LIMIT_FULL'),
    ).toBe(true);
    // 7.77 wins 6.60: 75 of them are 495.00, and the next one does not fit.
    expect(taken).toBe(75);
    await tidyHouse(test.pools.worker);
  });

  it('of batches that each see room is refused by the database, and decided again under the lock', async () => {
    const product = await limited(['500', '500', '100000']);
    const batches = await Promise.all(
      [0, 1, 2].map(
        async () =>
          await Promise.all(
            Array.from({ length: 40 }, async () =>
              makeCommand(await makeMember(test.pool), { product, stake: '7.77' }),
            ),
          ),
      ),
    );
    await priced(product);
    const decided = await Promise.all(
      batches.map(async (commands) => await placeUnheldOrders(test.pool, 'practice', commands)),
    );
    expect(decided.flat().filter((answer) => answer !== 'MEMBER_HELD' && answer.ok)).toHaveLength(75);
    expect(await house(product)).toMatchObject({ worst: minor('495') });
  });
});

describe('the room that everyone can read', () => {
  it('is what an order that comes now is refused by, for each duration and direction', async () => {
    const product = await limited(['100', '1000', '1000']);
    const room = async () => {
      const nowMs = await databaseNow(test.pool);
      const items = await readRoomOf(test.pool, { product, wallet: 'practice', nowMs }, TEST_CURRENCY);
      return items?.map(({ up, down }) => [up, down]) ?? null;
    };
    const before = await room();
    expect(before?.every(([up, down]) => up === amount('117.65') && down === amount('117.65'))).toBe(true);
    expect(await answers(product, { stake: '100', direction: 'up' })).toEqual(['ok']);
    // All closes of the next second share its limit only with their own; that of the product is far.
    expect((await room())?.flat()).toContain(amount('117.65'));
    const other = await makeProduct(test.ownerPool, 'NOLIMIT');
    await priced(other);
    const nowMs = await databaseNow(test.pool);
    expect(await readRoomOf(test.pool, { product: other, wallet: 'practice', nowMs }, TEST_CURRENCY)).toEqual([]);
    expect(await readRoomOf(test.pool, { product: 'NOSUCH', wallet: 'practice', nowMs }, TEST_CURRENCY)).toBeNull();
  });

  it('is narrow where the whole product is: what was taken is missing, and the other side may cover it', async () => {
    const product = await limited(['100', '100', '1000']);
    expect(await answers(product, { stake: '100', direction: 'up' })).toEqual(['ok']);
    // The next second: another entry, so nothing covers it.
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    await priced(product);
    const nowMs = await databaseNow(test.pool);
    const items = await readRoomOf(test.pool, { product, wallet: 'practice', nowMs }, TEST_CURRENCY);
    expect(items?.[0]).toMatchObject({ up: amount('17.65'), down: amount('17.65') });
    expect(await answers(product, { stake: '18' })).toEqual([`HOUSE_LIMIT ${amount('17.65')}`]);
  });
});

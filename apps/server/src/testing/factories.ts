import { ACCEPT_WITHIN_MS_MAX } from '@candor/domain/trading/terms';
import type { SignedRequest } from '../services/receipts/accepted-order.ts';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { houseAccount, memberAccount } from '@candor/domain/ledger/account';
import { money } from '@candor/domain/money';
import { formatPrice, price } from '@candor/domain/price';
import { minor, TEST_CURRENCY } from '@candor/domain/testing/test-currency';
import type { Feed } from '@candor/contract/market';
import type { TickStatus } from '@candor/domain/trading/tick';
import { tracedSourcesText } from '@candor/proof/source-reports';
import type { TracedReport } from '@candor/proof/source-reports';
import { canonicalTickText, GENESIS_HASH } from '@candor/proof/tick-chain';
import { placeOrders } from '../features/trading/place-orders.ts';
import type { Db, Pool } from '../platform/db/pool.ts';
import { withTransaction } from '../platform/db/transaction.ts';
import { uuidV7 } from '../platform/ids/ids.ts';
import { lockMembers, writeTransfers } from '../services/ledger/ledger.ts';
import { openSession } from '../services/sessions/sessions.ts';
import type { TestDb } from './test-db.ts';
import { keepDevice, makeDevice } from './test-device.ts';
import type { TestDevice } from './test-device.ts';

/** Data that a test needs, written the way the product writes it where possible. */

/** A member with practice money; `balance` in the test currency. Password checks never pass for it. */
export async function makeMember(pool: Pool, balance = '100000'): Promise<bigint> {
  // Letters alone: names that differ in digits read as each other, and an operator's would be refused to a member.
  const suffix = randomBytes(5)
    .toString('hex')
    .replaceAll(/\d/g, (digit) => 'ghjkmnpqst'.charAt(Number(digit)));
  return await withTransaction(pool, async (db) => {
    const { rows } = await db.query<{ id: bigint }>(
      `insert into member (username, password_hash, withdraw_password_hash, phone, invite_code)
       values ($1, 'none', 'none', $2, $3) returning id`,
      [`test_${suffix}`, `+86test${suffix}`, suffix.toUpperCase()],
    );
    const id = rows[0]?.id;
    const amount = minor(balance);
    if (id === undefined) throw new Error('no member was made');
    if (amount > 0n) {
      await writeTransfers(db, [
        {
          debit: houseAccount('grants', 'practice', TEST_CURRENCY.code),
          credit: memberAccount('funds', id, 'practice', TEST_CURRENCY.code),
          amount,
          type: 'practiceGrant',
          phase: 'single',
          refType: 'member',
          refId: id.toString(),
        },
      ]);
    }
    return id;
  });
}

/** The currency of no site: money in it must not show in any figure. */
export const OTHER_CURRENCY = 'XTS';

/**
 * Gives a member money that calls about practice money in the site's currency must not count: in the cash wallet and in
 * another currency, free, held, saved and invested, all with different amounts. A query that forgets the wallet or the
 * currency then shows wrong figures. Only the owner can do this: a site in practice mode has no such money.
 */
export async function makeOtherMoney(ownerPool: Pool, memberId: bigint): Promise<void> {
  const places = [
    { wallet: 'cash', currency: TEST_CURRENCY.code, amount: minor('7000') },
    { wallet: 'practice', currency: OTHER_CURRENCY, amount: minor('5000') },
    { wallet: 'cash', currency: OTHER_CURRENCY, amount: minor('3000') },
  ] as const;
  await withTransaction(ownerPool, async (db) => {
    await lockMembers(db, [memberId]);
    for (const { wallet, currency, amount } of places) {
      const own = (kind: 'funds' | 'savings' | 'invested') => memberAccount(kind, memberId, wallet, currency);
      const clearing = houseAccount('clearing', wallet, currency);
      const part = money(amount / 10n);
      const draft = { phase: 'single', refType: 'other', refId: `other ${memberId}` } as const;
      await writeTransfers(db, [
        { ...draft, debit: clearing, credit: own('funds'), amount, type: 'recharge' },
        { ...draft, debit: own('funds'), credit: own('savings'), amount: part, type: 'savingsIn' },
        { ...draft, debit: own('funds'), credit: own('invested'), amount: part, type: 'investment' },
        { ...draft, debit: own('funds'), credit: clearing, amount: part, type: 'withdraw', phase: 'pending' },
      ]);
    }
  });
}

/** Orders with cash, which share no list and no sum with practice. Needs makeOtherMoney and a fresh price. */
export async function makeCashOrder(ownerPool: Pool, memberId: bigint, product: string): Promise<void> {
  const command = { ...makeCommand(memberId, { product, stake: '300' }), wallet: 'cash' as const };
  // A site in practice mode has no cash: the database refuses it, even for the owner.
  await ownerPool.query(`update site set mode = 'live'`);
  const [answer] = await placeOrders(ownerPool, 'live', [command]);
  await ownerPool.query(`update site set mode = 'practice'`);
  if (answer?.ok !== true) throw new Error(`the cash order was refused: ${JSON.stringify(answer)}`);
}

/** A session of a device that `callerOf` knows, so that it can sign its calls; of another device, or of one without a key. */
export async function makeSession(
  pool: Pool,
  memberId: bigint,
  device?: Pick<TestDevice, 'deviceKey'> | null,
): Promise<string> {
  const made = device === undefined ? makeDevice() : undefined;
  const key = (made ?? device)?.deviceKey;
  const deviceKey = key === undefined ? null : Buffer.from(key, 'base64url');
  const { token } = await openSession(pool, { memberId, userAgent: 'test', address: '127.0.0.1', deviceKey });
  if (made !== undefined) keepDevice(token, made);
  return token;
}

export const DURATIONS = [
  { seconds: 5, payoutRate: 8500, minStake: Number(minor('10')), maxStake: Number(minor('50000')) },
  { seconds: 60, payoutRate: 8500, minStake: Number(minor('10')), maxStake: Number(minor('50000')) },
];

/** A product that never closes, with terms version 1. Prices have two decimals. */
export async function makeProduct(
  db: Db,
  code = 'TESTUSD',
  {
    feeRate = 0,
    calendar = null,
    signedScale = null,
  }: { feeRate?: number; calendar?: unknown; signedScale?: number | null } = {},
): Promise<string> {
  await db.query(
    `insert into product (code, names, category, decimals, calendar, signed_scale, position)
     values ($1, '{"zh-Hans":"测试","zh-Hant":"測試","en":"Test"}', 'crypto', 2, $2, $3, 1)`,
    [code, calendar === null ? null : JSON.stringify(calendar), signedScale],
  );
  await db.query('insert into terms (product, version, durations, fee_rate, presets) values ($1, 1, $2, $3, $4)', [
    code,
    JSON.stringify(DURATIONS),
    feeRate,
    JSON.stringify(['100', '500', '1000', '5000'].map((preset) => Number(minor(preset)))),
  ]);
  return code;
}

export interface MadeTick {
  at: number;
  price: number;
  status?: TickStatus;
  feed?: Feed;
  /** The head of the order log that it names, and the last order number under it. */
  log?: MadeLog;
}

export interface MadeLog {
  readonly size: bigint;
  readonly root: string;
  readonly no: bigint;
}

/** Adds ticks of any age to a product's chain, correctly hashed. Only the owner can: the application may not. */
export async function makeTicks(
  test: Pick<TestDb, 'ownerPool'>,
  product: string,
  ticks: readonly MadeTick[],
): Promise<void> {
  for (const made of ticks) {
    const { rows } = await test.ownerPool.query<{ seq: bigint; hash: Buffer }>(
      'select seq, hash from tick_head where product = $1',
      [product],
    );
    const seq = (rows[0]?.seq ?? 0n) + 1n;
    const prevHash = rows[0]?.hash.toString('hex') ?? GENESIS_HASH;
    const status = made.status ?? 'OK';
    const sources = reportsOf({ ...made, status });
    const sourcesDigest = createHash('sha256').update(tracedSourcesText(sources)).digest('hex');
    const text = canonicalTickText({
      prevHash,
      product,
      seq,
      at: made.at,
      price: formatPrice(price(BigInt(made.price)), 2),
      status,
      feed: made.feed ?? 'simulated',
      epoch: 1n,
      sourcesDigest,
      ...(made.log === undefined ? {} : { log: made.log }),
    });
    const hash = createHash('sha256').update(text).digest('hex');
    await test.ownerPool.query(
      `select ensure_tick_partition((to_timestamp($1::float8 / 1000) at time zone 'UTC')::date)`,
      [made.at],
    );
    await test.ownerPool.query(
      `with put as (
         insert into tick (product, seq, at, price, status, feed, epoch, sources, sources_digest, prev_hash, hash,
           log_size, log_root, log_no)
         values ($1, $2, to_timestamp($3::float8 / 1000), $4, $5, $9, 1, $13, decode($6, 'hex'), decode($7, 'hex'), decode($8, 'hex'),
           $10, decode($11, 'hex'), $12)
         returning product, seq, at, price, status, hash, log_size
       )
       insert into tick_head select * from put
       on conflict (product) do update set seq = excluded.seq, at = excluded.at, price = excluded.price, status = excluded.status, hash = excluded.hash,
         log_size = excluded.log_size`,
      [
        product,
        seq.toString(),
        made.at,
        made.price,
        status,
        sourcesDigest,
        prevHash,
        hash,
        made.feed ?? 'simulated',
        made.log?.size ?? null,
        made.log?.root ?? null,
        made.log?.no ?? null,
        JSON.stringify(sources),
      ],
    );
  }
}

/** From them the rule of prices gives this price and this status, for terms that ask for one source. */
function reportsOf({ at, price: units, status }: MadeTick): TracedReport[] {
  const report = (said: number, verdict: string, ageMs = 0): TracedReport => ({
    source: 'one',
    price: formatPrice(price(BigInt(said)), 2),
    tradeId: null,
    tradedAt: null,
    receivedAt: new Date(at - ageMs).toISOString(),
    verdict,
  });
  if (status === 'DEAD') return [];
  if (status === 'STALE') return [report(units, 'stale', 60_000)];
  // No product of a test that needs this may be at zero.
  if (status === 'DISAGREE') return [report(0, 'outlier')];
  return [report(units, status === 'CLOSED' ? 'unused' : 'used')];
}

/**
 * A price of this second, so that orders are taken for the next three: call it right before one. A tick far in the future would
 * give no price. Returns its moment.
 */
export async function makeFresh(
  { ownerPool }: Pick<TestDb, 'ownerPool'>,
  product = 'TESTUSD',
  units = 10_000,
): Promise<number> {
  const second = Math.floor((await databaseNow(ownerPool)) / 1000) * 1000;
  const { rows } = await ownerPool.query<{ at: number }>('select at from tick_head where product = $1', [product]);
  const [head] = rows;
  if (head !== undefined && head.at >= second) return head.at;
  await makeTicks({ ownerPool }, product, [{ at: second, price: units }]);
  return second;
}

/** Products with a price of this second, so that orders are taken. */
export async function makePriced(test: Pick<TestDb, 'ownerPool' | 'pool'>, products: readonly string[]): Promise<void> {
  const at = Math.floor((await databaseNow(test.pool)) / 1000) * 1000;
  for (const product of products) {
    await makeProduct(test.ownerPool, product);
    await makeTicks(test, product, [{ at, price: 10_000 }]);
  }
}

/**
 * Writes past data as it would be by now, without the triggers that forbid this. The triggers also write and remove
 * positions, so `sql` has to do that itself.
 */
export async function writePast(ownerPool: Pool, sql: string, values: readonly unknown[] = []): Promise<void> {
  await withTransaction(ownerPool, async (db) => {
    await db.query('set local session_replication_role = replica');
    await db.query(sql, [...values]);
  });
}

export async function databaseNow(db: Db): Promise<number> {
  const { rows } = await db.query<{ now: number }>('select clock_timestamp() as now');
  return Math.floor(rows[0]?.now ?? 0);
}

/** A command with normal values, for tests that care about only one of them. */
export function makeCommand(
  memberId: bigint,
  more: {
    product?: string;
    /** In the test currency. */
    stake?: string;
    durationSec?: number;
    direction?: 'up' | 'down';
    key?: string;
    body?: string;
  } = {},
) {
  return {
    orderId: randomUUID(),
    nonce: randomUUID(),
    memberId,
    product: more.product ?? 'TESTUSD',
    direction: more.direction ?? ('up' as const),
    durationSec: more.durationSec ?? 5,
    stake: minor(more.stake ?? '100'),
    wallet: 'practice' as const,
    submittedAt: Date.now(),
    key: more.key ?? uuidV7(),
    fingerprint: createHash('sha256')
      .update(more.body ?? `${more.product}${more.stake}${more.direction}`)
      .digest(),
    request: madeRequest(),
  };
}

/** What a device signed a moment ago. Nobody checks the signature behind the routes. */
export function madeRequest(signedAt = Date.now()): SignedRequest {
  const signed = { publicKey: '04'.padEnd(130, 'a'), signature: 'b'.repeat(128), termsHash: 'c'.repeat(64) };
  return { ...signed, signedAt, acceptBy: signedAt + ACCEPT_WITHIN_MS_MAX };
}

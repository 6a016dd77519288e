import { createHash, randomUUID } from 'node:crypto';
import { orderView } from '@candor/contract/trading';
import type { OrderView } from '@candor/contract/trading';
import { checkpointText } from '@candor/proof/checkpoint';
import type { CheckpointKind } from '@candor/proof/checkpoint';
import { amount } from '@candor/domain/testing/test-currency';
import { settleDueOrders } from '../features/trading/settle-due-orders.ts';
import { takeFeedLead } from '../features/market/feed/feed-store.ts';
import { openOrderLog } from '../features/market/feed/grow-order-log.ts';
import { databaseNow, makeProduct, makeTicks } from './factories.ts';
import type { MadeLog } from './factories.ts';
import type { MovableClock } from './movable-clock.ts';
import type { TestServer } from './test-server.ts';

/** Orders on chains that are signed like the feed does it, for tests of receipts. */

/** The first price of every chain here. */
export const PRICE = 10_000;

/** Signs a minute like the feed, but as the owner, because these minutes are in the future. */
export async function signMinute(server: TestServer, product: string, slot: number): Promise<void> {
  const { rows } = await server.ownerPool.query<{ seq: bigint; at: number; hash: string }>(
    `select seq, at, encode(hash, 'hex') as hash from tick
     where product = $1 and at <= to_timestamp($2::float8 / 1000) order by at desc limit 1`,
    [product, slot],
  );
  const hours = await server.ownerPool.query<{ hash: string }>(
    `select encode(text_hash, 'hex') as hash from checkpoint where product = $1 and kind = 'hour' order by slot desc limit 1`,
    [product],
  );
  const [head] = rows;
  if (head === undefined) throw new Error('no tick');
  const kind: CheckpointKind = slot % 3_600_000 === 0 ? 'hour' : 'minute';
  const previous = hours.rows[0]?.hash ?? '0'.repeat(64);
  const text = checkpointText({ product, kind, slot, ...head, previous });
  await server.ownerPool.query(
    `insert into checkpoint (product, slot, kind, seq, at, hash, previous, text_hash, note)
     values ($1, to_timestamp($2::float8 / 1000), $3, $4, to_timestamp($5::float8 / 1000), decode($6, 'hex'), decode($7, 'hex'), decode($8, 'hex'), $9)`,
    [
      product,
      slot,
      kind,
      head.seq.toString(),
      head.at,
      head.hash,
      previous,
      createHash('sha256').update(text).digest('hex'),
      await server.context.signer.sign(text),
    ],
  );
}

/** Puts all that is placed and settled into the order log. Ticks that name what is returned commit to it. */
export async function sealLog({ pools, context, ownerPool }: TestServer): Promise<MadeLog> {
  const log = await openOrderLog({ db: pools.feed, log: context.log }, await takeFeedLead(pools.feed));
  await log.sealAhead();
  const { size, root } = await log.commit(0);
  const { rows } = await ownerPool.query<{ no: bigint }>(
    `select coalesce((select last_no from order_log_batch where first < $1 order by first desc limit 1), begins_after) as no
     from order_log`,
    [size],
  );
  return { size: BigInt(size), root, no: rows[0]?.no ?? 0n };
}

export function minuteAfter(at: number): number {
  return Math.ceil(at / 60_000) * 60_000;
}

/** Places an order to buy up for 100, on a new product whose chain began and was signed before. */
export async function placeSigned(
  server: TestServer,
  token: string,
  product: string,
  {
    feeRate = 0,
    durationSec = 5,
    entryDelaySec,
  }: { feeRate?: number; durationSec?: number; entryDelaySec?: number } = {},
): Promise<OrderView> {
  await makeProduct(server.ownerPool, product, { feeRate });
  if (entryDelaySec !== undefined)
    await server.ownerPool.query(
      `insert into terms (product, version, durations, fee_rate, presets, entry_delay_sec)
       select product, 2, durations, fee_rate, presets, $2 from terms where product = $1`,
      [product, entryDelaySec],
    );
  const now = Math.floor((await databaseNow(server.pool)) / 1000) * 1000;
  const signed = now - (now % 60_000);
  for (const at of [signed - 90_000, signed - 60_000, signed - 1000])
    await makeTicks(server, product, [{ at, price: PRICE }]);
  await signMinute(server, product, signed - 60_000);
  await signMinute(server, product, signed);
  await makeTicks(server, product, [{ at: now, price: PRICE }]);
  const { body } = await server.call('POST', '/api/trade/orders', {
    token,
    key: randomUUID(),
    body: { product, direction: 'up', durationSec, stake: amount('100') },
  });
  return orderView.parse(body.data);
}

/**
 * Adds ticks this many seconds after the entry, which name the log that has the order, and settles what they decide. With a
 * clock, the settlement happens after the last of them, as it does on a site. Without one the ticks are in the future, and a verifier refuses the receipt.
 */
export async function runOn(
  server: TestServer,
  order: OrderView,
  ticks: readonly (readonly [second: number, price: number])[],
  clock?: MovableClock,
): Promise<void> {
  const entryAt = Date.parse(order.entryAt);
  const log = await sealLog(server);
  await makeTicks(
    server,
    order.product,
    ticks.map(([second, price]) => ({ at: entryAt + second * 1000, price, log })),
  );
  const newestAt = entryAt + 1000 * Math.max(...ticks.map(([second]) => second));
  await clock?.moveBy(Math.max(0, newestAt + 100 - (await databaseNow(server.pool))));
  if (clock !== undefined) await server.context.clock.measure();
  await settleDueOrders(server.pools.worker);
}

/** Puts the settlement into the log, continues the chain past the next whole minute, and signs that minute. */
export async function signClose(server: TestServer, order: OrderView): Promise<void> {
  const slot = minuteAfter(Date.parse(order.closesAt) + 10_000);
  await makeTicks(server, order.product, [{ at: slot, price: PRICE, log: await sealLog(server) }]);
  await signMinute(server, order.product, slot);
}

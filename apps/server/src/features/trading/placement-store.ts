import { currency } from '@candor/domain/money';
import type { PlaceOrderCommand } from '@candor/domain/trading/place-order';
import type { Order } from '@candor/domain/trading/order';
import * as z from 'zod/mini';
import { byteaArray, int4Array, int8Array, momentArray, textArray, uuidBytes } from '../../platform/db/binary-array.ts';
import type { Db, Statement } from '../../platform/db/pool.ts';
import { bytes, int4, int8, moment, rowsOf } from '../../platform/db/rows.ts';
import type { Call } from '../../services/commands/run-commands.ts';
import type { RefusedAt } from '../../services/own-limits/own-refusals.ts';
import { acceptedRow } from '../../services/receipts/accepted-order.ts';
import type { SignedRequest } from '../../services/receipts/accepted-order.ts';
import { ACCEPTED_COLUMNS } from '../../services/receipts/receipt-store.ts';
import { sqlState } from '../../platform/db/transaction.ts';
import { asGiven, firstRow, manyRows, write } from '../../platform/db/statement.ts';

/** SQL of placing orders. Every look-up is by a whole key, one row at a time, whatever the statistics say. */

const siteNow = z.object({
  now: moment,
  currency: z.string(),
  currencyDecimals: int4,
  currencySymbol: z.string(),
  timeZone: z.string(),
});

/**
 * Held until the transaction ends, from before the clock is read: the feed waits for it before it publishes a second
 * (hold_order_log). So an order is in the order log by the tick that begins it.
 */
export const holdOrderLog = write('select hold_order_numbers()', () => [], { name: 'hold-order-log' });

const selectNowRow = firstRow(
  siteNow,
  `select clock_timestamp() as now, currency, currency_decimals,
   currency_symbol, time_zone from site`,
  () => [],
  { name: 'select-now' },
);

/** The time on the database's clock (whole ms), the currency of the site, and its business time zone. */
export async function selectNow(db: Db): Promise<RefusedAt> {
  const row = await selectNowRow(db);
  if (row === undefined) throw new Error('the database has no site');
  const { now, currencySymbol, timeZone } = row;
  return { nowMs: Math.floor(now), currency: currency(row.currency, row.currencyDecimals), currencySymbol, timeZone };
}

const placementFacts = z.object({
  frozen: z.nullable(z.boolean()),
  tradingAllowed: z.nullable(z.boolean()),
  tradingReason: z.nullable(z.string()),
  available: z.nullable(int8),
  open: z.nullable(z.boolean()),
  guarded: z.nullable(z.boolean()),
});
/**
 * What a decision needs to know of the member. `open`: an unsettled order on this product in this wallet. `guarded`: the
 * member has decided something for themselves. `tradingReason`: the code of why they may not trade.
 */
export type PlacementFacts = z.infer<typeof placementFacts>;

/** One row for each command, in their order. */
export const selectPlacementFacts = manyRows(
  placementFacts,
  `select m.frozen, m.trading_allowed, m.trading_reason, a.available, p.open, m.guarded
   from unnest($1::bigint[], $2::text[], $3::text[]) with ordinality as w (member_id, wallet, product, n)
   left join lateral (
     select x.frozen or not x.login_allowed as frozen, x.trading_allowed, x.guarded, case when not x.trading_allowed then (
       select r.code from member_restriction r where r.member_id = x.id and r.kind = 'trading' and r.restricted
       order by r.id desc limit 1) end as trading_reason
     from member x where x.id = w.member_id offset 0
   ) m on true
   left join lateral (
     select x.posted - x.held as available from account x
     where x.member_id = w.member_id and x.wallet = w.wallet and x.kind = 'funds'
       and x.currency = (select currency from site) offset 0
   ) a on true
   left join lateral (
     select true as open from position x
     where x.member_id = w.member_id and x.wallet = w.wallet and x.product = w.product offset 0
   ) p on true
   order by w.n`,
  (commands: readonly PlaceOrderCommand[]) => [
    int8Array(commands.map((command) => command.memberId)),
    textArray(commands.map((command) => command.wallet)),
    textArray(commands.map((command) => command.product)),
  ],
  { name: 'select-placement-facts' },
);

const earlierOrder = z.extend(acceptedRow, { key: z.string(), fingerprint: bytes });
export type EarlierOrder = z.infer<typeof earlierOrder>;

const selectEarlierOrdersRows = manyRows(
  earlierOrder,
  `select ${ACCEPTED_COLUMNS}, o.fingerprint
   from unnest($1::bigint[], $2::uuid[]) as w (member_id, key)
   cross join lateral (
     select * from trade_order x where x.member_id = w.member_id and x.key = w.key
       and x.id >= month_id((date_trunc('month', now() at time zone 'UTC') - interval '1 month')::date)
       and x.id < month_id((date_trunc('month', now() at time zone 'UTC') + interval '2 months')::date) offset 0
   ) o
   cross join lateral (select * from product x where x.code = o.product offset 0) p
   cross join lateral (
     select * from terms x where x.product = o.product and x.version = o.terms_version offset 0
   ) v
   cross join site`,
  asGiven,
  { name: 'select-earlier-orders' },
);

/** The orders that these calls placed before, in this month or the one before. A key is used for half a minute; the database refuses a second one within its month, and around the end of it. */
export async function selectEarlierOrders(db: Db, calls: readonly Call<unknown>[]): Promise<EarlierOrder[]> {
  const asked = calls.flatMap(({ memberId, key }) => (key === undefined ? [] : [{ memberId, key }]));
  if (asked.length === 0) return [];
  return await selectEarlierOrdersRows(
    db,
    int8Array(asked.map((call) => call.memberId)),
    uuidBytes(asked.map((call) => call.key)),
  );
}

/** An order to write, with the key of its call. */
export interface NewOrder {
  readonly order: Order;
  readonly nonce: string;
  readonly key: string;
  readonly fingerprint: Buffer;
  readonly request: SignedRequest;
}

/** Writes orders. The database checks each one, writes its position, and takes its stake and fee. */
export function orderInsert(placed: readonly NewOrder[]): Statement {
  const orders = placed.map(({ order }) => order);
  return {
    name: 'insert-orders',
    text: `insert into trade_order (id, member_id, wallet, product, direction, stake, fee, payout_rate, payout,
             duration_sec, terms_version, submitted_at, accepted_at, entry_at, closes_at, key, fingerprint, nonce, request_key, request_signature,
             requested_at, request_deadline, request_terms_hash)
           select n.id, n.member, n.wallet, n.product, n.direction, n.stake, n.fee, n.rate, n.payout, n.seconds, n.terms,
             n.submitted, n.accepted, n.entry, n.closes, n.key, n.fingerprint, n.nonce, n.signer, n.signature, n.signed,
             n.deadline, n.seen
           from unnest($1::uuid[], $2::bigint[], $3::text[], $4::text[], $5::text[], $6::bigint[], $7::bigint[],
             $8::bigint[], $9::bigint[], $10::int[], $11::int[], $12::timestamptz[], $13::timestamptz[],
             $14::timestamptz[], $15::timestamptz[], $16::uuid[], $17::bytea[], $18::uuid[], $19::bytea[], $20::bytea[],
             $21::timestamptz[], $22::timestamptz[], $23::bytea[])
             as n (id, member, wallet, product, direction, stake, fee, rate, payout, seconds, terms, submitted, accepted,
               entry, closes, key, fingerprint, nonce, signer, signature, signed, deadline, seen)
           returning id, no`,
    values: [
      uuidBytes(orders.map((order) => order.id)),
      int8Array(orders.map((order) => order.memberId)),
      textArray(orders.map((order) => order.wallet)),
      textArray(orders.map((order) => order.product)),
      textArray(orders.map((order) => order.direction)),
      int8Array(orders.map((order) => order.stake)),
      int8Array(orders.map((order) => order.fee)),
      int8Array(orders.map((order) => order.payoutRate)),
      int8Array(orders.map((order) => order.payout)),
      int4Array(orders.map((order) => order.durationSec)),
      int4Array(orders.map((order) => order.termsVersion)),
      momentArray(orders.map((order) => order.submittedAt)),
      momentArray(orders.map((order) => order.acceptedAt)),
      momentArray(orders.map((order) => order.entryAt)),
      momentArray(orders.map((order) => order.closesAt)),
      uuidBytes(placed.map(({ key }) => key)),
      byteaArray(placed.map(({ fingerprint }) => fingerprint)),
      uuidBytes(placed.map(({ nonce }) => nonce)),
      byteaArray(placed.map(({ request }) => Buffer.from(request.publicKey, 'hex'))),
      byteaArray(placed.map(({ request }) => Buffer.from(request.signature, 'hex'))),
      momentArray(placed.map(({ request }) => request.signedAt)),
      momentArray(placed.map(({ request }) => request.acceptBy)),
      byteaArray(placed.map(({ request }) => Buffer.from(request.termsHash, 'hex'))),
    ],
  };
}

/** The database refused orders that would cost too much together with others that were written since they were decided. */
export function isOverLimit(error: unknown): boolean {
  return sqlState(error) === 'CD006' && error instanceof Error && error.message.endsWith('LOSS_LIMIT');
}

const numberRow = z.object({ id: z.string(), no: int8 });

/** The numbers of the orders that `orderInsert` wrote, by id. */
export function orderNumbers(rows: readonly object[]): Map<string, bigint> {
  return new Map(rowsOf(numberRow, { rows }).map((row) => [row.id, row.no]));
}

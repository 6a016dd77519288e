import type { FeedTick, PriceAlert } from '@candor/domain/market/price-alert';
import { ALERT_SIDES } from '@candor/contract/alerts';
import type { PriceRule } from '@candor/domain/market/price-rule';
import type { Price } from '@candor/domain/price';
import * as z from 'zod/mini';
import { bigintArray, uuidArray } from '../../platform/db/array-literal.ts';
import type { Db } from '../../platform/db/pool.ts';
import { int4, int8, moment } from '../../platform/db/rows.ts';
import { feedKind, priceUnits, tickStatus } from '../../services/columns/columns.ts';
import { asGiven, firstRow, firstValue, manyRows, write } from '../../platform/db/statement.ts';

/** SQL of the price alerts. */

const side = z.enum(ALERT_SIDES);
const alertRow = z.object({
  id: z.string(),
  memberId: int8,
  product: z.string(),
  decimals: int4,
  side,
  target: priceUnits,
  afterSeq: int8,
  feed: feedKind,
  createdAt: moment,
  expiresAt: moment,
  firedSeq: z.nullable(int8),
  firedAt: z.nullable(moment),
  firedPrice: z.nullable(priceUnits),
});
export type AlertRow = z.infer<typeof alertRow>;

const COLUMNS = `a.id, a.member_id, a.product, p.decimals, a.side, a.target, a.after_seq, a.feed,
  a.created_at, a.expires_at,
  a.fired_seq, a.fired_at, a.fired_price`;

/** What one member waits for, and at most `finishedMax` of what happened, newest first. */
export const selectAlerts = manyRows(
  alertRow,
  `with waiting as (select id from price_alert where member_id = $1 and fired_seq is null and expires_at > clock_timestamp()
     order by created_at desc limit $2),
   finished as (select id from price_alert where member_id = $1 and (fired_seq is not null or expires_at <= clock_timestamp())
     order by created_at desc limit $3)
   select ${COLUMNS} from price_alert a join product p on p.code = a.product
   where a.id in (select id from waiting union all select id from finished) order by a.created_at desc`,
  (memberId: bigint, waitingMax: number, finishedMax: number) => [memberId, waitingMax, finishedMax],
);

const factsRow = z.object({
  decimals: int4,
  signedScale: z.nullable(priceUnits),
  seq: z.nullable(int8),
  at: z.nullable(moment),
  price: z.nullable(priceUnits),
  status: z.nullable(tickStatus),
  feed: z.nullable(feedKind),
});

const selectQuotedRow = firstRow(
  factsRow,
  `select p.decimals, p.signed_scale, t.seq, t.at, t.price, t.status, t.feed
   from product p left join tick_head h on h.product = p.code
   left join tick t on t.product = h.product and t.seq = h.seq and t.at = h.at
   where p.code = $1 and p.active`,
  asGiven,
);

/** An active product with its newest tick; undefined if there is none. */
export async function selectQuoted(
  db: Db,
  product: string,
): Promise<{ rule: PriceRule; newest: FeedTick | undefined } | undefined> {
  const row = await selectQuotedRow(db, product);
  if (row === undefined) return undefined;
  const { decimals, signedScale, seq, at, price, status, feed } = row;
  const newest =
    seq === null || at === null || price === null || status === null || feed === null
      ? undefined
      : { seq, at, price, status, feed };
  return { rule: { decimals, signedScale }, newest };
}

export type NewAlert = PriceAlert & { readonly memberId: bigint; readonly product: string };

const insertAlertRow = firstRow(
  z.object({ id: z.string() }),
  `insert into price_alert (member_id, product, side, target, after_seq, feed, expires_at)
   values ($1, $2, $3, $4, $5, $6, to_timestamp($7::float8 / 1000)) returning id`,
  asGiven,
);

export async function insertAlert(db: Db, alert: NewAlert): Promise<string> {
  const row = await insertAlertRow(
    db,
    alert.memberId.toString(),
    alert.product,
    alert.side,
    alert.target.toString(),
    alert.afterSeq.toString(),
    alert.feed,
    alert.expiresAt,
  );
  if (row === undefined) throw new Error('no alert was written');
  return row.id;
}

/** Keeps only the newest `kept` alerts of a member that fired or expired: alerts that fire at once must not pile up. */
export const deleteOldAlerts = write('select drop_oldest_alerts($1, $2)', (memberId: bigint, kept: number) => [
  memberId,
  kept,
]);

const selectAlertRow = firstRow(
  alertRow,
  `select ${COLUMNS} from price_alert a join product p on p.code = a.product where a.id = $1`,
  asGiven,
);

export async function selectAlert(db: Db, id: string): Promise<AlertRow> {
  const row = await selectAlertRow(db, id);
  if (row === undefined) throw new Error('the alert is gone');
  return row;
}

/** Those of these alerts that fired within the last `latelyMs`. */
export const selectFiredLately = manyRows(
  alertRow,
  `select ${COLUMNS} from price_alert a join product p on p.code = a.product
   where a.id = any ($1::uuid[]) and a.fired_at > clock_timestamp() - make_interval(secs => $2::float8 / 1000)`,
  (ids: readonly string[], latelyMs: number) => [uuidArray(ids), latelyMs],
);

/** Whether there was such an alert of this member. */
export const deleteAlert = firstValue(
  z.boolean(),
  'select drop_alert($1, $2) as done',
  (memberId: bigint, id: string) => [memberId, id],
  { or: false },
);

const spanRow = z.object({ product: z.string(), fromAt: moment });

/**
 * The products that alerts wait for and that have new ticks, with the moment to read from. A transaction that sets an
 * alert may commit after later ticks were compared, so each read begins `overlapMs` before the last one ended.
 */
export const selectAlertSpans = manyRows(
  spanRow,
  `select h.product, greatest(p.at, w.since) - make_interval(secs => $1::float8 / 1000) as from_at
   from tick_head h
   cross join lateral (select min(a.created_at) as since from price_alert a
     where a.product = h.product and a.fired_seq is null) w
   left join price_alert_progress p on p.product = h.product
   where w.since is not null and (p.at is null or h.at > p.at)`,
  (overlapMs: number) => [overlapMs],
);

const feedTick = z.object({ seq: int8, at: moment, price: priceUnits, status: tickStatus, feed: feedKind });

/** Ticks from this moment on, oldest first. */
export const selectFeedTicks = manyRows(
  feedTick,
  `select seq, at, price, status, feed from tick
   where product = $1 and at >= to_timestamp($2::float8 / 1000) order by at limit $3`,
  (product: string, fromAt: number, limit: number) => [product, fromAt, limit],
);

export const upsertProgress = write(
  `insert into price_alert_progress values ($1, to_timestamp($2::float8 / 1000))
   on conflict (product) do update set at = greatest(price_alert_progress.at, excluded.at)`,
  (product: string, at: number) => [product, at],
);

export type Reach = { readonly product: string; readonly feed: string; readonly low: Price; readonly high: Price };

/** A page of the alerts that prices between `low` and `high` may reach. */
export const selectReached = manyRows(
  alertRow,
  `select ${COLUMNS} from price_alert a join product p on p.code = a.product
   where a.product = $1 and a.feed = $2 and a.fired_seq is null and ($5::uuid is null or a.id > $5)
     and ((a.side = 'above' and a.target <= $4) or (a.side = 'below' and a.target >= $3))
   order by a.id limit $6`,
  ({ product, feed, low, high }: Reach, afterId: string | null, limit: number) => [
    product,
    feed,
    low,
    high,
    afterId,
    limit,
  ],
);

/** Marks these alerts as fired, each by its tick. Returns those that were still waiting: each alert is returned once. */
export const fireAlerts = manyRows(
  alertRow,
  `with due as (
     select a.id, x.seq from unnest($1::uuid[], $2::bigint[]) x (id, seq)
     join price_alert a on a.id = x.id where a.fired_seq is null order by a.id for update of a skip locked
   ),
   a as (update price_alert w set fired_seq = due.seq from due where w.id = due.id returning w.*)
   select ${COLUMNS} from a join product p on p.code = a.product`,
  (fired: readonly { readonly id: string; readonly seq: bigint }[]) => [
    uuidArray(fired.map(({ id }) => id)),
    bigintArray(fired.map(({ seq }) => seq)),
  ],
);

/** Alerts and reminders that ended 30 days ago. */
export const deleteEndedAlerts = write('select forget_alerts()');

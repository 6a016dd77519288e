import type { FeedTick, PriceAlert } from '@candor/domain/market/price-alert';
import { ALERT_SIDES } from '@candor/contract/alerts';
import type { PriceRule } from '@candor/domain/market/price-rule';
import type { Price } from '@candor/domain/price';
import * as z from 'zod/mini';
import { bigintArray, uuidArray } from '../../platform/db/array-literal.ts';
import type { Db } from '../../platform/db/pool.ts';
import { int4, int8, moment, rowOf, rowsOf, wasDone } from '../../platform/db/rows.ts';
import { feedKind, priceUnits, tickStatus } from '../../services/columns/columns.ts';

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

const COLUMNS = `a.id, a.member_id as "memberId", a.product, p.decimals, a.side, a.target, a.after_seq as "afterSeq", a.feed,
  a.created_at as "createdAt", a.expires_at as "expiresAt",
  a.fired_seq as "firedSeq", a.fired_at as "firedAt", a.fired_price as "firedPrice"`;

/** What one member waits for, and at most `finishedMax` of what happened, newest first. */
export async function selectAlerts(
  db: Db,
  memberId: bigint,
  waitingMax: number,
  finishedMax: number,
): Promise<AlertRow[]> {
  const result = await db.query(
    `with waiting as (select id from price_alert where member_id = $1 and fired_seq is null and expires_at > clock_timestamp()
       order by created_at desc limit $2),
     finished as (select id from price_alert where member_id = $1 and (fired_seq is not null or expires_at <= clock_timestamp())
       order by created_at desc limit $3)
     select ${COLUMNS} from price_alert a join product p on p.code = a.product
     where a.id in (select id from waiting union all select id from finished) order by a.created_at desc`,
    [memberId.toString(), waitingMax, finishedMax],
  );
  return rowsOf(alertRow, result);
}

const factsRow = z.object({
  decimals: int4,
  signedScale: z.nullable(priceUnits),
  seq: z.nullable(int8),
  at: z.nullable(moment),
  price: z.nullable(priceUnits),
  status: z.nullable(tickStatus),
  feed: z.nullable(feedKind),
});

/** An active product with its newest tick; undefined if there is none. */
export async function selectQuoted(
  db: Db,
  product: string,
): Promise<{ rule: PriceRule; newest: FeedTick | undefined } | undefined> {
  const result = await db.query(
    `select p.decimals, p.signed_scale as "signedScale", t.seq, t.at, t.price, t.status, t.feed
     from product p left join tick_head h on h.product = p.code
     left join tick t on t.product = h.product and t.seq = h.seq and t.at = h.at
     where p.code = $1 and p.active`,
    [product],
  );
  const row = rowOf(factsRow, result);
  if (row === undefined) return undefined;
  const { decimals, signedScale, seq, at, price, status, feed } = row;
  const newest =
    seq === null || at === null || price === null || status === null || feed === null
      ? undefined
      : { seq, at, price, status, feed };
  return { rule: { decimals, signedScale }, newest };
}

export type NewAlert = PriceAlert & { readonly memberId: bigint; readonly product: string };

export async function insertAlert(db: Db, alert: NewAlert): Promise<string> {
  const result = await db.query(
    `insert into price_alert (member_id, product, side, target, after_seq, feed, expires_at)
     values ($1, $2, $3, $4, $5, $6, to_timestamp($7::float8 / 1000)) returning id`,
    [
      alert.memberId.toString(),
      alert.product,
      alert.side,
      alert.target.toString(),
      alert.afterSeq.toString(),
      alert.feed,
      alert.expiresAt,
    ],
  );
  const row = rowOf(z.object({ id: z.string() }), result);
  if (row === undefined) throw new Error('no alert was written');
  return row.id;
}

/** Keeps only the newest `kept` alerts of a member that fired or expired: alerts that fire at once must not pile up. */
export async function deleteOldAlerts(db: Db, memberId: bigint, kept: number): Promise<void> {
  await db.query('select drop_oldest_alerts($1, $2)', [memberId.toString(), kept]);
}

export async function selectAlert(db: Db, id: string): Promise<AlertRow> {
  const row = rowOf(
    alertRow,
    await db.query(`select ${COLUMNS} from price_alert a join product p on p.code = a.product where a.id = $1`, [id]),
  );
  if (row === undefined) throw new Error('the alert is gone');
  return row;
}

/** Those of these alerts that fired within the last `latelyMs`. */
export async function selectFiredLately(db: Db, ids: readonly string[], latelyMs: number): Promise<AlertRow[]> {
  const result = await db.query(
    `select ${COLUMNS} from price_alert a join product p on p.code = a.product
     where a.id = any ($1::uuid[]) and a.fired_at > clock_timestamp() - make_interval(secs => $2::float8 / 1000)`,
    [uuidArray(ids), latelyMs],
  );
  return rowsOf(alertRow, result);
}

/** Whether there was such an alert of this member. */
export async function deleteAlert(db: Db, memberId: bigint, id: string): Promise<boolean> {
  return wasDone(await db.query('select drop_alert($1, $2) as done', [memberId.toString(), id]));
}

const spanRow = z.object({ product: z.string(), fromAt: moment });

/**
 * The products that alerts wait for and that have new ticks, with the moment to read from. A transaction that sets an
 * alert may commit after later ticks were compared, so each read begins `overlapMs` before the last one ended.
 */
export async function selectAlertSpans(db: Db, overlapMs: number): Promise<z.infer<typeof spanRow>[]> {
  const result = await db.query(
    `select h.product, greatest(p.at, w.since) - make_interval(secs => $1::float8 / 1000) as "fromAt"
     from tick_head h
     cross join lateral (select min(a.created_at) as since from price_alert a
       where a.product = h.product and a.fired_seq is null) w
     left join price_alert_progress p on p.product = h.product
     where w.since is not null and (p.at is null or h.at > p.at)`,
    [overlapMs],
  );
  return rowsOf(spanRow, result);
}

const feedTick = z.object({ seq: int8, at: moment, price: priceUnits, status: tickStatus, feed: feedKind });

/** Ticks from this moment on, oldest first. */
export async function selectFeedTicks(db: Db, product: string, fromAt: number, limit: number): Promise<FeedTick[]> {
  const result = await db.query(
    `select seq, at, price, status, feed from tick
     where product = $1 and at >= to_timestamp($2::float8 / 1000) order by at limit $3`,
    [product, fromAt, limit],
  );
  return rowsOf(feedTick, result);
}

export async function upsertProgress(db: Db, product: string, at: number): Promise<void> {
  await db.query(
    `insert into price_alert_progress values ($1, to_timestamp($2::float8 / 1000))
     on conflict (product) do update set at = greatest(price_alert_progress.at, excluded.at)`,
    [product, at],
  );
}

export type Reach = { readonly product: string; readonly feed: string; readonly low: Price; readonly high: Price };

/** A page of the alerts that prices between `low` and `high` may reach. */
export async function selectReached(
  db: Db,
  { product, feed, low, high }: Reach,
  afterId: string | null,
  limit: number,
): Promise<AlertRow[]> {
  const result = await db.query(
    `select ${COLUMNS} from price_alert a join product p on p.code = a.product
     where a.product = $1 and a.feed = $2 and a.fired_seq is null and ($5::uuid is null or a.id > $5)
       and ((a.side = 'above' and a.target <= $4) or (a.side = 'below' and a.target >= $3))
     order by a.id limit $6`,
    [product, feed, low.toString(), high.toString(), afterId, limit],
  );
  return rowsOf(alertRow, result);
}

/** Marks these alerts as fired, each by its tick. Returns those that were still waiting: each alert is returned once. */
export async function fireAlerts(
  db: Db,
  fired: readonly { readonly id: string; readonly seq: bigint }[],
): Promise<AlertRow[]> {
  const result = await db.query(
    `with due as (
       select a.id, x.seq from unnest($1::uuid[], $2::bigint[]) x (id, seq)
       join price_alert a on a.id = x.id where a.fired_seq is null order by a.id for update of a skip locked
     ),
     a as (update price_alert w set fired_seq = due.seq from due where w.id = due.id returning w.*)
     select ${COLUMNS} from a join product p on p.code = a.product`,
    [uuidArray(fired.map(({ id }) => id)), bigintArray(fired.map(({ seq }) => seq))],
  );
  return rowsOf(alertRow, result);
}

/** Alerts and reminders that ended 30 days ago. */
export async function deleteEndedAlerts(db: Db): Promise<void> {
  await db.query('select forget_alerts()');
}

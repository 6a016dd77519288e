import type { Wallet } from '@candor/domain/ledger/account';
import type { DayNumber } from '@candor/domain/market/local-time';
import { dayNumber } from '@candor/domain/market/local-time';
import { money, rate } from '@candor/domain/money';
import * as z from 'zod/mini';
import type { Db } from '../../platform/db/pool.ts';
import { date, int4, int8, moment } from '../../platform/db/rows.ts';
import { archivedRows } from '../../services/order-archive/order-parts-store.ts';
import type { ArchivedFile, ListArchivedFiles } from '../../services/order-archive/archived-files.ts';
import { firstRow, manyRows } from '../../platform/db/statement.ts';

/** SQL of what a member earned on one business date, entry by entry. */

interface Place {
  readonly memberId: bigint;
  readonly wallet: Wallet;
  readonly date: string;
}

const names = z.object({ 'zh-Hans': z.string(), 'zh-Hant': z.string(), en: z.string() });
const holdingRow = z.object({
  id: z.string(),
  names,
  principal: z.pipe(int8, z.transform(money)),
  annualRate: z.pipe(int8, z.transform(rate)),
  /** How many days before the date its interest began. */
  days: int4,
  /** Null: the date is not closed for it. */
  amount: z.nullable(int8),
  booked: z.boolean(),
});
export type HoldingEarning = z.infer<typeof holdingRow>;

/**
 * The holdings that earned on the date or will when it ends, newest first. A holding that is paid daily is booked through
 * `paid_through`, one that has ended as a whole. The row of an early redemption is on the date it ended.
 */
export const selectHoldingEarnings = manyRows(
  holdingRow,
  `select h.id, t.names, h.principal, h.annual_rate, $3::date - h.starts_on as days, a.amount,
     a.amount is not null and (h.status <> 'running' or coalesce(h.paid_through >= $3::date, false)) as booked
   from holding h join project_terms t on t.project_id = h.project_id and t.version = h.version
   left join holding_accrual a on a.business_date = $3::date and a.holding_id = h.id
   where h.member_id = $1 and h.wallet = $2 and h.starts_on <= $3::date
     and case when a.amount is null then h.status = 'running' and $3::date < h.matures_on else a.amount <> 0 end
   order by h.id desc`,
  ({ memberId, wallet, date: of }: Place) => [memberId, wallet, of],
  { name: 'select-holding-earnings' },
);

const savingsRow = z.object({
  amount: z.nullable(int8),
  booked: z.boolean(),
  balance: z.pipe(int8, z.transform(money)),
  annualRate: z.pipe(int8, z.transform(rate)),
});
export type SavingsEarning = z.infer<typeof savingsRow>;

/** The savings' interest of the date; without it, balance and rate that it is expected from. */
export const selectSavingsEarning = firstRow(
  savingsRow,
  `select s.amount, s.posted_at is not null as booked, a.posted as balance,
     coalesce((select r.annual_rate from savings_rate r where r.from_date <= $4::date order by r.from_date desc limit 1), 0)
       as annual_rate
   from account a left join savings_accrual s on s.member_id = $1 and s.wallet = $2 and s.business_date = $4::date
   where a.member_id = $1 and a.wallet = $2 and a.currency = $3 and a.kind = 'savings'`,
  ({ memberId, wallet, date: of, currency }: Place & { currency: string }) => [memberId, wallet, currency, of],
  { name: 'select-savings-earning' },
);

const closedRow = z.object({ closed: z.nullable(date) });

const selectClosedDateRow = firstRow(
  closedRow,
  'select max(business_date) as closed from business_day where closed_at is not null',
);

/** The last business date whose interest is complete. */
export async function selectClosedDate(db: Db): Promise<DayNumber | null> {
  const result = await selectClosedDateRow(db);
  const text = result?.closed ?? null;
  if (text === null) return null;
  const [year = 0, month = 0, day = 0] = text.split('-').map(Number);
  return dayNumber(year, month, day);
}

const orderRow = z.object({
  id: z.string(),
  no: int8,
  product: z.string(),
  profit: int8,
  settledAt: moment,
  /** The same in microseconds: the order of the list. */
  settledUs: int8,
});
export type OrderEarning = z.infer<typeof orderRow>;

const SETTLED_US = '(extract(epoch from s.settled_at) * 1000000)::bigint';

const SELECT_ORDER_EARNINGS = `select o.id, o.no, o.product, s.profit, s.settled_at, ${SETTLED_US} as settled_us
   from settlement s join trade_order o on o.id = s.order_id
   where s.member_id = $1 and o.wallet = $2 and s.settled_at >= $3 and s.settled_at < $4
     and ($5::bigint is null or (${SETTLED_US}, o.no) < ($5, $6::bigint))
   order by s.settled_at desc, o.no desc limit $7`;

interface SpanOfMember {
  readonly memberId: bigint;
  readonly wallet: Wallet;
  readonly fromMs: number;
  readonly toMs: number;
}

interface EarningsFilter extends SpanOfMember {
  /** The last order that was shown; undefined for the first page. */
  readonly after: EarningPlace | undefined;
  readonly limit: number;
}

function earningsFilterOf({ memberId, wallet, fromMs, toMs, after, limit }: EarningsFilter) {
  const [from, to] = [fromMs, toMs].map((ms) => new Date(ms).toISOString());
  return [memberId, wallet, from, to, after?.settledUs ?? null, after?.no ?? null, limit];
}

const selectStoredEarnings = manyRows(orderRow, SELECT_ORDER_EARNINGS, earningsFilterOf, {
  name: 'select-order-earnings',
});

const selectEarningsOfLines = manyRows(
  orderRow,
  `${archivedRows('$8')} ${SELECT_ORDER_EARNINGS}`,
  (filter: EarningsFilter, lines: readonly string[]) => [...earningsFilterOf(filter), lines],
);

const earningPlace = z.object({ no: int8, settledUs: int8 });
/** Where an order stands in the list. */
export type EarningPlace = z.infer<typeof earningPlace>;

const SELECT_PLACE = `select o.no, ${SETTLED_US} as settled_us from trade_order o join settlement s on s.order_id = o.id
   where o.member_id = $1 and o.no = $2`;

const selectStoredPlace = firstRow(earningPlace, SELECT_PLACE, (memberId: bigint, no: bigint) => [memberId, no]);

const selectPlaceOfLines = firstRow(
  earningPlace,
  `${archivedRows('$3')} ${SELECT_PLACE}`,
  (memberId: bigint, no: bigint, lines: readonly string[]) => [memberId, no, lines],
);

/**
 * Orders settled in [fromMs, toMs), newest first, those after the order `afterNo` in this list; from the database and the archive.
 * @throws Refused ORDERS_UNAVAILABLE when a file cannot be read now
 */
export async function selectOrderEarnings(
  db: Db,
  listFiles: ListArchivedFiles,
  filter: SpanOfMember & { readonly afterNo: bigint | undefined; readonly limit: number },
): Promise<readonly OrderEarning[]> {
  const { memberId, afterNo, limit } = filter;
  const files = await listFiles(db, memberId, { ...filter, of: 'settlement' });
  const after = afterNo === undefined ? undefined : await placeOf(db, files, memberId, afterNo);
  if (afterNo !== undefined && after === undefined) return [];
  const rows = [...(await selectStoredEarnings(db, { ...filter, after }))];
  for (const file of files) rows.push(...(await selectEarningsOfLines(db, { ...filter, after }, await file.lines())));
  return rows.toSorted(bySettlement).slice(0, limit);
}

async function placeOf(db: Db, files: readonly ArchivedFile[], memberId: bigint, no: bigint) {
  const stored = await selectStoredPlace(db, memberId, no);
  if (stored !== undefined) return stored;
  for (const file of files) {
    const place = await selectPlaceOfLines(db, memberId, no, await file.lines());
    if (place !== undefined) return place;
  }
  return undefined;
}

function bySettlement(a: EarningPlace, b: EarningPlace): number {
  const [one, other] = a.settledUs === b.settledUs ? [a.no, b.no] : [a.settledUs, b.settledUs];
  return one > other ? -1 : 1;
}

import type { OrderStatus, VoidReason } from '@candor/contract/trading';
import * as z from 'zod/mini';
import type { Db } from '../../platform/db/pool.ts';
import { int4, int8, moment } from '../../platform/db/rows.ts';
import { byVariant, firstRow, firstValue, manyRows, manyValues } from '../../platform/db/statement.ts';
import { archivedRows } from '../../services/order-archive/order-parts-store.ts';
import { direction, outcome, voidReason, wallet } from '../../services/columns/columns.ts';

/** SQL of orders as operators see them. It only reads. */
const lineRow = z.object({
  id: z.string(),
  no: int8,
  memberId: int8,
  username: z.string(),
  product: z.string(),
  /** Decimals of the product's prices. */
  decimals: int4,
  direction,
  wallet,
  stake: int8,
  fee: int8,
  payoutRate: int8,
  payout: int8,
  durationSec: int4,
  acceptedAt: moment,
  entryAt: moment,
  closesAt: moment,
  outcome: z.nullable(outcome),
  reason: z.nullable(voidReason),
  entryPrice: z.nullable(int8),
  exitPrice: z.nullable(int8),
  profit: z.nullable(int8),
  settledAt: z.nullable(moment),
});
export type OrderLineRow = z.infer<typeof lineRow>;

const LINE = `o.id, o.no, o.member_id, m.username, o.product, p.decimals, o.direction, o.wallet, o.stake, o.fee, o.payout_rate, o.payout,
  o.duration_sec, o.accepted_at, o.entry_at, o.closes_at, s.outcome, s.reason,
  coalesce(s.entry_price, e.price) as entry_price, s.exit_price, s.profit, s.settled_at`;

/** Until an order is settled, its entry is found by the rule that will settle it: the oldest OK tick within 3 s. */
const BESIDE = `join member m on m.id = o.member_id
  join product p on p.code = o.product
  left join lateral (
    select t.price from tick t
    where s.order_id is null and t.product = o.product and t.status = 'OK'
      and t.at between o.entry_at and o.entry_at + interval '3 seconds'
    order by t.at limit 1
  ) e on true`;

export interface OrdersFilter {
  id?: string | undefined;
  /** With `memberIds` too: what fits one of both. */
  no?: bigint | undefined;
  /** Without a number and without these: those of everybody. */
  memberIds?: readonly bigint[] | undefined;
  status?: readonly OrderStatus[] | undefined;
  reason?: readonly VoidReason[] | undefined;
  product?: string | undefined;
  direction?: 'up' | 'down' | undefined;
  wallet?: 'practice' | 'cash' | undefined;
  stakeFrom?: bigint | undefined;
  stakeTo?: bigint | undefined;
  fromMs?: number | undefined;
  toMs?: number | undefined;
  sort?: 'acceptedAt' | '-acceptedAt' | undefined;
  /** The last one that was seen. */
  afterId?: string | undefined;
  limit: number;
}

const LISTINGS = ['all', 'voided', 'open'] as const;
type Listing = (typeof LISTINGS)[number];
type Sorted = Listing | `-${Listing}`;
const SORTED: readonly Sorted[] = LISTINGS.flatMap((listing) => [listing, `-${listing}`] as const);

/** Where each begins. What is open and what is void are few among very many, and have places of their own. */
const LISTED: Readonly<Record<Listing, { tables: string; place: string; where: string }>> = {
  all: { tables: 'trade_order o left join settlement s on s.order_id = o.id', place: 'o.id', where: 'true' },
  voided: {
    tables: 'settlement s join trade_order o on o.id = s.order_id',
    place: 's.order_id',
    where: `s.outcome = 'voided'`,
  },
  open: {
    tables: 'position w join trade_order o on o.id = w.order_id left join settlement s on s.order_id = o.id',
    place: 'w.order_id',
    where: 'true',
  },
};

/**
 * The id of an order is of the moment of its acceptance, so the order of ids is that of time, each month has its own stretch of it, and a
 * page costs the same however many months there are.
 */
function textOf(listing: Sorted): string {
  const [down, beyond] = listing.startsWith('-') ? ['desc', '<'] : ['', '>'];
  const { tables, place, where } = LISTED[nameOf(listing)];
  return `select ${LINE} from ${tables} ${BESIDE}
     where ${where}
       and ($1::uuid is null or ${place} = $1)
       and ($2::bigint is null and $3::bigint[] is null or o.no = $2 or o.member_id = any($3))
       and ($4::text[] is null or coalesce(s.outcome, 'open') = any($4))
       and ($5::text[] is null or s.reason = any($5))
       and ($6::text is null or lower(o.product) = lower($6))
       and ($7::text is null or o.direction = $7) and ($8::text is null or o.wallet = $8)
       and ($9::bigint is null or o.stake >= $9) and ($10::bigint is null or o.stake <= $10)
       and ($11::timestamptz is null or (o.accepted_at >= $11
         and ${place} >= moment_id(greatest(timestamptz 'epoch', $11::timestamptz - interval '1 day'))))
       and ($12::timestamptz is null or (o.accepted_at < $12
         and ${place} < moment_id(greatest(timestamptz 'epoch', $12::timestamptz + interval '1 day'))))
       and ($13::uuid is null or ${place} ${beyond} $13)
     order by ${place} ${down} limit $14`;
}

function nameOf(listing: Sorted): Listing {
  return LISTINGS.find((name) => listing.endsWith(name)) ?? 'all';
}

function valuesOf(filter: OrdersFilter) {
  return [
    filter.id ?? null,
    filter.no?.toString() ?? null,
    filter.memberIds?.map(String) ?? null,
    statesLeft(filter),
    filter.reason ?? null,
    filter.product ?? null,
    filter.direction ?? null,
    filter.wallet ?? null,
    filter.stakeFrom?.toString() ?? null,
    filter.stakeTo?.toString() ?? null,
    isoOf(filter.fromMs),
    isoOf(filter.toMs),
    filter.afterId ?? null,
    filter.limit,
  ];
}

const orders = byVariant(SORTED, (listing) => manyRows(lineRow, textOf(listing), valuesOf));

const ordersOfLines = byVariant(SORTED, (listing) =>
  manyRows(lineRow, `${archivedRows('$15')} ${textOf(listing)}`, (filter: OrdersFilter, lines: readonly string[]) => [
    ...valuesOf(filter),
    lines,
  ]),
);

/** Those that the database has; newest first, unless somebody sorts them. */
export async function selectOrderLines(db: Db, filter: OrdersFilter): Promise<OrderLineRow[]> {
  return await orders[listingOf(filter)](db, filter);
}

/** Those of these lines of months that have left (services/order-archive), in the same order. */
export async function selectOrdersOfLines(
  db: Db,
  filter: OrdersFilter,
  lines: readonly string[],
): Promise<OrderLineRow[]> {
  return await ordersOfLines[listingOf(filter)](db, filter, lines);
}

function listingOf(filter: OrdersFilter): Sorted {
  const listing = listed(filter);
  return (filter.sort ?? '-acceptedAt') === '-acceptedAt' ? `-${listing}` : listing;
}

function listed({ status, reason }: OrdersFilter): Listing {
  const only = status?.length === 1 ? status[0] : undefined;
  return reason !== undefined || only === 'voided' ? 'voided' : only === 'open' ? 'open' : 'all';
}

/** What the listing says already, a plan would take for a condition that few of it meet, and read and sort all of it. */
function statesLeft(filter: OrdersFilter): readonly OrderStatus[] | null {
  const { status = null } = filter;
  return status?.length === 1 && status[0] === listed(filter) ? null : status;
}

function isoOf(ms: number | undefined): string | null {
  return ms === undefined ? null : new Date(ms).toISOString();
}

/** How many members the start of a name may mean. */
const MEMBERS_MAX = 100;

/** Members whose name begins so. */
export const selectMembersNamed = manyValues(
  int8,
  `select id from member where lower(username collate "C") like $1 order by id limit ${MEMBERS_MAX}`,
  (start: string) => [`${start.toLowerCase().replaceAll(/[%_\\]/g, '\\$&')}%`],
);

const orderRow = z.extend(lineRow, {
  submittedAt: moment,
  requestedAt: z.nullable(moment),
  requestDeadline: z.nullable(moment),
  termsVersion: int4,
  entrySeq: z.nullable(int8),
  /** The moments of the ticks that decided. */
  entryTickAt: z.nullable(moment),
  exitSeq: z.nullable(int8),
  exitTickAt: z.nullable(moment),
  credited: z.nullable(int8),
});
export type OrderDetailRow = z.infer<typeof orderRow>;

const SELECT_DETAIL = `select ${LINE}, o.submitted_at, o.requested_at, o.request_deadline, o.terms_version, s.entry_seq, s.entry_at as entry_tick_at, s.exit_seq,
     s.exit_at as exit_tick_at, s.credited
   from trade_order o left join settlement s on s.order_id = o.id ${BESIDE}
   where o.id = $1`;

export const selectOrderDetail = firstRow(orderRow, SELECT_DETAIL, (id: string) => [id]);

/** The same of its line of a month that has left. */
export const selectDetailOfLine = firstRow(
  orderRow,
  `${archivedRows('$2')} ${SELECT_DETAIL}`,
  (id: string, line: string) => [id, [line]],
);

/** Whose order it is. */
export const selectMemberOfOrder = firstValue(int8, 'select member_id from trade_order where id = $1', (id: string) => [
  id,
]);

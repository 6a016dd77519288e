import { BOOK_LINES, BOOK_TRANSFER_TYPES } from '@candor/contract/console-books';
import { TRANSFER_PHASES } from '@candor/domain/ledger/transfer';
import * as z from 'zod/mini';
import type { Db } from '../../platform/db/pool.ts';
import { int8, moment } from '../../platform/db/rows.ts';
import { byVariant, manyRows } from '../../platform/db/statement.ts';
import { APART, BESIDE_ORDERS, keptDate, MOVED_SIDES } from './ledger-hour-store.ts';

/** SQL of the books: balances of the chart of accounts at a moment, and the transfers behind them. It only reads. */

/** The line of the chart that a side of a transfer belongs to. What the house paid and took has parts. */
function lineOf(account: string, moved = 't'): string {
  return `case when ${account}.kind <> 'house' then ${account}.kind when ${moved}.type = 'interest' then 'interest'
    when ${moved}.type = 'invitationReward' then 'rewards' when ${moved}.type in ('manualAdd', 'manualDeduct') then 'manual'
    when ${moved}.type = 'givenUp' then 'givenUp' else 'house' end`;
}

type BookLine = (typeof BOOK_LINES)[number];
type BookTransferType = (typeof BOOK_TRANSFER_TYPES)[number];

const wallet = z.enum(['practice', 'cash']);
const line = z.enum(BOOK_LINES);

const balanceRow = z.object({ wallet, line, debit: int8, credit: int8, entries: int8 });
export type BalanceRow = z.infer<typeof balanceRow>;

/**
 * Both sides of everything that moved before a moment: the two sums of a wallet are equal, whatever the moment is.
 * @param bookedMs the end of the last booked hour before it: what came later is read from the transfers themselves
 */
export const selectBalances = manyRows(
  balanceRow,
  `select wallet, line, sum(debit)::bigint as debit, sum(credit)::bigint as credit, sum(entries)::bigint as entries
   from (
     select b.wallet, ${lineOf('b', 'b')} as line, b.debit, b.credit, b.entries
     from ledger_balance b where b.business_date = (${keptDate('$3')}) and b.currency = $1
     union all
     select l.wallet, ${lineOf('l', 'l')}, l.debit, l.credit, l.entries
     from ledger_hour h join ledger_hour_line l on l.begins_at = h.begins_at
     where h.business_date > coalesce((${keptDate('$3')}), '-infinity') and h.ends_at <= $3 and l.currency = $1
     union all
     select t.wallet, ${lineOf('a')}, s.debit, s.credit, 1 from transfer t ${MOVED_SIDES}
     where t.phase in ('single', 'post') and t.currency = $1 and t.at >= $3 and t.at < $2
   ) sides group by wallet, line order by wallet, line`,
  (currency: string, beforeMs: number, bookedMs: number | null) => [
    currency,
    new Date(beforeMs).toISOString(),
    new Date(bookedMs ?? 0).toISOString(),
  ],
);

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
export const ORDER_NO = /^\d{1,18}$/;

/** What people know by a number: an order, a deposit, a withdrawal, a holding, an adjustment, a move of savings. Each is found by an index. */
const KINDS = ['deposit', 'withdrawal', 'holding', 'adjustment', 'savings_transfer', 'trade_order'];

const thing = z.object({ id: z.string(), memberId: int8 });
export type Thing = z.infer<typeof thing>;

/** What has this number, and whose it is, unless it is an order that has left the database: by its own, by that of a bank or a chain, or by its id. */
export const selectThings = manyRows(
  thing,
  `select d.id, d.member_id from deposit d where d.reference = upper($1::text)
   union select d.id, d.member_id from deposit d where lower(d.txid) = lower($1)
   union select w.id, w.member_id from withdrawal w where w.reference = upper($1)
   union select w.id, w.member_id from payout_reference p join withdrawal w on w.id = p.withdrawal_id
     where p.ref_key = payout_ref_key($1)
   union select h.id, h.member_id from holding h where h.reference = upper($1)
   union select o.id, o.member_id from trade_order o where o.no = $3::bigint
   ${KINDS.map((table) => `union select x.id, x.member_id from ${table} x where x.id = $2::uuid`).join('\n   ')}`,
  (number: string) => [number, uuidOrNull(number), ORDER_NO.test(number) ? number : null],
);

export function uuidOrNull(text: string): string | null {
  return UUID.test(text.toLowerCase()) ? text.toLowerCase() : null;
}

const transferRow = z.object({
  id: z.string(),
  at: moment,
  type: z.enum(BOOK_TRANSFER_TYPES),
  phase: z.enum(TRANSFER_PHASES),
  wallet,
  amount: int8,
  debit: line,
  credit: line,
  memberId: z.nullable(int8),
  username: z.nullable(z.string()),
  refType: z.string(),
  refId: z.string(),
  reference: z.nullable(z.string()),
});
export type TransferRow = z.infer<typeof transferRow>;

/** An order whose month has left the database is named by its id. */
const SHOWN = `t.id, t.at, t.type, t.phase, t.wallet, t.amount, ${lineOf('d')} as debit, ${lineOf('c')} as credit, t.member_id,
  (select m.username from member m where m.id = t.member_id) as username, t.ref_type, t.ref_id,
  case t.ref_type when 'deposit' then (select x.reference from deposit x where x.id = t.ref_id::uuid)
    when 'withdrawal' then (select x.reference from withdrawal x where x.id = t.ref_id::uuid)
    when 'holding' then (select x.reference from holding x where x.id = t.ref_id::uuid)
    when 'order' then coalesce((select x.no::text from trade_order x where x.id = t.ref_id::uuid), t.ref_id) end as reference`;

const SIDES = 'join account d on d.id = t.debit_account join account c on c.id = t.credit_account';

/**
 * What moves on a line that few transfers are on. Where it is not found, the newest are read until a page is full, as of everything: most
 * transfers are of orders.
 */
const FEW: Readonly<Partial<Record<BookLine, readonly BookTransferType[]>>> = {
  savings: ['savingsIn', 'savingsOut', 'interest'],
  invested: ['investment', 'redemption'],
  clearing: ['recharge', 'withdraw', 'withdrawalReturned'],
  grants: ['practiceGrant', 'practiceReset'],
  fees: ['fee', 'withdrawalReturned'],
  interest: ['interest'],
  rewards: ['invitationReward'],
  manual: ['manualAdd', 'manualDeduct'],
  givenUp: ['givenUp'],
};

/** Of these not every one moves on the line that it is looked for on. */
const SOME: readonly BookTransferType[] = ['interest', 'fee', 'withdrawalReturned'];

/** `$1` … `$5` of both lists. */
const ON_LINE = `($2::text is null or ${lineOf('d')} = $2 or ${lineOf('c')} = $2)`;
const BETWEEN = `t.currency = $1
  and ($3::timestamptz is null or t.at >= $3) and ($4::timestamptz is null or t.at < $4) and ($5::uuid is null or t.id < $5)`;
const CHOSEN = `${BETWEEN} and ${ON_LINE}`;

function idsNear(from: string, to: string): string {
  return `($3::timestamptz is null or t.id >= moment_id(greatest(timestamptz 'epoch', ${from})))
    and ($4::timestamptz is null or t.id < moment_id(greatest(timestamptz 'epoch', ${to})))`;
}

const NEAR = idsNear(`$3::timestamptz - interval '${APART}'`, `$4::timestamptz + interval '${APART}'`);

/**
 * The ids of what investing moves are of its business date, so that nothing is written twice. A date is closed late after an outage: then the
 * oldest that was not closed yet says how far back they may be. What is bought may begin to earn some days later.
 */
const CLOSED_FROM = `least($3::timestamptz - interval '7 days', (select min(y.business_date) from business_day y
  where y.closed_at is null or y.closed_at >= $3)::timestamptz - interval '1 day')`;
const DATED: Readonly<Partial<Record<BookTransferType, string>>> = {
  investment: idsNear(CLOSED_FROM, `$4::timestamptz + interval '7 days'`),
  redemption: idsNear(CLOSED_FROM, `$4::timestamptz + interval '2 days'`),
  interest: idsNear(CLOSED_FROM, `$4::timestamptz + interval '2 days'`),
};
const DATED_TYPES = BOOK_TRANSFER_TYPES.filter((type) => type in DATED);

/**
 * The newest of each of these types. Each is named, so that its plan follows from how many there are of it, and the line is asked of those
 * alone that it does not follow for. A range of one type has the order of the index by type: no plan reads the ids of all transfers instead.
 */
function newestOf(types: readonly BookTransferType[]): string {
  return types
    .map((type) => {
      const [sides, onLine] = SOME.includes(type) ? [SIDES, ON_LINE] : ['', '($2::text is null or true)'];
      return `(select t.* from transfer t ${sides} where t.type between '${type}' and '${type}' and ${BESIDE_ORDERS} and ${BETWEEN} and ${onLine}
       and ${DATED[type] ?? NEAR} order by t.type desc, t.id desc limit $6)`;
    })
    .join(' union all ');
}

interface TransferFilter {
  currency: string;
  line: BookLine | undefined;
  fromMs?: number | undefined;
  toMs?: number | undefined;
  beforeId: string | undefined;
  limit: number;
}

function valuesOf(filter: TransferFilter): unknown[] {
  const iso = (ms: number | undefined) => (ms === undefined ? null : new Date(ms).toISOString());
  const { currency, line: wanted, fromMs, toMs, beforeId, limit } = filter;
  return [currency, wanted ?? null, iso(fromMs), iso(toMs), beforeId ?? null, limit];
}

/** `all`: the newest of everything, on one of the lines that most transfers are on or on any. What investing moved is among them by its own ids. */
const LINES = ['all', ...BOOK_LINES.filter((name) => name in FEW)] as const;

const transfersOn = byVariant(LINES, (name) => {
  const few = name === 'all' ? undefined : FEW[name];
  const of =
    few === undefined
      ? `(select t.* from transfer t ${SIDES} where t.type <> all ('{${DATED_TYPES.join(',')}}') and ${CHOSEN} and ${NEAR}
       order by t.id desc limit $6) union all ${newestOf(DATED_TYPES)}`
      : newestOf(few);
  return manyRows(transferRow, `select ${SHOWN} from (${of}) t ${SIDES} order by t.id desc limit $6`, valuesOf);
});

/** Newest first, by their ids. */
export async function selectTransfers(db: Db, filter: TransferFilter): Promise<TransferRow[]> {
  return await transfersOn[LINES.find((name) => name === filter.line) ?? 'all'](db, filter);
}

/**
 * The one of this id, and those that are about one of these things. Those of an order have an index; the others are among the lines of their
 * member, because each has a side there.
 */
export const selectTransfersOf = manyRows(
  transferRow,
  `with own as (select id from account where member_id = any ($8::bigint[]))
   select ${SHOWN} from (
     select x.* from transfer x where x.id = $9::uuid
     union select x.* from transfer x where x.ref_type = 'order' and x.ref_id = any ($7::text[])
     union select x.* from own join transfer x on x.debit_account = own.id and x.debit_seq is not null
       where x.ref_type <> 'order' and x.ref_id = any ($7::text[])
     union select x.* from own join transfer x on x.credit_account = own.id and x.credit_seq is not null
       where x.ref_type <> 'order' and x.ref_id = any ($7::text[])
   ) t ${SIDES} where ${CHOSEN} order by t.id desc limit $6`,
  (filter: TransferFilter, number: string, things: readonly Thing[]) => [
    ...valuesOf(filter),
    things.map(({ id }) => id),
    things.map(({ memberId }) => memberId),
    uuidOrNull(number),
  ],
);

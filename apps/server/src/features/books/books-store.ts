import { BOOK_LINES, BOOK_TRANSFER_TYPES } from '@candor/contract/console-books';
import { TRANSFER_PHASES } from '@candor/domain/ledger/transfer';
import * as z from 'zod/mini';
import { int8, moment } from '../../platform/db/rows.ts';
import { manyRows } from '../../platform/db/statement.ts';
import { MOVED_SIDES } from './ledger-hour-store.ts';

/** SQL of the books: balances of the chart of accounts at a moment, and the transfers behind them. It only reads. */

/** The line of the chart that a side of a transfer belongs to. What the house paid and took has parts. */
function lineOf(account: string, moved = 't'): string {
  return `case when ${account}.kind <> 'house' then ${account}.kind when ${moved}.type = 'interest' then 'interest'
    when ${moved}.type = 'invitationReward' then 'rewards' when ${moved}.type in ('manualAdd', 'manualDeduct') then 'manual'
    else 'house' end`;
}

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
     select l.wallet, ${lineOf('l', 'l')} as line, l.debit, l.credit, l.entries
     from ledger_hour h join ledger_hour_line l on l.begins_at = h.begins_at where h.ends_at <= $3 and l.currency = $1
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
const ORDER_NO = /^\d{1,18}$/;

/** What people know by a number: an order, a deposit, a withdrawal, a holding, an adjustment, a move of savings. Each is found by an index. */
const KINDS = ['deposit', 'withdrawal', 'holding', 'adjustment', 'savings_transfer', 'trade_order'];

const thing = z.object({ id: z.string(), memberId: int8 });
type Thing = z.infer<typeof thing>;

/** What has this number, and whose it is: by its own, by that of a bank or a chain, or by its id. */
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

function uuidOrNull(text: string): string | null {
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

const SHOWN = `t.id, t.at, t.type, t.phase, t.wallet, t.amount, ${lineOf('d')} as debit, ${lineOf('c')} as credit, t.member_id,
  (select m.username from member m where m.id = t.member_id) as username, t.ref_type, t.ref_id,
  case t.ref_type when 'deposit' then (select x.reference from deposit x where x.id = t.ref_id::uuid)
    when 'withdrawal' then (select x.reference from withdrawal x where x.id = t.ref_id::uuid)
    when 'holding' then (select x.reference from holding x where x.id = t.ref_id::uuid)
    when 'order' then (select x.no::text from trade_order x where x.id = t.ref_id::uuid) end as reference`;

const SIDES = 'join account d on d.id = t.debit_account join account c on c.id = t.credit_account';

/**
 * How far the moment of a transfer and that of its id, by which it is found, are apart at most: an order settles at the moment that its batch
 * began, and no transaction takes this long.
 */
const APART = '10 minutes';
/** The ids of these are of their business date, so that none is written twice. A date is closed late after an outage. They have an index. */
const DATED = `('investment', 'redemption', 'interest')`;
const DATED_APART = '100 days';

/** `$1` … `$5` of both lists. */
const CHOSEN = `t.currency = $1 and ($2::text is null or ${lineOf('d')} = $2 or ${lineOf('c')} = $2)
  and ($3::timestamptz is null or t.at >= $3) and ($4::timestamptz is null or t.at < $4) and ($5::uuid is null or t.id < $5)`;

function idsNear(apart: string): string {
  return `($3::timestamptz is null or t.id >= moment_id(greatest(timestamptz 'epoch', $3::timestamptz - interval '${apart}')))
    and ($4::timestamptz is null or t.id < moment_id(greatest(timestamptz 'epoch', $4::timestamptz + interval '${apart}')))`;
}

interface TransferFilter {
  currency: string;
  line: string | undefined;
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

/** Newest first, by their ids. */
export const selectTransfers = manyRows(
  transferRow,
  `select ${SHOWN} from (
     (select t.* from transfer t ${SIDES} where t.type not in ${DATED} and ${CHOSEN} and ${idsNear(APART)} order by t.id desc limit $6)
     union all
     (select t.* from transfer t ${SIDES} where t.type in ${DATED} and ${CHOSEN} and ${idsNear(DATED_APART)} order by t.id desc limit $6)
   ) t ${SIDES} order by t.id desc limit $6`,
  valuesOf,
);

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

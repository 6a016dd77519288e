import { FOUND_BY } from '@candor/contract/console-search';
import { DEPOSIT_KINDS } from '@candor/contract/cashier';
import { DEPOSIT_STATES } from '@candor/domain/cashier/deposit';
import { PAYOUT_STATES, WITHDRAWAL_STATES } from '@candor/domain/cashier/withdrawal';
import * as z from 'zod/mini';
import { int8 } from '../../platform/db/rows.ts';
import { firstValue, manyRows } from '../../platform/db/statement.ts';

/** SQL of looking things up. Every way is by an index: a look costs the same on a large site. */

/** Of each way; one more than is shown. */
const EACH = 6;

const foundBy = z.enum(FOUND_BY);

export interface MemberWords {
  /** A whole text, as it was typed. */
  readonly text: string;
  /** Forms in which a phone number may be stored. */
  readonly phones: readonly string[];
  readonly number: bigint | null;
  /** Keyed hashes: what was typed is never compared with what is kept. */
  readonly cardMark: Buffer | null;
  readonly idNumberMark: Buffer | null;
  readonly nameMark: Buffer;
}

/** Members by the whole of what names them, then by the start of their name. One may come several times. */
export const selectFoundMembers = manyRows(
  z.object({ id: int8, username: z.string(), foundBy }),
  `select m.id, m.username, f.found_by from (
     (select id, 'username' as found_by from member where lower(username collate "C") like $1 order by lower(username collate "C") limit ${EACH})
     union all (select member_id, 'fullName' from name_mark where mark = $7::bytea limit ${EACH})
     union all select id, 'phone' from member where phone = any($2::text[])
     union all select id, 'inviteCode' from member where invite_code = upper($3::text)
     union all select id, 'id' from member where id = $4::bigint
     union all (select id, 'email' from member where email is not null and lower(email collate "C") = lower($3::text collate "C") limit ${EACH})
     union all (select member_id, 'address' from session where address = lower($3::text) limit ${EACH})
     union all (select member_id, 'card' from member_mark where kind = 'card' and mark = $5::bytea limit ${EACH})
     union all (select member_id, 'idNumber' from member_mark where kind = 'identity' and mark = $6::bytea limit ${EACH})
     union all (select member_id, 'idNumber' from verification where number_hash = $6::bytea limit ${EACH})
   ) f join member m on m.id = f.id
   order by lower(m.username) <> lower($3::text), f.found_by = 'username', lower(m.username collate "C"), f.found_by`,
  ({ text, phones, number, cardMark, idNumberMark, nameMark }: MemberWords) => [
    `${text.toLowerCase().replaceAll(/[%_\\]/g, '\\$&')}%`,
    phones,
    text,
    number?.toString() ?? null,
    cardMark,
    idNumberMark,
    nameMark,
  ],
);

/** The order with this number or this id. */
export const selectFoundOrders = manyRows(
  z.object({ id: z.string(), no: int8, username: z.string() }),
  `select o.id, o.no, m.username from trade_order o join member m on m.id = o.member_id
   where o.id = $1::uuid or o.no = $2::bigint order by o.id desc limit ${EACH}`,
  (id: string | null, no: bigint | null) => [id, no?.toString() ?? null],
);

/** The complaint with this number. */
export const selectFoundComplaints = manyRows(
  z.object({ id: int8, username: z.string() }),
  'select c.id, m.username from complaint c join member m on m.id = c.member_id where c.id = $1',
  (no: bigint) => [no.toString()],
);

export const selectUsername = firstValue(
  z.string(),
  'select username from member where id = $1',
  (memberId: bigint) => [memberId],
  { or: '' },
);

const moneyRow = z.object({ id: z.string(), reference: z.string(), username: z.string(), state: z.string(), foundBy });

export interface MoneyWords {
  readonly text: string;
  readonly id: string | null;
  /** Minor units. */
  readonly amount: bigint | null;
}

function moneyValues(kinds: readonly string[], states: readonly string[]) {
  return ({ text, id, amount }: MoneyWords) => [text, id, states, kinds, amount?.toString() ?? null];
}

/** Those of an amount, the newest of each stretch of the index, and of those the newest. */
function byAmount(table: 'deposit' | 'withdrawal', part: 'kind' | 'paid_out'): string {
  return `(select near.id, 'amount' from unnest($3::text[]) as s (state) cross join unnest($4::text[]) as g (part)
     cross join lateral (
       select x.id from ${table} x where x.status = s.state and x.${part} = g.part and x.amount = $5::bigint order by x.id desc limit ${EACH}) near
     order by near.id desc limit ${EACH})`;
}

export const selectFoundDeposits = manyRows(
  moneyRow,
  `select d.id, d.reference, m.username, d.status as state, f.found_by from (
     select id, 'reference' as found_by from deposit where reference = upper($1::text)
     union all select id, 'reference' from deposit where id = $2::uuid
     union all (select id, 'hash' from deposit where txid is not null and lower(txid) = lower($1::text) limit ${EACH})
     union all ${byAmount('deposit', 'kind')}
   ) f join deposit d on d.id = f.id join member m on m.id = d.member_id order by d.id desc`,
  moneyValues(DEPOSIT_KINDS, DEPOSIT_STATES),
);

/** A reference of the bank is found in the one form in which it is kept apart from others. */
export const selectFoundWithdrawals = manyRows(
  moneyRow,
  `select w.id, w.reference, m.username, w.status as state, f.found_by from (
     select id, 'reference' as found_by from withdrawal where reference = upper($1::text)
     union all select id, 'reference' from withdrawal where id = $2::uuid
     union all select withdrawal_id, 'bankReference' from payout_reference where ref_key = payout_ref_key($1::text)
     union all ${byAmount('withdrawal', 'paid_out')}
   ) f join withdrawal w on w.id = f.id join member m on m.id = w.member_id order by w.id desc`,
  moneyValues(PAYOUT_STATES, WITHDRAWAL_STATES),
);

import { END_REASONS } from '@candor/contract/cashier';
import { PAYOUT_BLOCKS } from '@candor/domain/cashier/withdrawal';
import { money, rate } from '@candor/domain/money';
import * as z from 'zod/mini';
import { int4, int8, moment } from '../../platform/db/rows.ts';

/** Columns that deposits and withdrawals share. */
export const amount = z.pipe(
  int8,
  z.transform((minor) => money(minor)),
);
export const rateOf = z.pipe(
  int8,
  z.transform((tenThousandths) => rate(tenThousandths)),
);
export const rateOfInt = z.pipe(
  int4,
  z.transform((tenThousandths) => rate(BigInt(tenThousandths))),
);
export const names = z.object({ 'zh-Hans': z.string(), 'zh-Hant': z.string(), en: z.string() });
export const reason = z.nullable(z.enum(END_REASONS));
export const person = z.nullable(z.object({ id: z.string(), username: z.string() }));

/** Why no money may leave to a member now, and until when. */
export const block = z.nullable(z.object({ why: z.enum(PAYOUT_BLOCKS), until: z.nullable(moment) }));

/**
 * That of a member, as a column. The database's own function `payout_block` decides in the same order.
 * @param shared SQL that says whether the card it goes to is not the member's alone; the database checks it in `keep_payee`
 */
export function blockSql(memberId: string, shared: string): string {
  return `(select case when m.frozen then json_build_object('why', 'frozen', 'until', null)
    when not m.withdrawal_allowed then json_build_object('why', 'forbidden', 'until', null)
    when m.withdrawals_paused_until > clock_timestamp() then json_build_object('why', 'paused', 'until',
      floor(extract(epoch from m.withdrawals_paused_until) * 1000)::bigint)
    when ${shared} then json_build_object('why', 'shared', 'until', null) end
    from member m where m.id = ${memberId}) as block`;
}

const step = z.object({ state: z.string(), at: moment, reason });
export type StepRow = z.infer<typeof step>;
export const steps = z.array(step);

/** The steps of a row `x`, oldest first, as a column. */
export function stepsSql(x: string): string {
  return `(select json_agg(json_build_object('state', s.state, 'at', floor(extract(epoch from s.at) * 1000)::bigint,
    'reason', s.reason) order by s.n) from cashier_step s where s.subject = ${x}.id) as steps`;
}

/** An operator as a column: id and name. */
export function personSql(id: string, column: string): string {
  return `(select json_build_object('id', p.id::text, 'username', p.username) from operator p where p.id = ${id}) as ${column}`;
}

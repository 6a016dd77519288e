import { ACCOUNT_KINDS } from '@candor/contract/console-days';
import { BOOK_TRANSFER_TYPES } from '@candor/contract/console-books';
import * as z from 'zod/mini';
import { bytes, date, int8, moment } from '../../platform/db/rows.ts';
import { firstRow, manyRows, manyValues, write } from '../../platform/db/statement.ts';
import { APART, BESIDE_ORDERS } from './ledger-hour-store.ts';

/** SQL of the reports of business dates: what the database says of one, and who signed it. */

/** Dates that have a booked hour, newest first, those before `before`. */
export const selectDates = manyValues(
  date,
  `select distinct business_date as day from ledger_hour where ($1::date is null or business_date < $1) order by 1 desc limit $2`,
  (before: string | undefined, limit: number) => [before ?? null, limit],
);

const signatureRow = z.object({ day: date, operatorId: int8, username: z.string(), at: moment });
export type SignatureRow = z.infer<typeof signatureRow>;

/** Of these dates, the first signature first. */
export const selectSignatures = manyRows(
  signatureRow,
  `select d.business_date as day, d.operator_id, o.username, d.signed_at as at
   from day_signature d join operator o on o.id = d.operator_id
   where d.business_date = any ($1::date[]) order by d.signed_at`,
  (dates: readonly string[]) => [dates],
);

const amount = z.string().check(z.regex(/^-?\d{1,19}$/));
const wallet = z.enum(['practice', 'cash']);

/** As day_report writes it: amounts are text, in minor units. */
const reportJson = z.object({
  date: z.string(),
  lines: z.array(z.tuple([wallet, z.string(), z.enum(ACCOUNT_KINDS), amount, amount, amount, amount])),
  moves: z.array(
    z.tuple([wallet, z.string(), z.enum(BOOK_TRANSFER_TYPES), z.enum(ACCOUNT_KINDS), amount, amount, amount]),
  ),
});
export type DayReportJson = z.infer<typeof reportJson>;

const reportRow = z.object({ report: reportJson, hash: bytes, isBooked: z.boolean(), isKnown: z.boolean() });
export type DayReportRow = z.infer<typeof reportRow>;

/** What is signed of a date, its hash, and whether all hours of it are booked. */
export const selectReport = firstRow(
  reportRow,
  `select day_report($1::date) as report, day_report_hash($1::date) as hash, is_day_booked($1::date) as is_booked,
     exists (select from ledger_hour where business_date = $1::date) as is_known`,
  (day: string) => [day],
);

const channelRow = z.object({ channel: z.string(), deposits: int8, amount: int8 });
export type ChannelRow = z.infer<typeof channelRow>;

/** Deposits that were credited in a time, by channel. */
export const selectChannels = manyRows(
  channelRow,
  `select d.channel, count(*) as deposits, sum(t.amount)::bigint as amount
   from transfer t join deposit d on d.id = t.ref_id::uuid
   where t.type = 'recharge' and ${BESIDE_ORDERS} and t.ref_type = 'deposit' and t.currency = $1 and t.at >= $2 and t.at < $3
     and t.id >= moment_id($2::timestamptz - interval '${APART}') and t.id < moment_id($3::timestamptz + interval '${APART}')
   group by d.channel order by d.channel`,
  (currency: string, fromMs: number, toMs: number) => [
    currency,
    new Date(fromMs).toISOString(),
    new Date(toMs).toISOString(),
  ],
);

export const lockDay = write(`select wait_turn('day/' || $1)`, (day: string) => [day]);

export const insertSignature = write(
  'insert into day_signature (business_date, operator_id, hash) values ($1, $2, $3)',
  ({ date: day, operatorId, hash }: { date: string; operatorId: bigint; hash: Buffer }) => [
    day,
    operatorId.toString(),
    hash,
  ],
);

import * as z from 'zod/mini';
import { countSchema, dateSchema, hashSchema, isoSchema, moneySchema, pageOf, walletSchema } from './envelope.ts';
import { dateField, pageFields } from './fields.ts';
import { person } from './proposals.ts';
import { BOOK_TRANSFER_TYPES } from './console-books.ts';

/* The report of each business date: balances before and after, what moved, and who signed it. */

export const ACCOUNT_KINDS = ['funds', 'savings', 'invested', 'escrow', 'house', 'fees', 'grants', 'clearing'] as const;

/** open: some hours are not booked yet; complete: waits for signatures; signed: by one operator; closed: by two. */
export const DAY_STATES = ['open', 'complete', 'signed', 'closed'] as const;

/** GET /api/console/days */
export const operatorDaysQuery = z.strictObject(pageFields);

const signature = z.object({ operator: person, at: isoSchema });

const day = z.object({
  date: dateSchema,
  state: z.enum(DAY_STATES),
  signatures: z.array(signature),
  /** Deposits, and withdrawals less what came back, of the wallet of the site's members. */
  deposits: moneySchema,
  withdrawals: moneySchema,
  /** What settled orders left to the house. */
  kept: moneySchema,
});
export type OperatorDay = z.infer<typeof day>;

export const operatorDaysView = pageOf(day);

/** GET /api/console/days/{date} */
export const operatorDayParams = z.strictObject({ date: dateField });

const accountKind = z.enum(ACCOUNT_KINDS);

export const dayReportView = z.object({
  date: dateSchema,
  state: z.enum(DAY_STATES),
  signatures: z.array(signature),
  wallets: z.array(
    z.object({
      wallet: walletSchema,
      /** A balance is credit less debit: what is owed to members is above zero. */
      lines: z.array(
        z.object({
          kind: accountKind,
          opening: moneySchema,
          debit: moneySchema,
          credit: moneySchema,
          closing: moneySchema,
        }),
      ),
      moves: z.array(
        z.object({
          type: z.enum(BOOK_TRANSFER_TYPES),
          kind: accountKind,
          debit: moneySchema,
          credit: moneySchema,
          entries: countSchema,
        }),
      ),
      /** Closing balances of members and of what they have in orders. */
      liabilities: moneySchema,
    }),
  ),
  /** Deposits that were credited on the date, by channel. */
  channels: z.array(z.object({ channel: z.string(), deposits: countSchema, amount: moneySchema })),
  /** SHA-256 of what is signed. */
  hash: hashSchema,
});
export type DayReportView = z.infer<typeof dayReportView>;

/** POST /api/console/days/{date}/sign: the hash of the report that was read. */
export const signDayBody = z.strictObject({
  hash: z.string().check(z.regex(/^[0-9a-f]{64}$/, { error: 'FIELD_INVALID' })),
});
export type SignDayBody = z.infer<typeof signDayBody>;

import * as z from 'zod/mini';
import { countSchema, idSchema, isoSchema, moneySchema } from './envelope.ts';
import { amountText, idField, requiredText } from './fields.ts';

/* What a member may ask of the site about themselves: everything as a file, what is kept how long, and an end of the account. */

export const DATA_FILE_STATES = ['asked', 'ready', 'failed', 'gone'] as const;
export type DataFileState = (typeof DATA_FILE_STATES)[number];

/** The newest file that was asked for. */
export const dataFileView = z.object({
  id: idSchema,
  /** asked: it is being made. failed: it could not be made, and may be asked for again. gone: it was erased. */
  state: z.enum(DATA_FILE_STATES),
  askedAt: isoSchema,
  readyAt: z.nullable(isoSchema),
  /** When it is erased. */
  until: z.nullable(isoSchema),
  bytes: z.nullable(countSchema),
});
export type DataFileView = z.infer<typeof dataFileView>;

/** What has to be settled before an account is closed, in the order in which to do it. */
export const CLOSING_BLOCKERS = [
  'FROZEN',
  'ORDERS',
  'DEPOSITS',
  'WITHDRAWALS',
  'HOLDINGS',
  'SAVINGS',
  'MONEY',
] as const;
export type ClosingBlocker = (typeof CLOSING_BLOCKERS)[number];

/** What the site holds of a member, by how long it stays. */
export const KEPT_DATA = [
  'logins',
  'supportPictures',
  'rejectedPhotos',
  'dataFile',
  'statements',
  'profile',
  'conversations',
  'complaints',
  'identity',
  'protection',
  'money',
  'moneyNotes',
  'operatorLog',
  'proofs',
  'register',
] as const;
export type KeptData = (typeof KEPT_DATA)[number];

/** Why it stays so long. */
export const KEPT_BECAUSE = [
  'security',
  'service',
  'contract',
  'moneyLaundering',
  'protection',
  'books',
  'oversight',
  'proofs',
  'supervision',
] as const;
export type KeptBecause = (typeof KEPT_BECAUSE)[number];

export const keptRule = z.object({
  what: z.enum(KEPT_DATA),
  because: z.enum(KEPT_BECAUSE),
  /** What the days count from: each event by itself, or the day on which the account was closed. */
  from: z.enum(['event', 'closing']),
  /** Null: it stays. */
  days: z.nullable(countSchema),
});
export type KeptRule = z.infer<typeof keptRule>;

const YEAR_DAYS = 365;

/** Whole years, as a law says them; null when the days are none. The days of leap years are not counted. */
export function wholeYears(days: number): number | null {
  const years = Math.floor(days / YEAR_DAYS);
  return years > 0 && days - years * YEAR_DAYS <= Math.ceil(years / 4) ? years : null;
}

/** Where the closing of an account stands. */
export const closingView = z.object({
  askedAt: isoSchema,
  dueAt: isoSchema,
  /** What the member gives up on that day. */
  giveUp: z.nullable(moneySchema),
});

/**
 * Body of POST /api/account/closing. `giveUp`: all of a balance that is less than the smallest withdrawal. It goes to the site on the day
 * on which the account is closed.
 */
export const askToCloseBody = z.strictObject({ giveUp: z.optional(amountText('AMOUNT_REQUIRED', 'AMOUNT_INVALID')) });
export type AskToClose = z.infer<typeof askToCloseBody>;

/** data of GET /api/account/data. */
export const ownDataView = z.object({
  file: z.nullable(dataFileView),
  /** From when on another file may be asked for; null: now. */
  nextFileAt: z.nullable(isoSchema),
  /** Null unless the member asked to close the account. Until `dueAt` they may take it back. */
  closing: z.nullable(closingView),
  blockers: z.array(z.enum(CLOSING_BLOCKERS)),
  /** A balance that cannot be withdrawn any more, because the smallest withdrawal is more. */
  rest: z.nullable(z.object({ amount: moneySchema, smallest: moneySchema })),
  /** Days between the wish and its end. */
  closingDays: countSchema,
  rules: z.array(keptRule),
});
export type OwnDataView = z.infer<typeof ownDataView>;

/** Path of the calls on one file. */
export const dataFileParams = z.strictObject({ id: idField });

/** data of POST /api/account/data/{id}/link: an address that gives the file to whoever has it, for some minutes. */
export const dataLinkView = z.object({ path: z.string(), until: isoSchema });
export type DataLinkView = z.infer<typeof dataLinkView>;

/** Path of GET /api/data/{token}. */
export const dataLinkParams = z.strictObject({
  token: requiredText({ min: 43, max: 43, pattern: /^[\w-]{43}$/, trim: false }),
});

/** data of GET /api/console/members/{id}/own-data: the same, and what became of a closed account. */
export const ownDataOfMemberView = z.extend(z.omit(ownDataView, { nextFileAt: true, closingDays: true }), {
  ended: z.nullable(
    z.object({
      closedAt: isoSchema,
      gaveUp: z.nullable(moneySchema),
      erasedAt: z.nullable(isoSchema),
      forgottenAt: z.nullable(isoSchema),
    }),
  ),
});
export type OwnDataOfMemberView = z.infer<typeof ownDataOfMemberView>;

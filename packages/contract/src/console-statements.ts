import * as z from 'zod/mini';
import { countSchema, dateSchema, hashSchema, idSchema, isoSchema, moneySchema, pageOf } from './envelope.ts';
import { dateField, idField, missingOr, oneOf, optionalText, pageFields, requiredText, someOf } from './fields.ts';
import { person } from './proposals.ts';

/*
 * Statements of banks and chains: accounts, files, entries and what they are matched with. Amounts are in the account's own currency
 * or asset. A match proves what was booked, and moves nothing.
 */

/** As the reader has it (packages/domain/src/statement/statement.ts). */
export const STATEMENT_FILE_BYTES_MAX = 8 * 1_024 * 1_024;

/** different: matched, and the deposit, withdrawal or return came to another amount after it. */
export const STATEMENT_STATES = ['open', 'different', 'matched', 'explained'] as const;
export const STATEMENT_KINDS = ['deposit', 'withdrawal', 'return'] as const;
export const STATEMENT_CODES = ['bankFee', 'ownTransfer', 'interest', 'other'] as const;

const code = requiredText({ max: 32, pattern: /^[a-z0-9-]{2,32}$/, invalid: 'FIELD_INVALID' });
const column = optionalText({ max: 80, kind: 'words' });

/** Titles of columns of the account's tables; see `StatementColumns` of the domain. */
export const statementColumns = z.strictObject({
  date: requiredText({ max: 80, kind: 'words' }),
  amount: column,
  debit: column,
  credit: column,
  currency: column,
  reference: column,
  name: column,
  note: column,
  balance: column,
  dates: z.optional(oneOf(['dmy', 'mdy'])),
});

const shownColumns = z.object({
  date: z.string(),
  amount: z.optional(z.string()),
  debit: z.optional(z.string()),
  credit: z.optional(z.string()),
  currency: z.optional(z.string()),
  reference: z.optional(z.string()),
  name: z.optional(z.string()),
  note: z.optional(z.string()),
  balance: z.optional(z.string()),
  dates: z.optional(z.enum(['dmy', 'mdy'])),
});

/** How many there are, and what they add up to: a file may say more than any amount holds. */
const sum = z.object({ count: countSchema, amount: z.string().check(z.regex(/^-?\d{1,30}(\.\d{1,8})?$/)) });

export const statementAccount = z.object({
  code: z.string(),
  name: z.string(),
  number: z.string(),
  currency: z.string(),
  decimals: countSchema,
  channels: z.array(z.string()),
  paysOut: z.boolean(),
  columns: z.nullable(shownColumns),
  /** Entries by what they are, signed; those that differ from their match are open. */
  matched: sum,
  explained: sum,
  open: sum,
  /** The newest day of its statements, and the balance that they end with. */
  lastOn: z.nullable(dateSchema),
  closing: z.nullable(moneySchema),
});
export type StatementAccount = z.infer<typeof statementAccount>;

/** GET /api/console/statements/accounts: the accounts, and the channels that one may have. */
export const statementAccountsView = z.object({
  items: z.array(statementAccount),
  channels: z.array(
    z.object({
      code: z.string(),
      names: z.record(z.string(), z.string()),
      currency: z.string(),
      decimals: countSchema,
    }),
  ),
});
export type StatementAccountsView = z.infer<typeof statementAccountsView>;

/** PUT /api/console/statements/accounts/{code}: describes a new one, or one that is there anew. */
export const statementAccountParams = z.strictObject({ code });
export const statementAccountBody = z.strictObject({
  name: requiredText({ max: 60, kind: 'words' }),
  number: optionalText({ max: 80, kind: 'number' }),
  currency: requiredText({ max: 5, pattern: /^[A-Z]{3,5}$/, invalid: 'FIELD_INVALID' }),
  decimals: z.int({ error: 'FIELD_INVALID' }).check(z.minimum(0), z.maximum(8)),
  channels: z.array(z.string().check(z.regex(/^[a-z0-9-]{2,32}$/, { error: 'FIELD_INVALID' }))).check(z.maxLength(50)),
  paysOut: z.boolean({ error: 'FIELD_INVALID' }),
  columns: z.nullable(statementColumns),
});
export type StatementAccountBody = z.infer<typeof statementAccountBody>;

const fileView = z.object({
  id: idSchema,
  account: z.string(),
  sha256: hashSchema,
  bytes: countSchema,
  importedBy: person,
  importedAt: isoSchema,
  /** When its bytes were erased; else null. */
  erasedAt: z.nullable(isoSchema),
  statements: z.array(
    z.object({
      number: z.string(),
      opening: z.nullable(moneySchema),
      closing: z.nullable(moneySchema),
      firstOn: z.nullable(dateSchema),
      lastOn: z.nullable(dateSchema),
      entries: countSchema,
      /** What its opening balance differs by from the closing one before it; null where none is known, or there is no difference. */
      gap: z.nullable(moneySchema),
    }),
  ),
});
export type StatementFileView = z.infer<typeof fileView>;

/** GET /api/console/statements/files, newest first. */
export const statementFilesQuery = z.strictObject({ account: z.optional(code), ...pageFields });
export const statementFilesView = pageOf(fileView);

/** POST /api/console/statements/files: a form. */
export const statementFileBody = z.strictObject({
  account: code,
  file: z
    .file({ error: missingOr('STATEMENT_FILE_REQUIRED', 'STATEMENT_FILE_REQUIRED') })
    .check(
      z.minSize(1, { error: 'STATEMENT_EMPTY' }),
      z.maxSize(STATEMENT_FILE_BYTES_MAX, { error: 'STATEMENT_TOO_LARGE' }),
    ),
});
export const statementImported = z.object({
  file: fileView,
  /** Entries that were matched at once, because nothing else could be meant. */
  matched: countSchema,
});
export type StatementImported = z.infer<typeof statementImported>;

/** A deposit, withdrawal or return that an entry may be. */
const thing = z.object({
  kind: z.enum(STATEMENT_KINDS),
  id: idSchema,
  reference: z.string(),
  member: person,
  /** As it would stand in a statement, in the account's currency. */
  amount: moneySchema,
  on: dateSchema,
  status: z.string(),
});
export type StatementThing = z.infer<typeof thing>;

const matchView = z.object({
  id: idSchema,
  /** Null: it was explained. */
  thing: z.nullable(thing),
  code: z.nullable(z.enum(STATEMENT_CODES)),
  note: z.nullable(z.string()),
  /** Null: it was certain. */
  by: z.nullable(person),
  at: isoSchema,
});

const entryFields = {
  id: idSchema,
  account: z.string(),
  currency: z.string(),
  bookedOn: dateSchema,
  valuedOn: z.nullable(dateSchema),
  amount: moneySchema,
  isReversal: z.boolean(),
  bankRef: z.string(),
  endToEndId: z.string(),
  /** Null once they were erased. */
  counterparty: z.nullable(z.string()),
  text: z.nullable(z.string()),
  state: z.enum(STATEMENT_STATES),
  match: z.nullable(matchView),
};
const entryLine = z.object(entryFields);
export type StatementEntryLine = z.infer<typeof entryLine>;

/**
 * GET /api/console/statements/entries, newest first. `q` is a reference, an amount or part of a text; `thing` the id of a deposit or a
 * withdrawal, whose entries are asked for. `from` is included, `to` is not.
 */
export const statementEntriesQuery = z.strictObject({
  account: z.optional(code),
  state: z.optional(someOf(STATEMENT_STATES)),
  thing: z.optional(idField),
  q: optionalText({ max: 80, kind: 'search' }),
  from: z.optional(dateField),
  to: z.optional(dateField),
  ...pageFields,
});
export const statementEntriesView = pageOf(entryLine);

export const statementEntryParams = z.strictObject({ id: idField });

/** GET /api/console/statements/entries/{id}: what it may be, the most likely first. */
export const statementEntry = z.object({
  ...entryFields,
  suggestions: z.array(z.object({ thing, by: z.enum(['reference', 'name', 'amount']), days: countSchema })),
});
export type StatementEntryView = z.infer<typeof statementEntry>;

/** POST /api/console/statements/entries/{id}/match */
export const statementMatchBody = z.strictObject({ kind: oneOf(STATEMENT_KINDS), thing: idField });
/** POST /api/console/statements/entries/{id}/explain */
export const statementExplainBody = z.strictObject({
  code: oneOf(STATEMENT_CODES),
  note: optionalText({ max: 500, kind: 'words' }),
});

/** GET /api/console/statements/things: what was booked and stands in no statement, oldest first. */
export const statementThingsQuery = z.strictObject({
  account: z.optional(code),
  from: z.optional(dateField),
  to: z.optional(dateField),
  ...pageFields,
});
const unproved = z.object({
  ...thing.shape,
  /** The account where it should stand; null where several pay out. */
  account: z.nullable(z.string()),
  currency: z.string(),
});
export type UnprovedThing = z.infer<typeof unproved>;
export const statementThingsView = pageOf(unproved);

/** GET /api/console/statements/days/{date}: the statements of a business date beside the books, by account. */
export const statementDayParams = z.strictObject({ date: dateField });
export const statementDayView = z.object({
  items: z.array(
    z.object({
      account: z.string(),
      name: z.string(),
      currency: z.string(),
      matched: sum,
      explained: sum,
      open: sum,
      /** Booked on the date, and in no statement. */
      unproved: sum,
    }),
  ),
});
export type StatementDayView = z.infer<typeof statementDayView>;

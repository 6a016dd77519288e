import * as z from 'zod/mini';
import { oneOf, requiredText } from './fields.ts';
import { LANGUAGES } from './languages.ts';

/*
 * A list as a file: what its filters find, in the columns and words that the operator's page shows. Each list is read with the
 * permission of its page.
 */

export const EXPORTED_LISTS = [
  'deposits',
  'withdrawals',
  'members',
  'orders',
  'statementEntries',
  'audit',
  'verifications',
  'notices',
  'holdings',
  'invitations',
  'marks',
  'banners',
  'endsOfDay',
  'complaints',
  'alarms',
  'reportClients',
  'reportProducts',
  'reportComplaints',
  'reportVoids',
  // Of proposals, by the name of their queue.
  'adjustments',
  'terms',
  'invest',
  'texts',
  'factorReleases',
  'markReleases',
  'resumptions',
  'productTerms',
  'productChanges',
  'site',
  'staffChanges',
  'roleChanges',
] as const;
export type ExportedList = (typeof EXPORTED_LISTS)[number];

/** A file of more is refused by no spreadsheet, and by no reader. */
export const EXPORT_ROWS_MAX = 1_000_000;
const COLUMNS_MAX = 40;
const WORDS_MAX = 60;
const CHARS_MAX = 120;

/** Any text of the operator's own page: it comes back in their own file, and no cell of it runs. */
const shownText = z.string({ error: 'FIELD_INVALID' }).check(z.maxLength(CHARS_MAX, { error: 'FIELD_INVALID' }));
const name = requiredText({
  max: 32,
  kind: 'code',
  pattern: /^[A-Za-z]+$/,
  required: 'FIELD_INVALID',
  invalid: 'FIELD_INVALID',
});

const column = z.strictObject(
  {
    name,
    title: shownText,
    /** What the page calls a code of this column. A code without a word stays as it is. */
    words: z.optional(
      z
        .record(z.string().check(z.maxLength(CHARS_MAX)), shownText)
        .check(z.refine((words) => Object.keys(words).length <= WORDS_MAX, { error: 'FIELD_INVALID' })),
    ),
  },
  { error: 'FIELD_INVALID' },
);

/** POST /api/console/exports. `filter` has the words of the list's own call. */
export const exportBody = z.strictObject({
  list: oneOf(EXPORTED_LISTS),
  language: oneOf(LANGUAGES),
  filter: z.record(z.string().check(z.maxLength(32)), z.string().check(z.maxLength(200)), { error: 'FIELD_INVALID' }),
  columns: z.array(column, { error: 'FIELD_INVALID' }).check(
    z.minLength(1, { error: 'FIELD_INVALID' }),
    z.maxLength(COLUMNS_MAX, { error: 'FIELD_INVALID' }),
    z.refine((all) => new Set(all.map((one) => one.name)).size === all.length, { error: 'FIELD_INVALID' }),
  ),
});
export type ExportBody = z.infer<typeof exportBody>;

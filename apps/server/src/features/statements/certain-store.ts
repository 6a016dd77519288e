import * as z from 'zod/mini';
import { STATEMENT_KINDS } from '@candor/contract/console-statements';
import { date, int8 } from '../../platform/db/rows.ts';
import { firstValue, manyRows, manyValues } from '../../platform/db/statement.ts';

/** SQL of what is certain, for the import and for the worker: neither sees whose a thing is. */

const namedRow = z.object({
  kind: z.enum(STATEMENT_KINDS),
  id: z.string(),
  amount: z.nullable(int8),
  names: z.array(z.string()),
  undone: z.boolean(),
  since: date,
});

export const selectNamed = manyRows(
  namedRow,
  'select kind, id, amount, names, undone, since from statement_named_things($1, $2::text[])',
  (account: string, words: readonly string[]) => [account, words],
);

const openFields = {
  id: z.string(),
  amount: int8,
  bookedOn: date,
  bankRef: z.string(),
  endToEndId: z.string(),
  words: z.nullable(z.string()),
};
const openRow = z.object(openFields);
export type OpenRow = z.infer<typeof openRow>;
const namingRow = z.object({ ...openFields, isOpen: z.boolean() });

const ENTRY = 'e.id, e.amount, e.booked_on, e.bank_ref, e.end_to_end_id, e.words';

/** Where a batch of open entries ended. */
export type OpenPlace = Pick<OpenRow, 'bookedOn' | 'id'>;

/** Open entries of an account, newest first, behind a place. */
export const selectOpen = manyRows(
  openRow,
  `select ${ENTRY} from statement_entry e where e.account = $1 and e.match_id is null
     and ($2::date is null or (e.booked_on, e.id) < ($2::date, $3::uuid)) order by e.booked_on desc, e.id desc limit $4`,
  (account: string, after: OpenPlace | undefined, limit: number) => [
    account,
    after?.bookedOn ?? null,
    after?.id ?? null,
    limit,
  ],
);

/**
 * Entries of an account in which one of these references stands, also inside of other words: those that wait, and of those that something was
 * said of, these from a date on. The newest first.
 */
export const selectNaming = manyRows(
  namingRow,
  `select ${ENTRY}, e.match_id is null as is_open from statement_entry e
     cross join lateral (select regexp_replace(lower(normalize(concat_ws(' ', e.bank_ref, e.end_to_end_id, e.words), NFKC)), '[^[:alnum:]]', '', 'g')
       as text offset 0) plain
   where e.account = $1 and (e.match_id is null or e.booked_on >= $3::date)
     and exists (select from unnest($2::text[]) r (name) where position(r.name in plain.text) > 0)
   order by e.booked_on desc, e.id desc limit $4`,
  (account: string, references: readonly string[], since: string, limit: number) => [account, references, since, limit],
);

export const selectAccountCodes = manyValues(z.string(), 'select a.code from statement_account a order by a.code');

/** Null: it is not so, or no longer. */
export const matchCertain = firstValue(
  z.nullable(z.string()),
  'select match_certain($1, $2, $3, $4::uuid[]) as id',
  (account: string, kind: (typeof STATEMENT_KINDS)[number], thing: string, entries: readonly string[]) => [
    account,
    kind,
    thing,
    entries,
  ],
  { or: null },
);

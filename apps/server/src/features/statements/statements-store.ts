import { STATEMENT_CODES, STATEMENT_KINDS } from '@candor/contract/console-statements';
import * as z from 'zod/mini';
import type { Db } from '../../platform/db/pool.ts';
import { bytes, date, int4, int8, moment } from '../../platform/db/rows.ts';
import { total } from './accounts-store.ts';
import { anyRow, firstRow, firstValue, manyRows, write } from '../../platform/db/statement.ts';

/** SQL of statements: accounts, files, entries, and what they are matched with. */

/** Matches are made one transaction after the other: what is free for one is free for no other. */
export const takeTurn = write(`select wait_turn('statements')`);

export const hasFile = anyRow(
  'select from statement_file f where f.account = $1 and f.sha256 = $2',
  (account: string, sha256: Buffer) => [account, sha256],
);

const balancedRow = z.object({ id: z.string(), opening: int8, closing: int8 });

/** Statements of the account with balances, that reach to this date or further. */
export const selectBalanced = manyRows(
  balancedRow,
  `select s.id, s.opening, s.closing from statement s
   where s.account = $1 and s.opening is not null and s.last_on >= $2::date order by s.last_on, s.id`,
  (account: string, from: string) => [account, from],
);

const markRow = z.object({ mark: bytes, statementId: z.string() });

/** Of these marks, those that entries of the account have, and in which statement. */
export const selectKnownMarks = manyRows(
  markRow,
  'select e.mark, e.statement_id from statement_entry e where e.account = $1 and e.mark = any ($2::bytea[])',
  (account: string, marks: readonly Buffer[]) => [account, marks],
);

export const insertFile = write(
  'insert into statement_file (id, account, sha256, bytes, operator_id) values ($1, $2, $3, $4, $5)',
  (file: { id: string; account: string; sha256: Buffer; bytes: number; operatorId: bigint }) => [
    file.id,
    file.account,
    file.sha256,
    file.bytes,
    file.operatorId.toString(),
  ],
);

export interface NewStatement {
  readonly id: string;
  readonly fileId: string;
  readonly account: string;
  readonly number: string;
  readonly opening: bigint | null;
  readonly closing: bigint | null;
  readonly firstOn: string | null;
  readonly lastOn: string | null;
  readonly entries: number;
}

export const insertStatement = write(
  `insert into statement (id, file_id, account, number, opening, closing, first_on, last_on, entries)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
  (of: NewStatement) => [
    of.id,
    of.fileId,
    of.account,
    of.number,
    of.opening?.toString() ?? null,
    of.closing?.toString() ?? null,
    of.firstOn,
    of.lastOn,
    of.entries,
  ],
);

export interface NewEntry {
  readonly id: string;
  readonly statementId: string;
  readonly account: string;
  readonly position: number;
  readonly bookedOn: string;
  readonly valuedOn: string | null;
  readonly amount: bigint;
  readonly isReversal: boolean;
  readonly bankRef: string;
  readonly endToEndId: string;
  readonly counterparty: string;
  readonly text: string;
  readonly mark: Buffer;
}

export const insertEntries = write(
  `insert into statement_entry (id, statement_id, account, position, booked_on, valued_on, amount, is_reversal, bank_ref, end_to_end_id,
     counterparty, words, mark)
   select * from unnest($1::uuid[], $2::uuid[], $3::text[], $4::int[], $5::date[], $6::date[], $7::bigint[], $8::boolean[], $9::text[],
     $10::text[], $11::text[], $12::text[], $13::bytea[])`,
  (all: readonly NewEntry[]) => [
    all.map(({ id }) => id),
    all.map(({ statementId }) => statementId),
    all.map(({ account }) => account),
    all.map(({ position }) => position),
    all.map(({ bookedOn }) => bookedOn),
    all.map(({ valuedOn }) => valuedOn),
    all.map(({ amount }) => amount.toString()),
    all.map(({ isReversal }) => isReversal),
    all.map(({ bankRef }) => bankRef),
    all.map(({ endToEndId }) => endToEndId),
    all.map(({ counterparty }) => counterparty),
    all.map(({ text }) => text),
    all.map(({ mark }) => mark),
  ],
);

export interface NewMatch {
  readonly id: string;
  readonly account: string;
  readonly kind: (typeof STATEMENT_KINDS)[number] | 'explained';
  readonly thingId: string | null;
  readonly code: string | null;
  readonly note: string | null;
  /** Null: it is certain. */
  readonly operatorId: bigint | null;
  readonly entryIds: readonly string[];
}

const insertMatchRows = write(
  `insert into statement_match (id, account, kind, deposit_id, withdrawal_id, code, note, operator_id)
   select id, account, kind, case kind when 'deposit' then thing end, case when kind in ('withdrawal', 'return') then thing end, code, note, by
   from unnest($1::uuid[], $2::text[], $3::text[], $4::uuid[], $5::text[], $6::text[], $7::bigint[])
     as t (id, account, kind, thing, code, note, by)`,
  (all: readonly NewMatch[]) => [
    all.map(({ id }) => id),
    all.map(({ account }) => account),
    all.map(({ kind }) => kind),
    all.map(({ thingId }) => thingId),
    all.map(({ code }) => code),
    all.map(({ note }) => note),
    all.map(({ operatorId }) => operatorId?.toString() ?? null),
  ],
);

const setMatches = write(
  `update statement_entry e set match_id = t.match from unnest($1::uuid[], $2::uuid[]) as t (entry, match) where e.id = t.entry`,
  (all: readonly { entry: string; match: string }[]) => [all.map(({ entry }) => entry), all.map(({ match }) => match)],
);

/** The database compares the sums at the end of the transaction. */
export async function insertMatches(db: Db, matches: readonly NewMatch[]): Promise<void> {
  if (matches.length === 0) return;
  await insertMatchRows(db, matches);
  await setMatches(
    db,
    matches.flatMap(({ id, entryIds }) => entryIds.map((entry) => ({ entry, match: id }))),
  );
}

export const undoMatch = write(
  'update statement_match set undone_by = $2 where id = $1',
  (id: string, operatorId: bigint) => [id, operatorId.toString()],
);

const thingRow = z.object({
  kind: z.enum(STATEMENT_KINDS),
  id: z.string(),
  reference: z.string(),
  memberId: int8,
  username: z.string(),
  amount: z.nullable(int8),
  /** When it was to be seen first. */
  at: moment,
  status: z.string(),
  references: z.array(z.string()),
  payer: z.nullable(z.string()),
  payeeSealed: z.nullable(bytes),
});
export type ThingRow = z.infer<typeof thingRow>;

/** Where a thing of each kind comes from, beside its account `a`. */
const THINGS = {
  deposit: `(deposit d join member u on u.id = d.member_id)`,
  withdrawal: `(withdrawal w join member u on u.id = w.member_id)`,
};

const DEPOSIT_THING = `'deposit' as kind, d.id, d.reference, d.member_id, u.username, statement_match_amount(a.code, 'deposit', d.id, null) as amount,
  coalesce(d.paid_at, d.created_at) as at, d.status, array_remove(array[d.reference, d.txid], null) as references, d.payer, null::bytea as payee_sealed`;

function payoutThing(kind: 'withdrawal' | 'return'): string {
  return `'${kind}' as kind, w.id, w.reference, w.member_id, u.username, statement_match_amount(a.code, '${kind}', null, w.id) as amount,
  coalesce((select max(s.at) from cashier_step s where s.subject = w.id and s.state ${kind === 'return' ? "in ('returning', 'returned')" : "= 'sent'"}),
    w.decided_at) as at, w.paid_out as status, array_remove(array[w.reference, w.bank_ref], null) as references, null as payer, w.payee_sealed`;
}

const DEPOSIT_IS = `d.channel = any (a.channels) and d.status in ('pending', 'reviewing', 'seconding', 'approved')
  and not exists (select from statement_match x where x.deposit_id = d.id and x.undone_at is null)`;

function payoutIs(kind: 'withdrawal' | 'return'): string {
  return `a.pays_out and w.currency = a.currency and w.status = 'approved'
  ${kind === 'return' ? "and w.paid_out in ('returning', 'returned')" : ''}
  and not exists (select from statement_match x where x.withdrawal_id = w.id and x.kind = '${kind}' and x.undone_at is null)`;
}

/** Things of an account without a match, that one of these words names. */
export const selectNamedThings = manyRows(
  thingRow,
  `with n as (select * from statement_named_things($1, $2::text[]))
   select ${DEPOSIT_THING} from statement_account a, n join ${THINGS.deposit} on d.id = n.id where a.code = $1 and n.kind = 'deposit'
   union all
   select ${payoutThing('withdrawal')} from statement_account a, n join ${THINGS.withdrawal} on w.id = n.id
   where a.code = $1 and n.kind = 'withdrawal'
   union all
   select ${payoutThing('return')} from statement_account a, n join ${THINGS.withdrawal} on w.id = n.id
   where a.code = $1 and n.kind = 'return'`,
  (account: string, words: readonly string[]) => [account, words],
);

/** Things of an account without a match and of this amount, from some days before it to some after. */
export const selectEqualThings = manyRows(
  thingRow,
  `select x.* from (
     select ${DEPOSIT_THING} from statement_account a, ${THINGS.deposit}
     where a.code = $1 and $2::bigint > 0 and ${DEPOSIT_IS} and d.created_at >= $3 and d.created_at < $4
     union all
     select ${payoutThing('withdrawal')} from statement_account a, ${THINGS.withdrawal}
     where a.code = $1 and $2::bigint < 0 and ${payoutIs('withdrawal')} and w.decided_at >= $3 and w.decided_at < $4
     union all
     select ${payoutThing('return')} from statement_account a, ${THINGS.withdrawal}
     where a.code = $1 and $2::bigint > 0 and ${payoutIs('return')} and w.decided_at >= $3 and w.decided_at < $4) x
   where x.amount = $2::bigint order by x.at desc limit 50`,
  (account: string, amount: bigint, fromMs: number, toMs: number) => [
    account,
    amount.toString(),
    new Date(fromMs).toISOString(),
    new Date(toMs).toISOString(),
  ],
);

/** One thing as it would stand in an account; its amount is null where it may not stand there. */
export const selectThing = firstRow(
  thingRow,
  `select ${DEPOSIT_THING} from statement_account a, ${THINGS.deposit} where a.code = $1 and $2::text = 'deposit' and d.id = $3::uuid
   union all
   select ${payoutThing('withdrawal')} from statement_account a, ${THINGS.withdrawal}
   where a.code = $1 and $2::text = 'withdrawal' and w.id = $3::uuid
   union all
   select ${payoutThing('return')} from statement_account a, ${THINGS.withdrawal} where a.code = $1 and $2::text = 'return' and w.id = $3::uuid`,
  (account: string, kind: (typeof STATEMENT_KINDS)[number], id: string) => [account, kind, id],
);

export const isThingMatched = anyRow(
  `select from statement_match x where x.undone_at is null and x.kind = $1 and coalesce(x.deposit_id, x.withdrawal_id) = $2::uuid
     and ($1 = 'deposit') = (x.deposit_id is not null)`,
  (kind: (typeof STATEMENT_KINDS)[number], id: string) => [kind, id],
);

const person = z.nullable(z.object({ id: z.string(), username: z.string() }));

const entryRow = z.object({
  id: z.string(),
  account: z.string(),
  currency: z.string(),
  decimals: int4,
  bookedOn: date,
  valuedOn: z.nullable(date),
  amount: int8,
  isReversal: z.boolean(),
  bankRef: z.string(),
  endToEndId: z.string(),
  counterparty: z.nullable(z.string()),
  words: z.nullable(z.string()),
  matchId: z.nullable(z.string()),
  kind: z.nullable(z.enum([...STATEMENT_KINDS, 'explained'])),
  /** The thing came to another amount after the match. */
  differs: z.boolean(),
  thingId: z.nullable(z.string()),
  reference: z.nullable(z.string()),
  member: person,
  thingAmount: z.nullable(int8),
  thingAt: z.nullable(moment),
  thingStatus: z.nullable(z.string()),
  code: z.nullable(z.enum(STATEMENT_CODES)),
  note: z.nullable(z.string()),
  by: person,
  madeAt: z.nullable(moment),
});
export type EntryRow = z.infer<typeof entryRow>;

const ENTRY = `e.id, e.account, a.currency, a.decimals, e.booked_on, e.valued_on, e.amount, e.is_reversal, e.bank_ref, e.end_to_end_id,
  e.counterparty, e.words, e.match_id, m.kind, m.differs_since is not null as differs, coalesce(m.deposit_id, m.withdrawal_id) as thing_id, coalesce(d.reference, w.reference) as reference,
  (select json_build_object('id', u.id::text, 'username', u.username) from member u where u.id = coalesce(d.member_id, w.member_id)) as member,
  case when m.kind <> 'explained' then statement_thing_amount(m.kind, m.deposit_id, m.withdrawal_id) end as thing_amount,
  coalesce(d.paid_at, d.created_at, w.decided_at) as thing_at, coalesce(d.status, w.paid_out) as thing_status, m.code, m.note,
  (select json_build_object('id', o.id::text, 'username', o.username) from operator o where o.id = m.operator_id) as by, m.made_at`;

const FROM_ENTRY = `statement_entry e join statement_account a on a.code = e.account left join statement_match m on m.id = e.match_id
  left join deposit d on d.id = m.deposit_id left join withdrawal w on w.id = m.withdrawal_id`;

export interface EntryFilter {
  readonly account: string | undefined;
  readonly states: readonly string[] | undefined;
  readonly thing: string | undefined;
  readonly q: string | undefined;
  readonly from: string | undefined;
  readonly to: string | undefined;
  /** The last entry of the page before. */
  readonly after: string | undefined;
  readonly limit: number;
}

/** A page of entries, newest first. A text is found in what stands in an entry, in the reference of its thing, and as an amount. */
export const selectEntries = manyRows(
  entryRow,
  `select ${ENTRY} from ${FROM_ENTRY}
   where ($1::text is null or e.account = $1)
     and ($2::text[] is null or case when m.id is null then 'open' when m.kind = 'explained' then 'explained' when m.differs_since is not null then 'different'
       else 'matched' end = any ($2))
     and ($3::uuid is null or $3 in (m.deposit_id, m.withdrawal_id))
     and ($4::text is null or position(lower($4) in lower(concat_ws(' ', e.bank_ref, e.end_to_end_id, e.counterparty, e.words, d.reference, w.reference))) > 0
       or to_char(abs(e.amount), 'FM9999999999999999990') = regexp_replace($4, '[^0-9]', '', 'g'))
     and ($5::date is null or e.booked_on >= $5) and ($6::date is null or e.booked_on < $6)
     and ($7::uuid is null or (e.booked_on, e.id) < (select x.booked_on, x.id from statement_entry x where x.id = $7))
   order by e.booked_on desc, e.id desc limit $8`,
  (filter: EntryFilter) => [
    filter.account ?? null,
    filter.states ?? null,
    filter.thing ?? null,
    filter.q ?? null,
    filter.from ?? null,
    filter.to ?? null,
    filter.after ?? null,
    filter.limit,
  ],
);

export const selectEntry = firstRow(entryRow, `select ${ENTRY} from ${FROM_ENTRY} where e.id = $1`, (id: string) => [
  id,
]);

const fileRow = z.object({
  id: z.string(),
  account: z.string(),
  decimals: int4,
  sha256: bytes,
  bytes: int4,
  operatorId: int8,
  username: z.string(),
  importedAt: moment,
  erasedAt: z.nullable(moment),
});
export type FileRow = z.infer<typeof fileRow>;

const FILE = `f.id, f.account, a.decimals, f.sha256, f.bytes, f.operator_id, o.username, f.imported_at, f.erased_at
  from statement_file f join statement_account a on a.code = f.account join operator o on o.id = f.operator_id`;

export const selectFiles = manyRows(
  fileRow,
  `select ${FILE} where ($1::text is null or f.account = $1) and ($2::uuid is null or f.id < $2) order by f.id desc limit $3`,
  (account: string | undefined, beforeId: string | undefined, limit: number) => [
    account ?? null,
    beforeId ?? null,
    limit,
  ],
);

export const selectFile = firstRow(fileRow, `select ${FILE} where f.id = $1`, (id: string) => [id]);

const statementRow = z.object({
  fileId: z.string(),
  number: z.string(),
  opening: z.nullable(int8),
  closing: z.nullable(int8),
  firstOn: z.nullable(date),
  lastOn: z.nullable(date),
  entries: int4,
  /** The closing balance of the statement before it. */
  before: z.nullable(int8),
});
export type StatementRow = z.infer<typeof statementRow>;

/** Of these files, in the order in which they stand in them. */
export const selectStatements = manyRows(
  statementRow,
  `select s.file_id, s.number, s.opening, s.closing, s.first_on, s.last_on, s.entries,
     (select x.closing from statement x where x.account = s.account and x.closing is not null and x.last_on is not null
        and (x.last_on < s.first_on or x.last_on = s.first_on and x.id < s.id) order by x.last_on desc, x.id desc limit 1) as before
   from statement s where s.file_id = any ($1::uuid[]) order by s.id`,
  (files: readonly string[]) => [files],
);

const unprovedRow = z.object({
  kind: z.enum(STATEMENT_KINDS),
  id: z.string(),
  reference: z.string(),
  memberId: int8,
  username: z.string(),
  account: z.nullable(z.string()),
  currency: z.string(),
  decimals: int4,
  amount: int8,
  at: moment,
  status: z.string(),
});
export type UnprovedRow = z.infer<typeof unprovedRow>;

/** What was booked from a moment to another, and is not proved. Where several accounts pay out, a withdrawal is of none of them. */
const UNPROVED = `select 'deposit' as kind, d.id, d.reference, d.member_id, a.code as account, a.currency, a.decimals,
     statement_match_amount(a.code, 'deposit', d.id, null) as amount, d.decided_at as at, d.status
   from deposit d join statement_account a on d.channel = any (a.channels)
   where d.status = 'approved' and d.decided_at >= $1 and d.decided_at < $2 and not exists (select from statement_match x
     where x.deposit_id = d.id and x.undone_at is null and x.differs_since is null)
   union all
   select k.kind, w.id, w.reference, w.member_id, p.account, s.currency, s.currency_decimals,
     case k.kind when 'withdrawal' then w.fee - w.amount else w.amount - w.fee end, w.decided_at, w.paid_out
   from withdrawal w cross join site s cross join (values ('withdrawal'), ('return')) k (kind)
     cross join (select case count(*) when 1 then min(code) end as account, count(*) as payers from statement_account where pays_out) p
   where p.payers > 0 and w.status = 'approved' and w.decided_at >= $1 and w.decided_at < $2
     and (k.kind = 'withdrawal' and w.paid_out in ('sent', 'arrived', 'returning', 'returned') or w.paid_out = 'returned')
     and not exists (select from statement_match x where x.withdrawal_id = w.id and x.kind = k.kind and x.undone_at is null
       and x.differs_since is null)`;

export interface UnprovedFilter {
  readonly fromMs: number;
  readonly toMs: number;
  readonly account: string | undefined;
  readonly after: { readonly id: string; readonly kind: string } | undefined;
  readonly limit: number;
}

export const selectUnproved = manyRows(
  unprovedRow,
  `select t.*, u.username from (${UNPROVED}) t join member u on u.id = t.member_id
   where ($3::text is null or t.account = $3 or t.account is null) and ($4::uuid is null or (t.id, t.kind) > ($4, $5::text))
   order by t.id, t.kind limit $6`,
  ({ fromMs, toMs, account, after, limit }: UnprovedFilter) => [
    new Date(fromMs).toISOString(),
    new Date(toMs).toISOString(),
    account ?? null,
    after?.id ?? null,
    after?.kind ?? null,
    limit,
  ],
);

const unprovedSumRow = z.object({ account: z.nullable(z.string()), count: int8, amount: total });

export const selectUnprovedSums = manyRows(
  unprovedSumRow,
  `select t.account, count(*) as count, coalesce(sum(t.amount), 0)::text as amount from (${UNPROVED}) t group by t.account`,
  (fromMs: number, toMs: number) => [new Date(fromMs).toISOString(), new Date(toMs).toISOString()],
);

const erasable = z.object({ id: z.string() });

/** Files that were kept for so many days, oldest first. */
export const selectOldFiles = manyRows(
  erasable,
  `select f.id from statement_file f where f.erased_at is null and f.imported_at < clock_timestamp() - make_interval(days => $1)
     and f.id <> all ($2::uuid[]) order by f.imported_at limit $3`,
  (days: number, except: readonly string[], limit: number) => [days, except, limit],
);

/** False when it is erased already, or not old enough. */
export const eraseFile = firstValue(
  z.boolean(),
  'select erase_statement_file($1, $2) as done',
  (id: string, days: number) => [id, days],
  { or: false },
);

import { createHash, randomUUID } from 'node:crypto';
import { dateText, localDay } from '@candor/domain/market/local-time';
import { statementsBefore } from '@candor/domain/statement/statements-before';
import type { Statement, StatementEntry } from '@candor/domain/statement/statement';
import type { Db, Pool } from '../../platform/db/pool.ts';
import { sqlState } from '../../platform/db/transaction.ts';
import { Refused } from '../../platform/http/http-app.ts';
import { recordActs } from '../../services/commands/audit-store.ts';
import type { Files } from '../../services/files/files.ts';
import { removeStatement, sealStatement } from '../../services/files/sealed-files.ts';
import { asOperator } from '../../services/operators/acting-store.ts';
import type { Acting } from '../../services/operators/acting-store.ts';
import type { NameDeps } from './find-things.ts';
import { findCertain } from './find-certain.ts';
import { readStatementFile } from './read-statement-file.ts';
import { selectAccount } from './accounts-store.ts';
import {
  hasFile,
  insertEntries,
  insertFile,
  insertMatches,
  insertStatement,
  selectBalanced,
  selectFile,
  selectKnownMarks,
  takeTurn,
} from './statements-store.ts';
import type { AccountRow } from './accounts-store.ts';
import type { NewEntry, NewMatch, NewStatement } from './statements-store.ts';
import { columnsOf } from './statements-view.ts';

export interface ImportDeps extends NameDeps {
  readonly pool: Pool;
  readonly privateFiles: Files;
  readonly sealKey: Buffer;
}

const KNOWN = '23505';
/** A bank may be a day ahead of the site. */
const DAYS_AHEAD = 1;

/**
 * Takes a file in as a whole, and matches what is certain of it, together with what waited. Another transaction about statements waits.
 * @throws Refused with the line and the field that are to blame
 */
export async function importStatements(
  deps: ImportDeps,
  acting: Acting,
  { account: code, bytes }: { readonly account: string; readonly bytes: Uint8Array },
): Promise<{ readonly id: string; readonly matched: number }> {
  const { pool, timeZone } = deps;
  const account = await selectAccount(pool, code);
  if (account === undefined)
    throw new Refused('STATEMENT_ACCOUNT_NOT_FOUND', inField('account', 'STATEMENT_ACCOUNT_NOT_FOUND'));
  const lastDay = dateText(localDay(timeZone, Date.now()) + DAYS_AHEAD);
  const read = await readStatementFile(bytes, { ...account, timeZone, lastDay, columns: columnsOf(account.columns) });
  if (!read.ok) {
    const { key, line, field } = read.error;
    throw new Refused(key, { ...inField('file', key), params: { line: Math.max(line, 1), field } });
  }
  const sha256 = createHash('sha256').update(bytes).digest();
  const id = randomUUID();
  try {
    return await asOperator(pool, acting, async (db) => {
      await takeTurn(db);
      if (await hasFile(db, code, sha256)) throw new Refused('STATEMENT_KNOWN', inField('file', 'STATEMENT_KNOWN'));
      const rows = writtenOf(account, id, read.value);
      await refuseOverlap(db, account, rows);
      await insertFile(db, { id, account: code, sha256, bytes: bytes.length, operatorId: acting.operatorId });
      for (const { statement } of rows) await insertStatement(db, statement);
      const entries = rows.flatMap((row) => row.entries);
      await insertEntries(db, entries);
      const matched = await matchCertain(db, account.code, entries);
      await recordActs(db, [
        {
          command: 'console/statements/import',
          subjectType: 'statementFile',
          subjectId: id,
          detail: {
            account: code,
            hash: sha256.toString('hex'),
            statements: rows.length,
            entries: entries.length,
            matched,
          },
        },
      ]);
      await sealStatement(deps, id, bytes);
      return { id, matched };
    });
  } catch (error) {
    // Where the row is, the transaction ended, and only its answer was lost. Where nobody knows, the bytes stay.
    if (await isGone(pool, id)) await removeStatement(deps.privateFiles, id);
    if (sqlState(error) === KNOWN) throw new Refused('STATEMENT_KNOWN', inField('file', 'STATEMENT_KNOWN'));
    throw error;
  }
}

async function isGone(pool: Pool, id: string): Promise<boolean> {
  return await selectFile(pool, id).then(
    (row) => row === undefined,
    () => false,
  );
}

function inField(field: string, key: string) {
  return { fields: { [field]: key } };
}

interface StatementRows {
  readonly statement: NewStatement;
  readonly entries: readonly NewEntry[];
}

function writtenOf({ code }: AccountRow, fileId: string, statements: readonly Statement[]): StatementRows[] {
  const seen = new Map<string, number>();
  return statements.map(({ number, opening, closing, entries }) => {
    const id = randomUUID();
    const days = entries.map(({ bookedOn }) => bookedOn).toSorted();
    return {
      statement: {
        id,
        fileId,
        account: code,
        number,
        opening,
        closing,
        firstOn: days[0] ?? null,
        lastOn: days.at(-1) ?? null,
        entries: entries.length,
      },
      entries: entries.map((entry, position) => ({
        ...entry,
        id: randomUUID(),
        statementId: id,
        account: code,
        position,
        mark: markOf(entry, seen),
      })),
    };
  });
}

/** The same line in another file has the same mark; of equal lines in one file each has its own. */
function markOf(entry: StatementEntry, seen: Map<string, number>): Buffer {
  const told = JSON.stringify([
    entry.bookedOn,
    entry.amount.toString(),
    entry.bankRef,
    entry.endToEndId,
    entry.counterparty,
    entry.text,
  ]);
  const number = (seen.get(told) ?? 0) + 1;
  seen.set(told, number);
  return createHash('sha256').update(`${number}/${told}`).digest();
}

/** What a statement goes on from may have the same lines, on one day; what it repeats has them as well. The balances tell which. */
async function refuseOverlap(db: Db, { code }: AccountRow, rows: readonly StatementRows[]): Promise<void> {
  const repeated = new Set<string>();
  const own: { id: string; opening: bigint; closing: bigint }[] = [];
  for (const { statement, entries } of rows) {
    const { id, opening, closing, firstOn } = statement;
    const known = await selectKnownMarks(
      db,
      code,
      entries.map(({ mark }) => mark),
    );
    const isGoingOn = known.length > 0 && opening !== null && firstOn !== null;
    const before = isGoingOn
      ? statementsBefore(opening, [...(await selectBalanced(db, code, firstOn)), ...own])
      : new Set<string>();
    for (const { mark, statementId } of known) if (!before.has(statementId)) repeated.add(mark.toString('hex'));
    if (opening !== null && closing !== null) own.push({ id, opening, closing });
  }
  if (repeated.size > 0)
    throw new Refused('STATEMENT_OVERLAPS', {
      ...inField('file', 'STATEMENT_OVERLAPS'),
      params: { count: repeated.size },
    });
}

/** Matches what is certain of these entries, with what waited. Returns how many entries. */
async function matchCertain(db: Db, account: string, added: readonly NewEntry[]): Promise<number> {
  const rows = added.map(({ text, ...entry }) => ({ ...entry, words: text }));
  const matches = (await findCertain(db, account, rows)).map(({ thing, entries: found }): NewMatch => ({
    id: randomUUID(),
    account,
    kind: thing.kind,
    thingId: thing.id,
    code: null,
    note: null,
    operatorId: null,
    entryIds: found.map(({ id }) => id),
  }));
  await insertMatches(db, matches);
  return matches.reduce((sum, { entryIds }) => sum + entryIds.length, 0);
}

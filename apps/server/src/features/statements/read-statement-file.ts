import { readCamt053 } from '@candor/domain/statement/read-camt053';
import { isMt940, readMt940 } from '@candor/domain/statement/read-mt940';
import { readStatementCsv } from '@candor/domain/statement/read-statement-csv';
import type { StatementColumns } from '@candor/domain/statement/read-statement-csv';
import { readSafely, StatementFault } from '@candor/domain/statement/statement';
import type { Statement, StatementOf, StatementProblem } from '@candor/domain/statement/statement';
import type { Result } from '@candor/domain/result';
import { decodeText } from './decode-text.ts';
import { readXml } from './read-xml.ts';

/** The account that a file is imported for, as operators described it. */
export interface FileAccount extends StatementOf {
  /** IBAN, number or address; empty when it was not given. */
  readonly number: string;
  readonly timeZone: string;
  /** No entry is booked after it: a date beyond is one that was read the wrong way round. */
  readonly lastDay: string;
  /** How its tables are read. */
  readonly columns: StatementColumns | null;
}

/** Reads a file of any format that is known, by what stands in it: names of files are not to be trusted. */
export async function readStatementFile(
  bytes: Uint8Array,
  account: FileAccount,
): Promise<Result<readonly Statement[], StatementProblem>> {
  const reader = await readerOf(bytes, account).catch((error: unknown) => () => {
    throw error;
  });
  return readSafely(() => {
    const statements = reader();
    for (const { entries } of statements)
      for (const { bookedOn } of entries)
        if (bookedOn > account.lastDay) throw new StatementFault('STATEMENT_DATE', 0, bookedOn);
    for (const statement of statements)
      if (!isSameAccount(statement.account, account.number))
        throw new StatementFault('STATEMENT_ACCOUNT', 0, statement.account);
    return statements;
  });
}

/** XML becomes a tree by and by: a large one would hold everybody up who works with this process. */
async function readerOf(bytes: Uint8Array, account: FileAccount): Promise<() => readonly Statement[]> {
  const text = decodeText(bytes);
  const head = text.slice(0, 1_000).trimStart();
  if (head === '') throw new StatementFault('STATEMENT_EMPTY');
  if (head.startsWith('<')) {
    const { root, namespace } = await readXml(text.trimStart());
    return () => readCamt053(root, namespace, account);
  }
  if (isMt940(head)) return () => readMt940(text, account);
  const { columns, number } = account;
  if (columns === null) throw new StatementFault('STATEMENT_COLUMNS', 1);
  return () => readStatementCsv(text, columns, { ...account, account: number });
}

/** Shorter ones would fit many accounts. */
const NUMBER_CHARS_MIN = 6;

/** An IBAN ends with what banks write as code and number. An account without a number takes any. */
function isSameAccount(read: string, known: string): boolean {
  const [a, b] = [read, known].map((text) => text.toUpperCase().replaceAll(/[^A-Z0-9]/g, ''));
  if (a === undefined || b === undefined || b === '') return true;
  if (a === b) return true;
  return Math.min(a.length, b.length) >= NUMBER_CHARS_MIN && (a.endsWith(b) || b.endsWith(a));
}

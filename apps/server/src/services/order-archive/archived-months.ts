/** A member's orders of the months that have left the database, for what reads more than one order. */
import type { Db } from '../../platform/db/pool.ts';
import { selectMonthsOfKey, selectMonthsOfMember } from './order-parts-store.ts';
import type { MonthSpan } from './order-parts-store.ts';
import { memberLines } from './member-lines.ts';
import type { ReadPart } from './read-parts.ts';

/** A month that has left, of which a member has orders. */
export interface ArchivedMonth {
  readonly month: string;
  /** The largest number of an order of the month, whoever's it is. */
  readonly lastNo: bigint;
  /** The member's orders, the newest first, for `archivedRows`. @throws Refused ORDERS_UNAVAILABLE when a file cannot be read now */
  readonly lines: () => Promise<readonly string[]>;
}

/** Which months to list: with orders that were accepted, or settled, in a span of time; or with one that was placed under a key. */
export type MonthsAsked = MonthSpan | { readonly key: string };

/** Those that have such orders of this member; the newest first. */
export type ListArchivedMonths = (db: Db, memberId: bigint, asked: MonthsAsked) => Promise<readonly ArchivedMonth[]>;

export function createListArchivedMonths(readPart: ReadPart): ListArchivedMonths {
  return async (db, memberId, asked) => {
    const months =
      'key' in asked
        ? await selectMonthsOfKey(db, memberId, asked.key)
        : await selectMonthsOfMember(db, memberId, asked);
    return months.map(({ month, lastNo, parts, hashes }) => ({
      month,
      lastNo,
      lines: async () => {
        const lines: string[] = [];
        for (const [at, part] of parts.entries())
          lines.push(...memberLines(await readPart({ month, part, sha256: hashes[at] ?? '' }), memberId));
        return lines;
      },
    }));
  };
}

interface Numbered {
  readonly no: bigint;
}

interface ArchivedPage<Row extends Numbered> {
  /** What the database has, the newest first, up to `limit`. It is read before the months are listed: what leaves between is in both. */
  readonly rows: readonly Row[];
  readonly months: readonly ArchivedMonth[];
  readonly limit: number;
  /** The rows of these lines, the newest first. */
  readonly readLines: (lines: readonly string[]) => Promise<readonly Row[]>;
}

/**
 * A page by number, of the database and of the months that have left. Numbers near the end of a month may stand in either, so a month is
 * read while the page may have a smaller number than it has.
 */
export async function pageWithArchive<Row extends Numbered>({
  rows,
  months,
  limit,
  readLines,
}: ArchivedPage<Row>): Promise<readonly Row[]> {
  let page = [...rows];
  for (const month of months.toSorted((a, b) => (a.lastNo > b.lastNo ? -1 : 1))) {
    const last = page.at(limit - 1);
    if (last !== undefined && last.no > month.lastNo) break;
    page = newestFirst([...page, ...(await readLines(await month.lines()))]).slice(0, limit);
  }
  return page;
}

function newestFirst<Row extends Numbered>(rows: readonly Row[]): Row[] {
  const byNo = new Map(rows.map((row) => [row.no, row]));
  return [...byNo.values()].toSorted((a, b) => (a.no > b.no ? -1 : 1));
}

/**
 * What is added up must neither miss nor double a month that leaves meanwhile: the database is read between two equal lists of months.
 * Sites of which nothing has left read once.
 */
export async function readBeside<Value>(
  list: () => Promise<readonly ArchivedMonth[]>,
  read: () => Promise<Value>,
): Promise<{ readonly stored: Value; readonly months: readonly ArchivedMonth[] }> {
  let stored = await read();
  for (let before = '', months = await list(); ; months = await list()) {
    const now = months.map(({ month }) => month).join();
    if (now === before) return { stored, months };
    stored = await read();
    before = now;
  }
}

/** A member's orders of the months that have left the database, for what reads more than one order. */
import * as z from 'zod/mini';
import { Refused } from '../../platform/http/http-app.ts';
import type { Db } from '../../platform/db/pool.ts';
import { selectFilesOfKey, selectFilesOfMember } from './order-parts-store.ts';
import { linesFrom } from './lines-from.ts';
import type { MonthSpan } from './order-parts-store.ts';
import { memberLines } from './member-lines.ts';
import type { ReadPart } from './read-parts.ts';

/** A file of a month that has left, with orders of a member. Who traded much has many of one month. */
export interface ArchivedFile {
  readonly month: string;
  /** No order of the member in it has a larger number. */
  readonly lastNo: bigint;
  /**
   * The member's orders, the newest first, for `archivedRows`.
   * @throws Refused ORDERS_UNAVAILABLE when the file cannot be read now, ORDERS_TOO_FAR when too many were
   */
  readonly lines: () => Promise<readonly string[]>;
}

/** Which files to list: with orders of a span of time; or with one that was placed under a key. */
export type FilesAsked = MonthSpan | { readonly key: string };

/** Those that have such orders of this member; the newest first. */
export type ListArchivedFiles = (db: Db, memberId: bigint, asked: FilesAsked) => Promise<readonly ArchivedFile[]>;

/** What may be read of one list: a call ends soon, however much its member traded. */
export interface ListBounds {
  readonly filesMax: number;
  /** Orders of the member. */
  readonly linesMax: number;
}

const BOUNDS: ListBounds = { filesMax: 200, linesMax: 40_000 };
/** For what nobody's page waits for. */
export const WITHOUT_BOUNDS: ListBounds = { filesMax: Infinity, linesMax: Infinity };

export function createListArchivedFiles(readPart: ReadPart, bounds: ListBounds = BOUNDS): ListArchivedFiles {
  return async (db, memberId, asked) => {
    const files =
      'key' in asked ? await selectFilesOfKey(db, memberId, asked.key) : await selectFilesOfMember(db, memberId, asked);
    let [filesRead, linesRead] = [0, 0];
    return files.map(({ lastNo, ...part }) => ({
      month: part.month,
      lastNo,
      lines: async () => {
        filesRead += 1;
        if (filesRead > bounds.filesMax || linesRead > bounds.linesMax) throw new Refused('ORDERS_TOO_FAR');
        const lines = memberLines(await readPart(part, memberId.toString()), memberId);
        linesRead += lines.length;
        return lines;
      },
    }));
  };
}

interface Numbered {
  readonly no: bigint;
}

interface ArchivedPage<Row extends Numbered> {
  /** What the database has, the newest first, up to `limit`. It is read before the files are listed: what leaves between is in both. */
  readonly rows: readonly Row[];
  readonly files: readonly ArchivedFile[];
  /** Without a number: from the newest on. */
  readonly beforeNo?: bigint | undefined;
  readonly limit: number;
  /** The rows of these lines, the newest first. */
  readonly readLines: (lines: readonly string[]) => Promise<readonly Row[]>;
}

/**
 * A page by number, of the database and of the months that have left. Numbers near the end of a month may stand in either, so a file is
 * read while the page may have a smaller number than it has.
 */
export async function pageWithArchive<Row extends Numbered>({
  rows,
  files,
  beforeNo,
  limit,
  readLines,
}: ArchivedPage<Row>): Promise<readonly Row[]> {
  let page = [...rows];
  for (const file of files.toSorted((a, b) => (a.lastNo > b.lastNo ? -1 : 1))) {
    const last = page.at(limit - 1);
    if (last !== undefined && last.no > file.lastNo) break;
    let lines = await file.lines();
    if (beforeNo !== undefined) lines = linesFrom(lines, (line) => -noOf(line), 1n - beforeNo);
    // A file has more orders than a page: the database makes rows of those that fill one, and of the rest where filters leave many out.
    for (const some of [lines.slice(0, 2 * limit), lines.slice(2 * limit)]) {
      const [first] = some;
      const full = page.at(limit - 1);
      if (first === undefined || (full !== undefined && full.no > noOf(first))) break;
      page = newestFirst([...page, ...(await readLines(some))]).slice(0, limit);
    }
  }
  return page;
}

const numbered = z.object({ order: z.object({ no: z.int() }) });

function noOf(line: string): bigint {
  return BigInt(numbered.parse(JSON.parse(line)).order.no);
}

function newestFirst<Row extends Numbered>(rows: readonly Row[]): Row[] {
  const byNo = new Map(rows.map((row) => [row.no, row]));
  return [...byNo.values()].toSorted((a, b) => (a.no > b.no ? -1 : 1));
}

/**
 * What is added up must neither miss nor double a month that leaves meanwhile: the database is read between two equal lists of files.
 * Sites of which nothing has left read once.
 */
export async function readBeside<Value>(
  list: () => Promise<readonly ArchivedFile[]>,
  read: () => Promise<Value>,
): Promise<{ readonly stored: Value; readonly files: readonly ArchivedFile[] }> {
  let stored = await read();
  for (let before = '', files = await list(); ; files = await list()) {
    const now = files.map(({ month }) => month).join();
    if (now === before) return { stored, files };
    stored = await read();
    before = now;
  }
}

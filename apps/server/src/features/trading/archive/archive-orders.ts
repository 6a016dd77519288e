/**
 * Writes the orders of a closed month, with their settlements, into files (decision 173), in each order in which they are looked for. Each file is read back and compared before it is
 * recorded, and the database records only what it holds itself. It may end anywhere: the next run continues, and what is recorded is
 * checked again. Nothing leaves the database.
 */
import { createHash } from 'node:crypto';
import { err, ok } from '@candor/domain/result';
import type { Result } from '@candor/domain/result';
import type { Db, Pool } from '../../../platform/db/pool.ts';
import { orderFileName, readOrderFile, SORTS, writeOrderFile } from '../../../services/order-archive/order-files.ts';
import type { OrderFileDeps, OrderPart, Sort } from '../../../services/order-archive/order-files.ts';
import {
  recordMonth,
  recordPart,
  recordSortedPart,
  releaseArchive,
  selectArchivedMonth,
  selectArchivedParts,
  selectMonthHeld,
  selectOrderLines,
  selectSortedLines,
  selectSortedParts,
  takeArchive,
} from './order-archive-store.ts';
import type { HeldMonth, OrderLine, PartLines, SortedLine } from './order-archive-store.ts';

export interface OrderArchiveDeps extends OrderFileDeps {
  /** Of the owner of the database. */
  readonly pool: Pool;
}

/** Two megabytes: small enough to read for one member, and long enough to compress well. */
const PART_ORDERS = 1000;
/** What is public of an order is short: so many times more lines make a file. */
const SHORT_LINES = 4;

export interface ArchiveOptions {
  /** How many months after its end a month stays as it is; the database keeps three at least. */
  readonly keptMonths: number;
  readonly partOrders?: number;
}

export interface ArchivedOrders {
  readonly orders: bigint;
  readonly files: number;
  /** How many of them this run wrote; the others were there, and were read and compared. */
  readonly written: number;
  /** Of the whole month. */
  readonly sha256: string;
}

/**
 * One run at a time: another would write its own parts over those that this one records.
 * @param month its first day, YYYY-MM-DD
 * @throws Error when a file does not read back as it was written, or the database does not hold what it recorded
 */
export async function archiveOrders(
  { pool, ...files }: OrderArchiveDeps,
  month: string,
  options: ArchiveOptions,
): Promise<Result<ArchivedOrders, HeldMonth>> {
  const db = await pool.connect();
  try {
    if (!(await takeArchive(db))) return err('BUSY');
    try {
      // Everything goes through the connection that holds it: a run that lost it writes nothing more.
      return await archiveOn({ ...files, db }, month, options);
    } finally {
      await releaseArchive(db);
    }
  } finally {
    // Whatever becomes of that, it ends with the connection.
    db.release(true);
  }
}

type ArchiveParts = OrderFileDeps & { readonly db: Db };

async function archiveOn(
  deps: ArchiveParts,
  month: string,
  { keptMonths, partOrders = PART_ORDERS }: ArchiveOptions,
): Promise<Result<ArchivedOrders, HeldMonth>> {
  const held = await selectMonthHeld(deps.db, month, keptMonths);
  if (held !== null) return err(held);
  const byMember = await archiveSeries(deps, month, {
    recorded: await selectArchivedParts(deps.db, month),
    partLines: partOrders,
    read: async (after: OrderLine | undefined, limit) =>
      await selectOrderLines(deps.db, month, after ?? { memberId: 0n, no: 0n }, limit),
    record: async (part, lines) => await recordPart(deps.db, part, lines, keptMonths),
  });
  if (!byMember.ok) return byMember;
  let { files, written } = byMember.value;
  if (files === 0) return err('NO_ORDERS');
  const whole = (await selectArchivedMonth(deps.db, month)) ?? (await finish(deps.db, month, keptMonths));
  for (const sort of SORTS) {
    const sorted = await archiveSeries(deps, month, {
      sort,
      recorded: await selectSortedParts(deps.db, sort, month),
      partLines: sort === 'moment' ? partOrders : partOrders * SHORT_LINES,
      read: async (after: SortedLine | undefined, limit) =>
        await selectSortedLines(deps.db, sort, month, after?.key ?? '', limit),
      record: async (part, lines) => await recordSortedPart(deps.db, sort, part, lines),
    });
    if (!sorted.ok) return sorted;
    files += sorted.value.files;
    written += sorted.value.written;
  }
  return ok({ orders: whole.count, files, written, sha256: whole.sha256 });
}

/** The lines of a month in one order. */
interface Series<Line extends ArchiveLine> {
  readonly sort?: Sort;
  /** The parts that are recorded, from the first on. */
  readonly recorded: readonly PartLines[];
  readonly partLines: number;
  readonly read: (after: Line | undefined, limit: number) => Promise<readonly Line[]>;
  readonly record: (part: OrderPart, lines: PartLines) => Promise<unknown>;
}

interface ArchiveLine {
  readonly line: string;
  readonly missing?: HeldMonth | null;
}

/** @throws Error when the database holds other lines than it recorded, or a file does not read back as it was written */
async function archiveSeries<Line extends ArchiveLine>(
  deps: ArchiveParts,
  month: string,
  { sort, recorded, partLines, read, record }: Series<Line>,
): Promise<Result<{ files: number; written: number }, HeldMonth>> {
  let [files, written] = [0, 0];
  for (let after: Line | undefined; ;) {
    const known = recorded[files];
    const lines = await read(after, known?.count ?? partLines);
    after = lines.at(-1);
    if (after === undefined) break;
    const missing = lines.find((one) => (one.missing ?? null) !== null)?.missing;
    if (missing !== undefined && missing !== null) return err(missing);
    files += 1;
    const part = { month, part: files, sort };
    const content = lines.map(({ line }) => `${line}\n`).join('');
    const sha256 = createHash('sha256').update(content).digest('hex');
    if (known !== undefined && known.sha256 !== sha256)
      throw new Error(`${orderFileName(part)}: the database holds other orders than it recorded`);
    if (await putFile(deps, part, content)) written += 1;
    if (known === undefined) await record(part, { count: lines.length, sha256 });
  }
  if (files < recorded.length) throw new Error(`${month}: the database holds fewer orders than it recorded`);
  return ok({ files, written });
}

async function finish(db: Db, month: string, keptMonths: number) {
  await recordMonth(db, month, keptMonths);
  const whole = await selectArchivedMonth(db, month);
  if (whole === undefined) throw new Error(`${month} was recorded, and is not`);
  return whole;
}

/** False if the file is there already; one that is damaged is written again. @throws Error when it does not read back as it was written */
async function putFile(deps: OrderFileDeps, part: OrderPart, content: string): Promise<boolean> {
  if (await holds(deps, part, content)) return false;
  await writeOrderFile(deps, part, content);
  if (!(await holds(deps, part, content)))
    throw new Error(`${orderFileName(part)} does not read back as it was written`);
  return true;
}

async function holds(deps: OrderFileDeps, part: OrderPart, content: string): Promise<boolean> {
  const read = await readOrderFile(deps, part);
  return read.ok && read.value === content;
}

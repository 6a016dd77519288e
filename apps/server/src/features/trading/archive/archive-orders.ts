/**
 * Writes the orders of a closed month, with their settlements, into files (decision 173). Each file is read back and compared before it is
 * recorded, and the database records only what it holds itself. It may end anywhere: the next run continues, and what is recorded is
 * checked again. Nothing leaves the database.
 */
import { createHash } from 'node:crypto';
import { err, ok } from '@candor/domain/result';
import type { Result } from '@candor/domain/result';
import type { Db, Pool } from '../../../platform/db/pool.ts';
import { orderFileName, readOrderFile, writeOrderFile } from '../../../services/order-archive/order-files.ts';
import type { OrderFileDeps, OrderPart } from '../../../services/order-archive/order-files.ts';
import {
  recordMonth,
  recordPart,
  releaseArchive,
  selectArchivedMonth,
  selectArchivedParts,
  selectMonthHeld,
  selectOrderLines,
  takeArchive,
} from './order-archive-store.ts';
import type { HeldMonth, PartStart } from './order-archive-store.ts';

export interface OrderArchiveDeps extends OrderFileDeps {
  /** Of the owner of the database. */
  readonly pool: Pool;
}

/** Two megabytes: small enough to read for one member, and long enough to compress well. */
const PART_ORDERS = 1000;

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
    // Everything goes through the connection that holds it: a run that lost it writes nothing more.
    const archived = await archiveOn({ ...files, db }, month, options);
    await releaseArchive(db);
    return archived;
  } finally {
    // After an error it ends with the connection.
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
  const recorded = await selectArchivedParts(deps.db, month);
  let [files, written] = [0, 0];
  let after: PartStart = { memberId: 0n, no: 0n };
  for (;;) {
    const known = recorded[files];
    const lines = await selectOrderLines(deps.db, month, after, known?.count ?? partOrders);
    const last = lines.at(-1);
    if (last === undefined) break;
    const missing = lines.find((one) => one.missing !== null)?.missing;
    if (missing !== undefined && missing !== null) return err(missing);
    files += 1;
    const part = { month, part: files };
    const content = lines.map(({ line }) => `${line}\n`).join('');
    const sha256 = createHash('sha256').update(content).digest('hex');
    if (known !== undefined && known.sha256 !== sha256)
      throw new Error(`${orderFileName(part)}: the database holds other orders than it recorded`);
    if (await putFile(deps, part, content)) written += 1;
    if (known === undefined) await recordPart(deps.db, part, { count: lines.length, sha256 }, keptMonths);
    after = last;
  }
  if (files === 0) return err('NO_ORDERS');
  if (files < recorded.length) throw new Error(`${month}: the database holds fewer orders than it recorded`);
  const whole = (await selectArchivedMonth(deps.db, month)) ?? (await finish(deps.db, month, keptMonths));
  return ok({ orders: whole.count, files, written, sha256: whole.sha256 });
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

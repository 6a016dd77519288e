/**
 * Moves days of ticks that are older than the database keeps them into signed files. A day leaves the database only as
 * the last step: after all its files are on disk, recorded in the database, and read back tick by tick. If anything
 * stops it earlier, all ticks stay in place, and the next run continues from there.
 */
import type { VerifierKey } from '@candor/proof/signed-note';
import { encodeTickArchive, tickArchiveText, verifyTickArchive } from '@candor/proof/tick-archive';
import type { Pool } from '../../../platform/db/pool.ts';
import type { Log } from '../../../platform/log/log.ts';
import type { Files } from '../../../services/files/files.ts';
import { selectKeys } from '../../../services/proof/key-store.ts';
import type { Signer } from '../../../services/proof/signer.ts';
import { archivePort, fileNames } from '../../../services/ticks/tick-files.ts';
import {
  dropDay,
  recordArchive,
  releaseArchiveLock,
  selectColdDays,
  selectDayProducts,
  selectDayTicks,
  tryArchiveLock,
} from './archive-store.ts';
import type { DayProduct } from './archive-store.ts';

export interface ArchiveDeps {
  readonly pool: Pool;
  readonly files: Files;
  readonly log: Log;
  readonly signer: Pick<Signer, 'sign'>;
}

/**
 * Archives every day that may leave, oldest first, and returns how many left. Only one process works at a time: this
 * does nothing while another one runs. A day that cannot be archived is logged as an error and stays; it does not stop
 * other days.
 * @param signal ends it early; the next run continues from there.
 */
export async function archiveTicks(deps: ArchiveDeps, signal?: AbortSignal): Promise<number> {
  const connection = await deps.pool.connect();
  connection.on('error', ignoreLoss);
  try {
    if (!(await tryArchiveLock(connection))) return 0;
    const left = await archiveColdDays(deps, signal);
    // Release it at once, so that the next process can take it; after an error it ends with the connection.
    await releaseArchiveLock(connection).catch(ignoreLoss);
    return left;
  } finally {
    connection.off('error', ignoreLoss);
    connection.release(true);
  }
}

/** The lock only prevents double work; every step is safe without it. */
function ignoreLoss(): void {
  // Nothing to do.
}

async function archiveColdDays(deps: ArchiveDeps, signal: AbortSignal | undefined): Promise<number> {
  let left = 0;
  for (const { day, held } of await selectColdDays(deps.pool)) {
    if (isAborted(signal)) break;
    if (held !== null) {
      deps.log.warn({ day, held }, 'old ticks stay in the database');
      continue;
    }
    try {
      if (await archiveDay(deps, day, signal)) left += 1;
    } catch (error) {
      if (isAborted(signal)) break;
      deps.log.error({ err: error, day }, 'a day of ticks could not be archived');
    }
  }
  return left;
}

function isAborted(signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true;
}

/** False if it was ended early. */
async function archiveDay(deps: ArchiveDeps, day: string, signal: AbortSignal | undefined): Promise<boolean> {
  const keys = await selectKeys(deps.pool);
  const products = await selectDayProducts(deps.pool, day);
  for (const product of products) {
    if (isAborted(signal)) return false;
    await archiveProduct(deps, day, product, keys, signal);
  }
  await dropDay(deps.pool, day);
  deps.log.info({ day, products: products.length }, 'a day of ticks was archived');
  return true;
}

/** @throws Error if the file on disk does not match the database at the end. */
async function archiveProduct(
  deps: ArchiveDeps,
  day: string,
  product: DayProduct,
  keys: readonly VerifierKey[],
  signal: AbortSignal | undefined,
): Promise<void> {
  if (product.note !== null && (await problemOf(deps.files, day, product, product.note, keys)) === null) return;
  const note = await writeFiles(deps, day, product, signal);
  const problem = await problemOf(deps.files, day, product, note, keys);
  if (problem !== null) throw new Error(`${fileNames({ product: product.product, day }).ticks}: ${problem}`);
}

/** Writes both files and records them. Damaged files that were already recorded are overwritten. Returns the note. */
async function writeFiles(
  deps: ArchiveDeps,
  day: string,
  product: DayProduct,
  signal: AbortSignal | undefined,
): Promise<string> {
  const ticks = selectDayTicks(deps.pool, day, product, signal);
  const { bytes, archive } = await encodeTickArchive({ ...product, day }, ticks, archivePort);
  if (product.fileHash !== null && product.fileHash !== archive.fileHash)
    throw new Error(`${fileNames(archive).ticks}: the file is damaged and cannot be written again as recorded`);
  const note = product.note ?? (await deps.signer.sign(tickArchiveText(archive)));
  await deps.files.write(fileNames(archive).ticks, bytes);
  await deps.files.write(fileNames(archive).note, Buffer.from(note, 'utf8'));
  if (product.note === null) await recordArchive(deps.pool, archive, note);
  return note;
}

/** Reads both files back, every tick; null if they match `note`, the note known to the database. */
async function problemOf(
  files: Files,
  day: string,
  { product }: DayProduct,
  note: string,
  keys: readonly VerifierKey[],
): Promise<string | null> {
  const names = fileNames({ product, day });
  const [bytes, beside] = [await files.read(names.ticks), await files.read(names.note)];
  if (bytes === null || beside === null) return 'FILE_MISSING';
  if (Buffer.from(beside).toString('utf8') !== note) return 'NOTE_DIFFERS';
  const verified = await verifyTickArchive(bytes, note, keys, archivePort);
  return verified.ok ? null : verified.error;
}

import { err, ok } from '@candor/domain/result';
import type { Result } from '@candor/domain/result';
import type { ChainedTick, TickArchive } from '@candor/proof/tick-archive';
import type { Db } from '../../platform/db/pool.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Files } from '../files/files.ts';
import { fileNames, readArchivedTicks } from './tick-files.ts';
import { reportsOf, selectArchives, selectHeadSeq, selectStoredSources, selectStoredTicks } from './tick-store.ts';
import type { PublishedTick, TickSources } from './tick-store.ts';

type Read<Part> = Result<readonly Part[], 'TICKS_UNAVAILABLE'>;

/**
 * A part of the ticks of a product with seq in [fromSeq, toSeq], oldest first, from the database or from the files they
 * were moved to. Returns all of them that were ever published. Otherwise TICKS_UNAVAILABLE, and an error in the log that an
 * operator must look at: never a list with a hole.
 */
type ReadChain<Part> = (db: Db, product: string, fromSeq: bigint, toSeq: bigint) => Promise<Read<Part>>;

export type ReadTicks = ReadChain<PublishedTick>;
/** What the sources said of each tick. */
export type ReadTickSources = ReadChain<TickSources>;

export function createReadTicks(files: Pick<Files, 'read'>, log: Log): ReadTicks {
  return createReadChain(files, log, selectStoredTicks, (tick) => tick);
}

export function createReadTickSources(files: Pick<Files, 'read'>, log: Log): ReadTickSources {
  return createReadChain(files, log, selectStoredSources, ({ seq, sourcesDigest, sources }) => ({
    seq,
    sourcesDigest,
    sources: reportsOf(sources),
  }));
}

function createReadChain<Part extends { readonly seq: bigint }>(
  files: Pick<Files, 'read'>,
  log: Log,
  selectStored: (db: Db, product: string, fromSeq: bigint, toSeq: bigint) => Promise<readonly Part[]>,
  partOf: (tick: ChainedTick) => Part,
): ReadChain<Part> {
  return async (db, product, fromSeq, toSeq) => {
    const head = (await selectHeadSeq(db, product)) ?? 0n;
    const first = fromSeq < 1n ? 1n : fromSeq;
    const last = toSeq < head ? toSeq : head;
    if (first > last) return ok([]);
    const stored = await selectStored(db, product, first, last);
    if (isWhole(stored, first, last)) return ok(stored);
    // A day is recorded as archived before it leaves the database, so all ticks not found above are in a recorded
    // archive.
    const parts = new Map(stored.map((part) => [part.seq, part]));
    for (const archive of await selectArchives(db, product, first, last)) {
      const fromHere = archive.firstSeq > first ? archive.firstSeq : first;
      const toHere = archive.lastSeq < last ? archive.lastSeq : last;
      if (parts.has(fromHere)) continue;
      const read = await readOne(files, log, archive, { fromSeq: fromHere, toSeq: toHere });
      if (!read.ok) return read;
      for (const tick of read.value) parts.set(tick.seq, partOf(tick));
    }
    const all = [...parts.values()].toSorted((a, b) => (a.seq < b.seq ? -1 : 1));
    if (isWhole(all, first, last)) return ok(all);
    log.error({ product, first: String(first), last: String(last), found: all.length }, 'ticks are missing');
    return err('TICKS_UNAVAILABLE');
  };
}

async function readOne(
  files: Pick<Files, 'read'>,
  log: Log,
  archive: TickArchive,
  range: { fromSeq: bigint; toSeq: bigint },
): Promise<Read<ChainedTick>> {
  const file = fileNames(archive).ticks;
  try {
    const read = await readArchivedTicks(files, archive, range);
    if (read.ok) return read;
    log.error({ file, reason: read.error }, 'archived ticks cannot be read');
  } catch (error) {
    log.error({ file, err: error }, 'archived ticks cannot be read');
  }
  return err('TICKS_UNAVAILABLE');
}

/** Whether every number from the first to the last is there. The links of the chain are checked by its verifier. */
function isWhole(ticks: readonly { readonly seq: bigint }[], first: bigint, last: bigint): boolean {
  return BigInt(ticks.length) === last - first + 1n && ticks.every(({ seq }, index) => seq === first + BigInt(index));
}

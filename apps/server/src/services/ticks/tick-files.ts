/**
 * Files of ticks that have left the database. Their content is trusted only where it matches what the database kept.
 */
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { err } from '@candor/domain/result';
import type { Result } from '@candor/domain/result';
import type { ProofCrypto } from '@candor/proof/crypto-port';
import { readTickArchive } from '@candor/proof/tick-archive';
import type { ArchivePort, ArchiveProblem, ChainedTick, TickArchive } from '@candor/proof/tick-archive';
import type { Files } from '../files/files.ts';
import { nodeCrypto } from '../receipts/node-crypto.ts';

const BLOCK_BYTES_MAX = 64 * 1024 * 1024;
const [gzipAsync, gunzipAsync] = [promisify(gzip), promisify(gunzip)];

/** A day has 86,400 hashes per product, one after the other, so other work gets a turn now and then. */
const HASHES_A_TURN = 256;
let hashes = 0;

export const archivePort: ArchivePort & ProofCrypto = {
  ...nodeCrypto,
  sha256: async (bytes) => {
    hashes += 1;
    if (hashes % HASHES_A_TURN === 0) await setImmediate();
    return await nodeCrypto.sha256(bytes);
  },
  gzip: async (bytes) => await gzipAsync(bytes),
  gunzip: async (bytes) => await gunzipAsync(bytes, { maxOutputLength: BLOCK_BYTES_MAX }),
};

/** Where a product's day is stored: the file, and its note beside it. Both together can be checked anywhere. */
export function fileNames({ product, day }: Pick<TickArchive, 'product' | 'day'>): { ticks: string; note: string } {
  return {
    ticks: `ticks/${day}/${product}.ticks`,
    note: `ticks/${day}/${product}.note`,
  };
}

/**
 * The ticks of an archived day with seq in [fromSeq, toSeq], or the reason why its file gives none.
 * @throws what the disk throws
 */
export async function readArchivedTicks(
  files: Pick<Files, 'read'>,
  archive: TickArchive,
  range: { readonly fromSeq: bigint; readonly toSeq: bigint },
): Promise<Result<readonly ChainedTick[], ArchiveProblem | 'FILE_MISSING'>> {
  const bytes = await files.read(fileNames(archive).ticks);
  return bytes === null ? err('FILE_MISSING') : await readTickArchive(bytes, archive, range, archivePort);
}

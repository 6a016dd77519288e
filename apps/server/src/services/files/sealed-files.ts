import { createHash, randomUUID } from 'node:crypto';
import { err, ok } from '@candor/domain/result';
import type { Result } from '@candor/domain/result';
import type { Pool } from '../../platform/db/pool.ts';
import { withTransaction } from '../../platform/db/transaction.ts';
import type { Log } from '../../platform/log/log.ts';
import { sealBytes, unsealBytes } from '../secrets/seal.ts';
import type { Files } from './files.ts';
import { deleteUnusedFile, insertFile, selectUnusedFiles } from './file-store.ts';
import type { DayLimit, FilePurpose } from './file-store.ts';

/**
 * Pictures of members at rest. Each is sealed under the site's key, for its own id and purpose alone: whoever reads the
 * disk sees nothing, and a file that was renamed, or is used for something else, does not open.
 *
 * A new file is not in use. The command that refers to it calls `keepFiles` in its transaction (file-store.ts). What
 * nothing refers to is deleted after a day, so a request that fails halfway leaves nothing behind.
 */
export interface FileDeps {
  pool: Pool;
  /** The folder `files` of DATA_DIR. All processes of a site must see the same one. */
  privateFiles: Files;
  sealKey: Buffer;
}

/** What one member may store in a day. */
export const DAY_LIMIT: DayLimit = { filesMax: 60, bytesMax: 60 * 1024 * 1024 };

export async function sealFile(
  { pool, privateFiles, sealKey }: FileDeps,
  { memberId, purpose, bytes }: { memberId: bigint; purpose: FilePurpose; bytes: Uint8Array },
  limit: DayLimit = DAY_LIMIT,
): Promise<Result<string, 'UPLOAD_LIMIT_REACHED'>> {
  const id = randomUUID();
  const sha256 = createHash('sha256').update(bytes).digest();
  // The row comes first: bytes without a row would never be found again, and so never be deleted.
  const isRoom = await withTransaction(
    pool,
    async (db) => await insertFile(db, { id, memberId, purpose, bytes: bytes.length, sha256 }, limit),
  );
  if (!isRoom) return err('UPLOAD_LIMIT_REACHED');
  await privateFiles.write(nameOf(id), sealBytes(sealKey, bytes, sealPurpose(id, purpose)));
  return ok(id);
}

/** A file that belongs to no member: its row is elsewhere. Whoever writes it removes it again if that row does not come to be. */
export async function sealStatement(
  { privateFiles, sealKey }: Omit<FileDeps, 'pool'>,
  id: string,
  bytes: Uint8Array,
): Promise<void> {
  await privateFiles.write(statementName(id), sealBytes(sealKey, bytes, sealPurpose(id, 'statement')));
}

/** Null when the bytes are gone. The caller has checked who may see them. @throws Error when they do not open */
export async function openFile(
  { privateFiles, sealKey }: Omit<FileDeps, 'pool'>,
  { id, purpose }: { id: string; purpose: FilePurpose | 'statement' },
): Promise<Buffer | null> {
  const sealed = await privateFiles.read(purpose === 'statement' ? statementName(id) : nameOf(id));
  return sealed === null ? null : unsealBytes(sealKey, sealed, sealPurpose(id, purpose));
}

/** Erases what is on the disk. The row stays: the caller has written there that the bytes are gone. */
export async function removeBytes(privateFiles: Files, id: string): Promise<void> {
  await privateFiles.remove(nameOf(id));
}

export async function removeStatement(privateFiles: Files, id: string): Promise<void> {
  await privateFiles.remove(statementName(id));
}

const CLEANED_AT_ONCE = 100;

/** Deletes files that nothing has referred to for a day. One that cannot be deleted does not stop the others. */
export async function cleanUpFiles({
  pool,
  privateFiles,
  log,
}: Omit<FileDeps, 'sealKey'> & { log: Log }): Promise<number> {
  let deleted = 0;
  const kept: string[] = [];
  for (;;) {
    const found = await selectUnusedFiles(pool, kept, CLEANED_AT_ONCE);
    if (found.length === 0 || kept.length > CLEANED_AT_ONCE) return deleted;
    for (const { id } of found) {
      try {
        if (await deleteOne(pool, privateFiles, id)) deleted += 1;
      } catch (error) {
        kept.push(id);
        log.error({ err: error, file: id }, 'an unused file could not be deleted');
      }
    }
  }
}

/** The row goes only if the bytes went: what is left of a crash is found again. */
async function deleteOne(pool: Pool, privateFiles: Files, id: string): Promise<boolean> {
  return await withTransaction(pool, async (db) => {
    const isUnused = await deleteUnusedFile(db, id);
    if (isUnused) await privateFiles.remove(nameOf(id));
    return isUnused;
  });
}

/** In 256 folders, so that none becomes too large to list. */
function nameOf(id: string): string {
  return `${id.slice(0, 2)}/${id}`;
}

/** In the one folder that the process of the console may write. */
function statementName(id: string): string {
  return `statements/${id}`;
}

function sealPurpose(id: string, purpose: FilePurpose | 'statement'): string {
  return `file/${id}/${purpose}`;
}

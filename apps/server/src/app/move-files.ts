import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import type { Pool } from '../platform/db/pool.ts';
import { selectKeptFiles } from '../services/files/file-store.ts';
import { createDiskFiles } from '../services/files/disk-files.ts';
import { STORES } from '../services/files/files.ts';
import type { Files, StoreName } from '../services/files/files.ts';
import { openFiles } from '../services/files/open-files.ts';
import type { S3Login } from '../services/files/s3-call.ts';
import { checkStore, MARK, moveTo } from '../services/files/same-store.ts';

export interface Moved {
  readonly copied: number;
  readonly alreadyThere: number;
  readonly bytes: number;
}

/**
 * Copies what is in the folders of DATA_DIR into the bucket, and reads each file back. Then the site works with the bucket: processes that
 * see the folders are refused, and end within a minute. What they wrote until then is copied by a second run. Nothing is deleted.
 */
export async function moveFiles(ownerPool: Pool, dataDir: string, bucket: S3Login): Promise<Moved> {
  const to = await openFiles(dataDir, bucket);
  const sum = { copied: 0, alreadyThere: 0, bytes: 0 };
  for (const store of STORES) {
    const listed = await namesIn(join(dataDir, store));
    for (const name of store === 'files' ? await notErased(ownerPool, listed) : listed) {
      const bytes = await createDiskFiles(join(dataDir, store)).read(name);
      // Deleted since it was listed: the site runs.
      if (bytes === null) continue;
      if (await copyOne(to[store], name, bytes)) sum.copied += 1;
      else sum.alreadyThere += 1;
      sum.bytes += bytes.length;
    }
  }
  // Only after everything is there. A second run finds the mark in the bucket.
  for (const store of STORES)
    if (!(await isWorkedWith(ownerPool, store, to[store]))) await moveTo(ownerPool, store, to[store]);
  return sum;
}

/** False if it is there already. @throws when it does not read back as it was written */
async function copyOne(to: Files, name: string, bytes: Uint8Array): Promise<boolean> {
  if (isSame(await to.read(name), bytes)) return false;
  await to.write(name, bytes);
  if (!isSame(await to.read(name), bytes)) throw new Error(`${name} does not read back as it was written`);
  return true;
}

function isSame(one: Uint8Array | null, other: Uint8Array): boolean {
  return one !== null && hash(one) === hash(other);
}

function hash(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

async function isWorkedWith(ownerPool: Pool, store: StoreName, files: Files): Promise<boolean> {
  return await checkStore(ownerPool, store, files).catch(() => false);
}

/** A picture that was erased since the first run must not come back. */
async function notErased(ownerPool: Pool, names: readonly string[]): Promise<string[]> {
  const ids = names.map((name) => basename(name)).filter((id) => UUID.test(id));
  const kept = new Set((await selectKeptFiles(ownerPool, ids)).map(({ id }) => id));
  return names.filter((name) => kept.has(basename(name)));
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** All but the mark, and what a crash left unfinished. */
async function namesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile() && entry.name !== MARK && !entry.name.endsWith('.part'))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .toSorted();
}

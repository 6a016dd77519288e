import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Pool } from '../platform/db/pool.ts';
import { selectKeptFiles } from '../services/files/file-store.ts';
import { createDiskFiles } from '../services/files/disk-files.ts';
import { isPlainName, STORES } from '../services/files/files.ts';
import type { Files, ListedFiles, StoreName } from '../services/files/files.ts';
import type { S3Login } from '../services/files/s3-call.ts';
import { MARK, standInstead, startMove } from '../services/files/same-store.ts';
import { requirePrivate } from './require-private.ts';

export interface Moved {
  readonly copied: number;
  readonly alreadyThere: number;
  /** Pictures that were erased after an earlier run had copied them. */
  readonly removed: number;
  readonly bytes: number;
}

/**
 * Copies what is in the folders of DATA_DIR into the bucket, and reads each file back. Then the site works with the bucket: processes that
 * see the folders are refused, and end within a minute. What they wrote until then is copied by a second run, which also removes from the
 * bucket what was erased meanwhile. Nothing in the folders is deleted.
 * @throws AnotherStore when the folders are not those of the site, or the bucket is another site's or open to strangers
 */
export async function moveFiles(ownerPool: Pool, dataDir: string, bucket: S3Login): Promise<Moved> {
  const { createS3Files } = await import('../services/files/s3-files.ts');
  const moves: { store: StoreName; to: ListedFiles; mark: string }[] = [];
  for (const store of STORES) {
    const to = createS3Files(bucket, store);
    const mark = await startMove(ownerPool, store, { from: createDiskFiles(join(dataDir, store)), to });
    await requirePrivate(bucket, store);
    moves.push({ store, to, mark });
  }
  const sum = { copied: 0, alreadyThere: 0, removed: 0, bytes: 0 };
  for (const { store, to } of moves) {
    const listed = await namesIn(join(dataDir, store));
    for (const name of store === 'files' ? await notErased(ownerPool, listed) : listed) {
      const bytes = await createDiskFiles(join(dataDir, store)).read(name);
      // Deleted since it was listed: the site runs.
      if (bytes === null) continue;
      if (await copyOne(to, name, bytes)) sum.copied += 1;
      else sum.alreadyThere += 1;
      sum.bytes += bytes.length;
    }
    if (store === 'files') sum.removed = await removeErased(ownerPool, to);
  }
  // Only after everything is there.
  for (const { store, mark } of moves) await standInstead(ownerPool, store, mark);
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

/** A picture that was erased since the first run must not come back. */
async function notErased(ownerPool: Pool, names: readonly string[]): Promise<string[]> {
  const ids = names.map(idOf).filter((id) => UUID.test(id));
  const kept = new Set((await selectKeptFiles(ownerPool, ids)).map(({ id }) => id));
  return names.filter((name) => kept.has(idOf(name)));
}

/** Nor stay. A picture has its row before it has bytes, so one that just came is kept. */
async function removeErased(ownerPool: Pool, to: ListedFiles): Promise<number> {
  let removed = 0;
  for await (const page of to.list()) {
    const pictures = page.filter((name) => PICTURE.test(name));
    const kept = new Set(await notErased(ownerPool, pictures));
    for (const name of pictures.filter((each) => !kept.has(each))) {
      await to.remove(name);
      removed += 1;
    }
  }
  return removed;
}

/** A picture is named after its id, and so is each piece of a file of everything about a member, with its number behind a dot. */
function idOf(name: string): string {
  return basename(name).replace(/\.\d+$/, '');
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const PICTURE = /^([0-9a-f]{2}|statements)\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(\.\d+)?$/;

/**
 * All but the mark, and what a crash left unfinished. A name that no site gives (lost+found) is nobody's file. A folder that cannot be read is
 * no empty folder: only one that went since it was listed is, and never the first.
 */
async function namesIn(root: string, folder = ''): Promise<string[]> {
  const entries = await readdir(join(root, folder), { withFileTypes: true }).catch((error: unknown) => {
    if (folder !== '' && error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  });
  const names: string[] = [];
  for (const entry of entries) {
    const name = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (!isPlainName(name) || name === MARK || name.endsWith('.part')) continue;
    if (entry.isDirectory()) names.push(...(await namesIn(root, name)));
    else if (entry.isFile()) names.push(name);
    else throw new Error(`${join(root, name)} is neither a file nor a folder`);
  }
  return names.toSorted();
}

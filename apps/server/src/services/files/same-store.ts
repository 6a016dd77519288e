import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import type { Db, Pool } from '../../platform/db/pool.ts';
import { firstValue, manyRows } from '../../platform/db/statement.ts';
import { withTransaction } from '../../platform/db/transaction.ts';
import type { Files, ListedFiles, StoreName } from './files.ts';

/** A file in every store with its id, which the database knows: a process that sees another store must not work with it. */
export const MARK = 'store-id';

const FORM = /^[a-z]+:[0-9a-f]{16}$/;

/** For the person who starts the server. */
export class AnotherStore extends Error {
  override name = 'AnotherStore';
}

/** The store has no mark where the site has one: another store, or one that lost its files, or whose disk is not mounted. */
export class MarkMissing extends AnotherStore {
  override name = 'MarkMissing';
}

/** The store, not the database, did not do what it was asked. Its cause is that of the store's own error. */
export class StoreFailed extends Error {
  override name = 'StoreFailed';
}

/** Waits for its turn. Records the id of a store that has none. Returns the one that stands. */
const standAs = firstValue(z.string(), 'select stand_as_store($1, $2) as id', (store: StoreName, id: string) => [
  store,
  id,
]);

const selectIds = manyRows(
  z.object({ id: z.string() }),
  `select id from site_key where id like $1 || ':%'`,
  (store: StoreName) => [store],
);

/** What only this database has: the id of its seal key, and the moment of its first start. A backup keeps both. */
const selectOwn = firstValue(
  z.string(),
  `select id || '/' || extract(epoch from created_at) as own from site_key where id like 'seal:%'`,
);

/**
 * Marks the store at the first start of a site, or checks its mark. The worker does: it writes to both.
 * @param isUsable throws when the marked store must not be worked with; then another may still be chosen
 */
export async function claimStore(
  db: Db,
  store: StoreName,
  files: Files,
  isUsable: () => Promise<void> = async () => {},
): Promise<void> {
  if (await checkStore(db, store, files)) return;
  // The mark comes first, and says whose it is: a process that ends between the two finds it again, and another site does not take it.
  const id = await markOf(db, store, null);
  const seen = await readMark(files);
  if (seen === null) await writeMark(files, id);
  else if (seen !== id) throw ofAnotherSite(store, seen);
  requireSame(store, id, await readMark(files));
  await isUsable();
  requireSame(store, (await standAs(db, store, id)) ?? id, id);
}

/** False while no worker has marked the store. @throws AnotherStore, StoreFailed */
export async function checkStore(db: Db, store: StoreName, files: Pick<Files, 'read'>): Promise<boolean> {
  const standing = (await selectIds(db, store))[0]?.id;
  if (standing === undefined) return false;
  requireSame(store, standing, await readMark(files));
  return true;
}

/**
 * Before files are copied: `from` must be the store of the site, or the one that `to` replaced in an earlier run; `to` gets its mark, unless an
 * earlier run gave it. The site does not work with it yet.
 * @returns the mark of `to`
 * @throws AnotherStore
 */
export async function startMove(
  db: Db,
  store: StoreName,
  { from, to }: { from: Pick<Files, 'read'>; to: ListedFiles },
): Promise<string> {
  const standing = (await selectIds(db, store))[0]?.id;
  if (standing === undefined) throw new AnotherStore(`No worker has marked the store of ${store} yet. Start the site.`);
  const left = await readMark(from);
  const id = await markOf(db, store, left);
  if (left === null || id !== standing) requireSame(store, standing, left);
  const seen = await readMark(to);
  if (seen === id) return id;
  if (seen !== null) throw ofAnotherSite(store, seen);
  // The site works with another bucket already, or this one lost its mark.
  if (id === standing) requireSame(store, standing, null);
  for await (const page of to.list())
    if (page.length > 0) throw new AnotherStore(`There are files of ${store} without a mark. ${CHOOSE}`);
  await writeMark(to, id);
  return id;
}

/** As the owner: from now on the site works with the store that has this mark, and processes that see the one before are refused. */
export async function standInstead(ownerPool: Pool, store: StoreName, id: string): Promise<void> {
  await withTransaction(ownerPool, async (db) => {
    await db.query(`delete from site_key where id like $1 || ':%' and id <> $2`, [store, id]);
    await db.query('insert into site_key (id) values ($1) on conflict do nothing', [id]);
  });
}

/** @throws StoreFailed with what the store says */
export async function askStore<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    throw new StoreFailed(error.message, { cause: error.cause ?? error });
  }
}

const CHOOSE = 'Choose an empty folder, or an empty prefix of the bucket; see "Files" in docs/operations.md.';

function ofAnotherSite(store: StoreName, seen: string): AnotherStore {
  return new AnotherStore(`The store of ${store} belongs to another site: its mark is ${seen}. ${CHOOSE}`);
}

function requireSame(store: StoreName, standing: string, seen: string | null): void {
  if (seen === standing) return;
  const how = seen === null ? 'it has no mark' : `its mark is ${seen}`;
  throw new (seen === null ? MarkMissing : AnotherStore)(
    `This process sees another store of ${store} than the site works with: ${how}, and the database says ${standing}. Give every process the same folder or bucket; see "Files" in docs/operations.md.`,
  );
}

/** What this site writes into a store: of its first one, or of the one that replaces the store with the mark `before`. */
async function markOf(db: Db, store: StoreName, before: string | null): Promise<string> {
  const own = await selectOwn(db);
  if (own === undefined) throw new Error('The site has no keys yet: nothing says whose a store is.');
  const hash = createHash('sha256').update(JSON.stringify([store, own, before]));
  return `${store}:${hash.digest('hex').slice(0, 16)}`;
}

async function readMark(files: Pick<Files, 'read'>): Promise<string | null> {
  const bytes = await askStore(async () => await files.read(MARK));
  if (bytes === null) return null;
  const text = Buffer.from(bytes).toString('utf8').trim();
  if (!FORM.test(text)) throw new AnotherStore(`${MARK} holds no id of a store`);
  return text;
}

async function writeMark(files: Pick<Files, 'write'>, id: string): Promise<void> {
  await askStore(async () => await files.write(MARK, Buffer.from(`${id}\n`)));
}

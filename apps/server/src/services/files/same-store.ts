import { randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import type { Db, Pool } from '../../platform/db/pool.ts';
import { firstValue, manyRows } from '../../platform/db/statement.ts';
import { withTransaction } from '../../platform/db/transaction.ts';
import type { Files, StoreName } from './files.ts';

/** A file in every store with its id, which the database knows: a process that sees another store must not work with it. */
export const MARK = 'store-id';

const FORM = /^[a-z]+:[0-9a-f]{16}$/;

/** For the person who starts the server. */
export class AnotherStore extends Error {
  override name = 'AnotherStore';
}

/** Waits for its turn. Records the id of a store that has none; null records none. Returns the one that stands. */
const standAs = firstValue(
  z.nullable(z.string()),
  'select stand_as_store($1, $2) as id',
  (store: StoreName, id: string | null) => [store, id],
  { or: null },
);

const selectIds = manyRows(
  z.object({ id: z.string() }),
  `select id from site_key where id like $1 || ':%'`,
  (store: StoreName) => [store],
);

/** Marks the store at the first start of a site, or checks its mark. The worker does: it writes to both. */
export async function claimStore(pool: Pool, store: StoreName, files: Files): Promise<void> {
  await withTransaction(pool, async (db) => {
    const standing = await standAs(db, store, null);
    const seen = await readMark(files);
    if (standing !== null) return requireSame(store, standing, seen);
    // The mark comes first: a process that ends between the two finds it again.
    const id = seen ?? (await writeMark(store, files));
    await standAs(db, store, id);
  });
}

/** False while no worker has marked the store. @throws AnotherStore */
export async function checkStore(db: Db, store: StoreName, files: Pick<Files, 'read'>): Promise<boolean> {
  const standing = (await selectIds(db, store))[0]?.id;
  if (standing === undefined) return false;
  requireSame(store, standing, await readMark(files));
  return true;
}

/** As the owner: from now on the site works with this store, and processes that see the one before are refused. */
export async function moveTo(ownerPool: Pool, store: StoreName, files: Files): Promise<void> {
  const id = await writeMark(store, files);
  await withTransaction(ownerPool, async (db) => {
    await db.query(`delete from site_key where id like $1 || ':%'`, [store]);
    await db.query('insert into site_key (id) values ($1)', [id]);
  });
}

function requireSame(store: StoreName, standing: string, seen: string | null): void {
  if (seen === standing) return;
  throw new AnotherStore(
    `This process sees another store of ${store} than the site works with: ${seen === null ? 'it has no mark' : `its mark is ${seen}`}, and the database says ${standing}. Give every process the same folder or bucket; see "Files" in docs/operations.md.`,
  );
}

async function readMark(files: Pick<Files, 'read'>): Promise<string | null> {
  const bytes = await files.read(MARK);
  if (bytes === null) return null;
  const text = Buffer.from(bytes).toString('utf8').trim();
  if (!FORM.test(text)) throw new AnotherStore(`${MARK} holds no id of a store`);
  return text;
}

async function writeMark(store: StoreName, files: Files): Promise<string> {
  const id = `${store}:${randomBytes(8).toString('hex')}`;
  await files.write(MARK, Buffer.from(`${id}\n`));
  return id;
}

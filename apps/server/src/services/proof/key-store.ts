import type { VerifierKey } from '@candor/proof/signed-note';
import * as z from 'zod/mini';
import type { Db } from '../../platform/db/pool.ts';
import { bytes, moment, rowOf, rowsOf } from '../../platform/db/rows.ts';

/** SQLSTATE for a key that was retired, or whose hash belongs to another key. */
export const KEY_RETIRED_SQLSTATE = 'CD003';
/** SQLSTATE for a note that does not introduce this key, or is not by the key in use. */
export const KEY_INTRODUCTION_SQLSTATE = 'CD004';

/**
 * Records that the site signs with `key`, which retires any other key. Only the owner of the database may do this.
 * `introduction` is the note by which the key in use hands over; null if there is none.
 * Returns true when the key is new to the site.
 */
export async function useKey(db: Db, { name, publicKey }: VerifierKey, introduction: string | null): Promise<boolean> {
  const result = await db.query('select fresh from use_proof_key($1, $2, $3)', [
    name,
    Buffer.from(publicKey),
    introduction,
  ]);
  return rowOf(z.object({ fresh: z.boolean() }), result)?.fresh === true;
}

export async function isKeyInUse(db: Db, { name, keyHash, publicKey }: VerifierKey): Promise<boolean> {
  const { rowCount } = await db.query(
    'select from proof_key where name = $1 and id = $2 and public_key = $3 and retired_at is null',
    [name, keyHash, Buffer.from(publicKey)],
  );
  return rowCount === 1;
}

const storedKey = z.object({
  keyHash: z.string(),
  name: z.string(),
  publicKey: bytes,
  createdAt: moment,
  retiredAt: z.nullable(moment),
  introduction: z.nullable(z.string()),
});
export type StoredKey = z.infer<typeof storedKey>;

/** Every key that ever signed, newest first. */
export async function selectKeys(db: Db): Promise<StoredKey[]> {
  const result = await db.query(
    `select id as "keyHash", name, public_key as "publicKey", created_at as "createdAt", retired_at as "retiredAt",
       introduction
     from proof_key order by created_at desc, id`,
  );
  return rowsOf(storedKey, result);
}

import type { VerifierKey } from '@candor/proof/signed-note';
import * as z from 'zod/mini';
import { bytes, moment } from '../../platform/db/rows.ts';
import { anyRow, firstValue, manyRows } from '../../platform/db/statement.ts';

/** SQLSTATE for a key that was retired, or whose hash belongs to another key. */
export const KEY_RETIRED_SQLSTATE = 'CD003';
/** SQLSTATE for a note that does not introduce this key, or is not by the key in use. */
export const KEY_INTRODUCTION_SQLSTATE = 'CD004';

/**
 * Records that the site signs with `key`, which retires any other key. Only the owner of the database may do this.
 * `introduction` is the note by which the key in use hands over; null if there is none.
 * Returns true when the key is new to the site.
 */
export const useKey = firstValue(
  z.boolean(),
  'select fresh from use_proof_key($1, $2, $3)',
  ({ name, publicKey }: VerifierKey, introduction: string | null) => [name, Buffer.from(publicKey), introduction],
  { or: false },
);

export const isKeyInUse = anyRow(
  'select from proof_key where name = $1 and id = $2 and public_key = $3 and retired_at is null',
  ({ name, keyHash, publicKey }: VerifierKey) => [name, keyHash, Buffer.from(publicKey)],
);

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
export const selectKeys = manyRows(
  storedKey,
  `select id as key_hash, name, public_key, created_at, retired_at,
     introduction
   from proof_key order by created_at desc, id`,
);

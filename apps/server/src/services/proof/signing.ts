import type { Db } from '../../platform/db/pool.ts';
import { sqlState } from '../../platform/db/transaction.ts';
import type { Log } from '../../platform/log/log.ts';
import { isKeyInUse, KEY_RETIRED_SQLSTATE, useKey } from './key-store.ts';
import { createSigner } from './signer.ts';
import type { Signer } from './signer.ts';

/**
 * Records the public half of the key that the site signs with, as the owner of the database. A key other than the last
 * one is a rotation: the old public half is kept and served, so that its signatures can still be checked.
 * @throws Error, for the person who starts the server, when a newer key has retired this key.
 */
export async function recordSigningKey(db: Db, seed: Buffer, log: Log): Promise<void> {
  const signer = createSigner(seed);
  try {
    if (await useKey(db, signer.key)) log.warn({ key: signer.vkey }, 'signing with a new key from now on');
  } catch (error) {
    if (sqlState(error) !== KEY_RETIRED_SQLSTATE) throw error;
    throw new Error(
      `tick.key holds key ${signer.key.keyHash}, which a newer key has replaced; restore the newer file, or remove this one to create a new key.`,
      { cause: error },
    );
  }
}

/**
 * The signer of this process.
 * @throws Error, for the person who starts the server, when its key is not the one the site signs with.
 */
export async function startSigning(db: Db, seed: Buffer): Promise<Signer> {
  const signer = createSigner(seed);
  if (!(await isKeyInUse(db, signer.key))) {
    throw new Error(
      `tick.key holds key ${signer.key.keyHash}, which is not the one this site signs with; copy the newest file to every machine.`,
    );
  }
  return signer;
}

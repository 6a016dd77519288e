import type { Db } from '../../platform/db/pool.ts';
import { sqlState } from '../../platform/db/transaction.ts';
import type { Log } from '../../platform/log/log.ts';
import { KEY_RETIRED_SQLSTATE, useKey } from './key-store.ts';
import { createSigner } from './signer.ts';
import type { Signer } from './signer.ts';

/**
 * The signer of this process, its public half written down for everyone. Another key than before is a rotation: the old
 * public half is kept and served, so that what it signed can still be checked.
 * @throws Error, for the person who starts the server, when the key was retired by a newer one.
 */
export async function startSigning(db: Db, seed: Buffer, log: Log): Promise<Signer> {
  const signer = createSigner(seed);
  try {
    if (await useKey(db, signer.key)) log.warn({ key: signer.vkey }, 'signing with a new key from now on');
  } catch (error) {
    if (sqlState(error) !== KEY_RETIRED_SQLSTATE) throw error;
    throw new Error(
      `tick.key holds key ${signer.key.keyHash}, which a newer one has retired; bring back the newer file, or remove this one to make another.`,
      { cause: error },
    );
  }
  return signer;
}

import { rotationText } from '@candor/proof/key-rotation';
import type { Db } from '../../platform/db/pool.ts';
import { sqlState } from '../../platform/db/transaction.ts';
import type { Log } from '../../platform/log/log.ts';
import { isKeyInUse, KEY_INTRODUCTION_SQLSTATE, KEY_RETIRED_SQLSTATE, selectKeys, useKey } from './key-store.ts';
import { signerOfSeed } from './signer.ts';
import type { Signer } from './signer.ts';

/** The seeds of the key that signs and, during a rotation, of the key that signed until now. */
export interface SigningSeeds {
  readonly tick: Buffer;
  readonly previousTick: Buffer | null;
}

/**
 * Records the public half of the key that the site signs with, as the owner of the database. A key other than the last
 * one is a rotation: the old public half is kept and served, so that its signatures can still be checked. The old key
 * signs who comes after it, if its seed is there.
 * @throws Error, for the person who starts the server, when a newer key has retired this key, or when the previous key is
 *   not the one in use.
 */
export async function recordSigningKey(db: Db, { tick, previousTick }: SigningSeeds, log: Log): Promise<void> {
  const signer = signerOfSeed(tick);
  const known = await selectKeys(db);
  const isNew = known.every(({ keyHash }) => keyHash !== signer.key.keyHash);
  const introduction = previousTick === null || !isNew ? null : await handOver(previousTick, signer);
  try {
    if (!(await useKey(db, signer.key, introduction))) return;
    log.warn({ key: signer.vkey }, 'signing with a new key from now on');
    if (introduction === null && known.length > 0)
      log.error({ key: signer.vkey }, 'NO KEY INTRODUCED THE NEW KEY: the devices of members will warn of it');
  } catch (error) {
    if (sqlState(error) === KEY_INTRODUCTION_SQLSTATE)
      throw new Error(`tick.key.previous holds a key that this site does not sign with; restore the right file.`, {
        cause: error,
      });
    if (sqlState(error) !== KEY_RETIRED_SQLSTATE) throw error;
    throw new Error(
      `tick.key holds key ${signer.key.keyHash}, which a newer key has replaced; restore the newer file, or remove this one to create a new key.`,
      { cause: error },
    );
  }
}

/** The note by which one key hands over to the next. */
async function handOver(previousTick: Buffer, next: Signer): Promise<string> {
  const previous = signerOfSeed(previousTick);
  return await previous.sign(rotationText({ from: previous.vkey, to: next.vkey, at: Date.now() }));
}

/**
 * The signer of this process.
 * @throws Error, for the person who starts the server, when its key is not the one the site signs with.
 */
export async function startSigning(db: Db, seed: Buffer): Promise<Signer> {
  const signer = signerOfSeed(seed);
  if (!(await isKeyInUse(db, signer.key))) {
    throw new Error(
      `tick.key holds key ${signer.key.keyHash}, which is not the one this site signs with; copy the newest file to every machine.`,
    );
  }
  return signer;
}

/** The seeds of simulated prices from the secret of the site, which the first leader draws. It stays for ever, and is stored sealed. */
import { randomBytes } from 'node:crypto';
import type { Db } from '../../../platform/db/pool.ts';
import { sealBytes, unsealBytes } from '../../../services/secrets/seal.ts';
import { type DaySeeds, createDaySeeds } from '../sources/day-seeds.ts';
import { insertSecret, selectSecret } from './seed-store.ts';

const PURPOSE = 'simulator/secret';
const SECRET_BYTES = 32;

/** @param known for tests: the seeds follow from this text in place of the secret */
export async function openSeeds(db: Db, sealKey: Buffer, known?: string): Promise<DaySeeds> {
  await insertSecret(db, sealBytes(sealKey, randomBytes(SECRET_BYTES), PURPOSE));
  const { sealed, since } = await selectSecret(db);
  return createDaySeeds({ secret: known ?? unsealBytes(sealKey, sealed, PURPOSE), since });
}

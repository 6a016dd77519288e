import { join } from 'node:path';
import { createPostgresBus } from '../platform/bus/postgres-bus.ts';
import type { Bus } from '../platform/bus/bus.ts';
import { createDatabaseClock } from '../platform/clock/clock.ts';
import type { DatabaseClock } from '../platform/clock/clock.ts';
import type { Config } from '../platform/config/config.ts';
import { createPool } from '../platform/db/pool.ts';
import type { Pool } from '../platform/db/pool.ts';
import type { Log } from '../platform/log/log.ts';
import { createDiskFiles } from '../services/files/disk-files.ts';
import type { Files } from '../services/files/files.ts';
import { createFingerprints } from '../services/idempotency/idempotency.ts';
import type { Fingerprints } from '../services/idempotency/idempotency.ts';
import { startSigning } from '../services/proof/signing.ts';
import type { Signer } from '../services/proof/signer.ts';
import { checkKeyIds } from '../services/secrets/key-id-store.ts';
import { loadSecrets } from '../services/secrets/secrets.ts';
import type { Secrets } from '../services/secrets/secrets.ts';
import { createSessions } from '../services/sessions/sessions.ts';
import type { Sessions } from '../services/sessions/sessions.ts';
import { createReadTicks } from '../services/ticks/read-ticks.ts';
import type { ReadTicks } from '../services/ticks/read-ticks.ts';
import { loadSite } from '../services/site/site.ts';
import type { Site } from '../services/site/site.ts';

/** What every role of this process shares. Built once, by hand: no container, no lookup by name. */
export interface Context {
  config: Config;
  log: Log;
  /** As the application role, for everything. */
  pool: Pool;
  /** Connections of their own for placing and for settling, so that neither waits behind reads. */
  placementPool: Pool;
  settlementPool: Pool;
  bus: Bus;
  clock: DatabaseClock;
  site: Site;
  secrets: Secrets;
  /** Signs what members can check: checkpoints, acceptances, receipts. */
  signer: Signer;
  /** What left the database for files: the folder `archive` of DATA_DIR. */
  files: Files;
  /** Published ticks, wherever they lie. */
  readTicks: ReadTicks;
  sessions: Sessions;
  fingerprints: Fingerprints;
  close: () => Promise<void>;
}

export interface DatabaseLogin {
  url: string;
  /** Set where only one login is given and the application's rights come by `set role`. */
  role?: string | undefined;
}

const PLACEMENT_MS_MAX = 2_000;

export async function createContext(config: Config, log: Log, login: DatabaseLogin): Promise<Context> {
  const pool = createPool({ ...login, max: 10, name: 'candor' });
  const placementPool = createPool({ ...login, max: 2, name: 'candor-placement', transactionMsMax: PLACEMENT_MS_MAX });
  const settlementPool = createPool({ ...login, max: 2, name: 'candor-settlement' });
  const secrets = await loadSecrets(config.secretsDir);
  await checkKeyIds(pool, secrets);
  const signer = await startSigning(pool, secrets.tick, log);
  const site = await loadSite(pool, config);
  const clock = await createDatabaseClock(pool);
  const bus = await createPostgresBus(login.url, log);
  const files = createDiskFiles(join(config.dataDir, 'archive'));
  return {
    config,
    log,
    pool,
    placementPool,
    settlementPool,
    bus,
    clock,
    site,
    secrets,
    signer,
    files,
    readTicks: createReadTicks(files, log),
    sessions: createSessions(pool),
    fingerprints: createFingerprints(secrets.fingerprint),
    close: async () => {
      clock.stop();
      await bus.close();
      await Promise.all([pool.end(), placementPool.end(), settlementPool.end()]);
    },
  };
}

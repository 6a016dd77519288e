import { joinBuses } from '../platform/bus/joined-bus.ts';
import type { NewsLogin } from '../platform/bus/nats-bus.ts';
import { createPostgresBus } from '../platform/bus/postgres-bus.ts';
import type { Bus, Channel } from '../platform/bus/bus.ts';
import { createDatabaseClock } from '../platform/clock/clock.ts';
import type { DatabaseClock } from '../platform/clock/clock.ts';
import type { Config } from '../platform/config/config.ts';
import { createPool } from '../platform/db/pool.ts';
import type { Pool, PoolOptions } from '../platform/db/pool.ts';
import type { Role } from '../platform/db/roles.ts';
import type { Log } from '../platform/log/log.ts';
import { EXIT_TRY_AGAIN } from '../platform/processes/messages.ts';
import type { Files } from '../services/files/files.ts';
import { openFiles } from '../services/files/open-files.ts';
import type { S3Login } from '../services/files/s3-call.ts';
import { createListArchivedFiles, WITHOUT_BOUNDS } from '../services/order-archive/archived-files.ts';
import type { ListArchivedFiles } from '../services/order-archive/archived-files.ts';
import { createReadArchivedOrder } from '../services/order-archive/read-archived-order.ts';
import type { ReadArchivedOrder } from '../services/order-archive/read-archived-order.ts';
import { createReadPart } from '../services/order-archive/read-parts.ts';
import type { ReadPart } from '../services/order-archive/read-parts.ts';
import { createFingerprints } from '../services/idempotency/idempotency.ts';
import type { Fingerprints } from '../services/idempotency/idempotency.ts';
import { startSigning, startSigningOnToken } from '../services/proof/signing.ts';
import type { Signer } from '../services/proof/signer.ts';
import { linkToSigner } from '../services/token/call-signer.ts';
import { readWitnesses } from '../services/order-log/read-witnesses.ts';
import type { ListedWitness } from '../services/order-log/read-witnesses.ts';
import { readTimeAuthority } from '../services/order-log/read-time-authority.ts';
import type { TimeAuthority } from '../services/order-log/read-time-authority.ts';
import { checkKeyIds } from '../services/secrets/key-id-store.ts';
import { loadSecrets, requireSeed } from '../services/secrets/secrets.ts';
import type { Secrets } from '../services/secrets/secrets.ts';
import { createSessions } from '../services/sessions/sessions.ts';
import type { Sessions } from '../services/sessions/sessions.ts';
import { createReadTicks, createReadTickSources } from '../services/ticks/read-ticks.ts';
import type { ReadTicks, ReadTickSources } from '../services/ticks/read-ticks.ts';
import { followSite } from '../services/site/follow-site.ts';
import type { SiteFollower } from '../services/site/follow-site.ts';
import { readSite } from '../services/site/site.ts';
import type { Site } from '../services/site/site.ts';

/**
 * Everything one role works with. Its connections have only the rights of that role in the database. It is built by
 * hand: no container, no lookup by name.
 */
export interface Context {
  role: Role;
  config: Config;
  log: Log;
  pool: Pool;
  /** Opens more connections of the same login, for work that must not wait for other work. Closed with the context. */
  openPool: (options: Omit<PoolOptions, keyof DatabaseLogin>) => Pool;
  /** Those that are open, by their names; for figures. */
  pools: () => readonly (readonly [string, Pool])[];
  bus: Bus;
  clock: DatabaseClock;
  /** Kept as the database has it. */
  site: Site;
  siteChanges: Pick<SiteFollower, 'onChange'>;
  secrets: Secrets;
  /** Signs checkpoints, acceptances and receipts, so that members can check them. */
  signer: Signer;
  /** Those who are asked to cosign the heads of the order log. */
  witnesses: readonly ListedWitness[];
  /** Who time-stamps the heads of the order log, if somebody does. */
  timeAuthority: TimeAuthority | undefined;
  /** Archived data outside the database: the folder `archive` of DATA_DIR, or that of the bucket. */
  files: Files;
  /** Sealed pictures of members: the folder `files` of DATA_DIR, or that of the bucket. */
  privateFiles: Files;
  /** Reads published ticks, from the database or the archive. */
  readTicks: ReadTicks;
  readTickSources: ReadTickSources;
  /** Reads an order of a month that has left the database. */
  readArchivedOrder: ReadArchivedOrder;
  /** Reads a file of a month that has left. */
  readOrderPart: ReadPart;
  /** The files of months that have left the database, with orders of a member, for lists and sums. */
  listArchivedFiles: ListArchivedFiles;
  sessions: Sessions;
  fingerprints: Fingerprints;
  close: () => Promise<void>;
}

/** How one role reaches the database. */
export interface DatabaseLogin {
  url: string;
  /** Set when one login serves several roles: each connection first switches to this database role. */
  role?: string | undefined;
}

/** How one role reaches what it works with outside its process. */
export interface RoleLogin extends DatabaseLogin {
  /** The server that carries news between processes. Left out, the database does. */
  news?: NewsLogin | undefined;
  /** The bucket of the files. Left out, they are in DATA_DIR. */
  bucket?: S3Login | undefined;
}

const CONNECTIONS_MAX: Readonly<Record<Role, number>> = { http: 10, feed: 4, worker: 4, console: 6 };

/** What each role listens to. Whatever floods the bus does not reach prices and operators. */
const HEARS: Readonly<Record<Role, readonly Channel[]>> = {
  http: ['tick', 'product', 'me', 'everyone', 'order'],
  worker: ['tick', 'me', 'everyone', 'order'],
  feed: [],
  console: [],
};

/** What triggers of the database send themselves. */
const OF_DATABASE: readonly Channel[] = ['product', 'everyone'];

/** Reads what the owner prepared (prepare-site.ts). @throws Error when keys, mode or time zone are another site's. */
export async function createContext(
  config: Config,
  log: Log,
  role: Role,
  { news, bucket, ...login }: RoleLogin,
): Promise<Context> {
  const witnesses = await readWitnesses(config.witnesses);
  const timeAuthority = await readTimeAuthority(config.timeAuthority);
  const pools: [string, Pool][] = [];
  const openPool: Context['openPool'] = (options) => {
    const pool = createPool({ ...login, ...options });
    pools.push([options.name, pool]);
    return pool;
  };
  const pool = openPool({ max: CONNECTIONS_MAX[role], name: `candor-${role}` });
  const socket = socketOf(config.signing);
  const secrets = await loadSecrets(config.secretsDir, socket !== undefined);
  await checkKeyIds(pool, secrets);
  const link = socket === undefined ? undefined : linkToSigner(socket);
  const signer =
    link === undefined ? await startSigning(pool, requireSeed(secrets)) : await startSigningOnToken(pool, link);
  const site = await readSite(pool, config);
  const clock = await createDatabaseClock(pool);
  const bus = await openBus(log, role, login.url, news);
  const hints = HEARS[role].includes('everyone') ? bus : undefined;
  let ending: NodeJS.Timeout | undefined;
  const following = followSite({ pool, bus: hints, log, site, onAnother: () => (ending ??= endForAnotherSite(log)) });
  const { archive: files, files: privateFiles } = await openFiles(config.dataDir, bucket);
  const readPart = createReadPart({ files, sealKey: secrets.seal }, log);
  return {
    role,
    config,
    log,
    pool,
    openPool,
    pools: () => pools,
    bus,
    clock,
    site,
    siteChanges: following,
    secrets,
    signer,
    witnesses,
    timeAuthority,
    files,
    privateFiles,
    readTicks: createReadTicks(files, log),
    readTickSources: createReadTickSources(files, log),
    readOrderPart: readPart,
    readArchivedOrder: createReadArchivedOrder(readPart),
    // The worker makes files of all that a member has, and nobody waits for a page of it.
    listArchivedFiles: createListArchivedFiles(readPart, role === 'worker' ? WITHOUT_BOUNDS : undefined),
    sessions: createSessions(pool),
    fingerprints: createFingerprints(secrets.fingerprint),
    close: async () => {
      clock.stop();
      clearTimeout(ending);
      await following.stop();
      await bus.close();
      await link?.close();
      await Promise.all(pools.map(async ([, open]) => await open.end()));
    },
  };
}

/** Whoever starts a role opened the token before it (open-signer.ts). */
function socketOf(signing: Config['signing']): string | undefined {
  if (signing === undefined) return undefined;
  if (!('socket' in signing)) throw new Error('nobody opened the token that signs');
  return signing.socket;
}

async function openBus(log: Log, role: Role, url: string, news: NewsLogin | undefined): Promise<Bus> {
  const hears = HEARS[role];
  if (news === undefined) return await createPostgresBus(url, log, undefined, hears);
  const ofDatabase = hears.filter((channel) => OF_DATABASE.includes(channel));
  // Only a site that has one loads what speaks with it.
  const { createNatsBus } = await import('../platform/bus/nats-bus.ts');
  const main = createNatsBus(news, log, hears);
  if (ofDatabase.length === 0) return main;
  return joinBuses(main, await createPostgresBus(url, log, undefined, ofDatabase), ofDatabase);
}

/** So that whoever chose them still gets the answer. Nobody can register or trade yet. */
const END_AFTER_MS = 2_000;

/** Whoever started this process starts it again, with the currency and the time zone that were chosen. */
function endForAnotherSite(log: Log): NodeJS.Timeout {
  log.info('currency and time zone were chosen: the process begins again with them');
  return setTimeout(() => process.exit(EXIT_TRY_AGAIN), END_AFTER_MS);
}

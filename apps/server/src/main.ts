import { createContext } from './app/context.ts';
import type { Context, DatabaseLogin } from './app/context.ts';
import { startRoles } from './app/roles.ts';
import { prepareSite } from './app/prepare-site.ts';
import { loadConfig } from './platform/config/config.ts';
import type { Config } from './platform/config/config.ts';
import { closeDataDir } from './platform/db/embedded/close-data-dir.ts';
import { openDataDir } from './platform/db/embedded/placement.ts';
import { startEmbeddedPostgres } from './platform/db/embedded/start-embedded-postgres.ts';
import { migrate } from './platform/db/migrate.ts';
import { createPool } from './platform/db/pool.ts';
import { roleName } from './platform/db/roles.ts';
import type { Role } from './platform/db/roles.ts';
import { createLog } from './platform/log/log.ts';
import type { Log } from './platform/log/log.ts';

/**
 * The server of one site: reads the settings, starts what is asked for, and on SIGTERM or Ctrl-C ends it in the
 * reverse order, so that whatever was acknowledged is on disk and the database closes cleanly.
 */
const STOP_MS_MAX = 9_000;
/** Started in this order and stopped the other way round: nobody is let in before prices and settlement run. */
const ROLES_IN_ORDER: readonly Role[] = ['feed', 'worker', 'http'];

interface Database {
  /** Undefined where only logins of roles are given: then another process has prepared the database. */
  ownerUrl: string | undefined;
  loginOf: (role: Role) => DatabaseLogin;
  stop: () => Promise<void>;
}

async function openDatabase(config: Config, log: Log): Promise<Database> {
  const { databaseUrl, databaseOwnerUrl, databaseRoleUrls } = config;
  const given = [databaseUrl, databaseOwnerUrl, ...Object.values(databaseRoleUrls)];
  if (given.every((url) => url === undefined)) {
    const postgres = await startEmbeddedPostgres({ dataDir: config.dataDir, log });
    return {
      ownerUrl: postgres.ownerUrl,
      loginOf: (role) => ({ url: postgres.roleUrls[role] }),
      stop: async () => await postgres.stop(),
    };
  }
  const warning = closeDataDir(config.dataDir, null);
  if (warning !== undefined) log.warn({ dataDir: config.dataDir }, warning);
  return {
    ownerUrl: databaseOwnerUrl ?? databaseUrl,
    loginOf: (role) => {
      const own = databaseRoleUrls[role];
      if (own !== undefined) return { url: own };
      if (databaseUrl !== undefined) return { url: databaseUrl, role: roleName(role) };
      throw new Error(`Settings are wrong:\n  DATABASE_${role.toUpperCase()}_URL: missing, as DATABASE_URL is`);
    },
    stop: async () => undefined,
  };
}

/** Migrates and fills the database, as its owner, before any role connects to it. */
async function prepareDatabase(ownerUrl: string, config: Config, log: Log): Promise<void> {
  const applied = await migrate(ownerUrl);
  if (applied.length > 0) log.info({ applied }, 'database migrated');
  const pool = createPool({ url: ownerUrl, max: 2, name: 'candor-prepare' });
  try {
    await prepareSite(pool, config, log);
  } finally {
    await pool.end();
  }
}

async function run(): Promise<void> {
  const config = loadConfig(process.env);
  const log = createLog(config.logLevel);
  openDataDir(config.dataDir);
  const closers: (() => Promise<void>)[] = [];
  let stopping = false;

  const stop = async (reason: string, exitCode: number): Promise<void> => {
    if (stopping) return;
    stopping = true;
    log.info({ reason }, 'stopping');
    setTimeout(() => {
      log.error('stopping took too long');
      process.exit(1);
    }, STOP_MS_MAX).unref();
    for (const close of closers.toReversed())
      await close().catch((error: unknown) => log.error({ err: error }, 'while stopping'));
    log.info('stopped');
    process.exit(exitCode);
  };
  process.on('SIGTERM', () => void stop('SIGTERM', 0));
  process.on('SIGINT', () => void stop('SIGINT', 0));
  process.on('unhandledRejection', (error) => {
    log.fatal({ err: error }, 'unhandled rejection');
    void stop('unhandled rejection', 1);
  });

  try {
    const database = await openDatabase(config, log);
    closers.push(database.stop);
    if (database.ownerUrl !== undefined) await prepareDatabase(database.ownerUrl, config, log);
    const contexts: Context[] = [];
    for (const role of ROLES_IN_ORDER.filter((one) => config.roles.has(one))) {
      const context = await createContext(config, log, role, database.loginOf(role));
      closers.push(context.close);
      contexts.push(context);
    }
    const roles = await startRoles(contexts);
    closers.push(roles.stop);
    if (roles.address !== undefined) announce(roles.address, config);
  } catch (error) {
    log.fatal({ err: error }, 'the server could not start');
    process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n`);
    await stop('start failed', 1);
  }
}

function announce(address: string, config: Config): void {
  process.stdout.write(
    [
      '',
      '  Candor is running.',
      `  Member client   ${address}/`,
      `  API description ${address}/api/openapi.json`,
      `  Data            ${config.dataDir}  (seeded accounts in ${config.dataDir}/credentials.txt)`,
      '',
      '',
    ].join('\n'),
  );
}

await run();

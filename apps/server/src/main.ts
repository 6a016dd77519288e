import { mkdir } from 'node:fs/promises';
import { createContext } from './app/context.ts';
import type { DatabaseLogin } from './app/context.ts';
import { startRoles } from './app/roles.ts';
import { prepareSite } from './app/prepare-site.ts';
import { loadConfig } from './platform/config/config.ts';
import type { Config } from './platform/config/config.ts';
import { startEmbeddedPostgres } from './platform/db/embedded/start-embedded-postgres.ts';
import { migrate } from './platform/db/migrate.ts';
import { createLog } from './platform/log/log.ts';
import type { Log } from './platform/log/log.ts';

/**
 * The server of one site: reads the settings, starts what is asked for, and on SIGTERM or Ctrl-C ends it in the
 * reverse order, so that whatever was acknowledged is on disk and the database closes cleanly.
 */
const STOP_MS_MAX = 9_000;

async function openDatabase(
  config: Config,
  log: Log,
): Promise<{ ownerUrl: string; login: DatabaseLogin; stop: () => Promise<void> }> {
  const { databaseUrl, databaseOwnerUrl } = config;
  if (databaseUrl !== undefined) {
    const login = databaseOwnerUrl === undefined ? { url: databaseUrl, role: 'candor_app' } : { url: databaseUrl };
    return { ownerUrl: databaseOwnerUrl ?? databaseUrl, login, stop: async () => undefined };
  }
  const postgres = await startEmbeddedPostgres({ dataDir: config.dataDir, log });
  return { ownerUrl: postgres.ownerUrl, login: { url: postgres.appUrl }, stop: async () => await postgres.stop() };
}

async function run(): Promise<void> {
  const config = loadConfig(process.env);
  const log = createLog(config.logLevel);
  await mkdir(config.dataDir, { recursive: true });
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
    const applied = await migrate(database.ownerUrl);
    if (applied.length > 0) log.info({ applied }, 'database migrated');
    const context = await createContext(config, log, database.login);
    closers.push(context.close);
    await prepareSite(context);
    const roles = await startRoles(context);
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

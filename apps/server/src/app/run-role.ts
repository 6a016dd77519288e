import type { Config } from '../platform/config/config.ts';
import type { Role } from '../platform/db/roles.ts';
import type { Log } from '../platform/log/log.ts';
import { linkToParent } from '../platform/processes/parent-link.ts';
import type { Shutdown } from '../platform/processes/shutdown.ts';
import { createContext } from './context.ts';
import type { DatabaseLogin } from './context.ts';
import { givenLogin, openDatabase, prepareDatabase } from './database.ts';
import { startRoles } from './roles.ts';
import type { RunningRoles } from './roles.ts';
import type { SiteAddresses } from './run-site.ts';
import { serveMetrics } from './serve-metrics.ts';

/** Runs one role as a child of run-site.ts. The parent owns the database and decides the order of stopping. */
export async function runChildRole(config: Config, log: Log, shutdown: Shutdown, role: Role): Promise<void> {
  // Ctrl-C and a service manager signal every process at once; the parent decides the order of stopping.
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => undefined);
  let running: RunningRoles | null = null;
  const parent = linkToParent({
    onStop: () => void shutdown.stop('the parent stops', 0),
    metrics: async () => (await running?.metrics()) ?? '',
  });
  running = await startOne(config, log, shutdown, { role, login: givenLogin(config, role) });
  parent.ready(running.address);
}

/** Runs one role in this process, which prepares the database itself if it has the rights. */
export async function runLoneRole(config: Config, log: Log, shutdown: Shutdown, role: Role): Promise<SiteAddresses> {
  const database = await openDatabase(config, log);
  shutdown.onStop(database.stop);
  if (database.ownerUrl !== undefined) await prepareDatabase(database.ownerUrl, config, log);
  const running = await startOne(config, log, shutdown, { role, login: database.loginOf(role) });
  if (config.metricsPort !== undefined) shutdown.onStop(await serveMetrics(config.metricsPort, running.metrics));
  return running.address === undefined ? {} : { [role]: running.address };
}

async function startOne(
  config: Config,
  log: Log,
  shutdown: Shutdown,
  { role, login }: { role: Role; login: DatabaseLogin },
): Promise<RunningRoles> {
  const context = await createContext(config, log, role, login);
  shutdown.onStop(context.close);
  const running = await startRoles([context]);
  shutdown.onStop(running.stop);
  return running;
}

import type { Config } from '../platform/config/config.ts';
import type { Role } from '../platform/db/roles.ts';
import type { Log } from '../platform/log/log.ts';
import type { Shutdown } from '../platform/processes/shutdown.ts';
import { openDatabase, prepareDatabase } from './database.ts';
import type { SiteAddresses } from './run-site.ts';
import { serveMetrics } from './serve-metrics.ts';
import { startOne } from './start-one.ts';

/** Runs one role in this process, which prepares the database itself if it has the rights. */
export async function runLoneRole(config: Config, log: Log, shutdown: Shutdown, role: Role): Promise<SiteAddresses> {
  const database = await openDatabase(config, log);
  shutdown.onStop(database.stop);
  if (database.ownerUrl !== undefined) await prepareDatabase(database.ownerUrl, config, log);
  const running = await startOne(config, log, shutdown, { role, login: database.loginOf(role) });
  if (config.metricsPort !== undefined) shutdown.onStop(await serveMetrics(config.metricsPort, running.metrics));
  return running.address === undefined ? {} : { [role]: running.address };
}

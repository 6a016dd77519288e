import type { Config } from '../platform/config/config.ts';
import type { Role } from '../platform/db/roles.ts';
import type { Log } from '../platform/log/log.ts';
import { linkToParent } from '../platform/processes/parent-link.ts';
import { STARTING } from '../platform/health/readiness.ts';
import type { Shutdown } from '../platform/processes/shutdown.ts';
import type { RunningRoles } from './roles.ts';

/**
 * Runs one role as a child of run-site.ts. The parent owns the database, decides the order of stopping, and hands over the
 * login as a message: every process of this user could read it in the environment.
 */
export async function runChildRole(config: Config, log: Log, shutdown: Shutdown, role: Role): Promise<void> {
  // Ctrl-C and a service manager signal every process at once; the parent decides the order of stopping.
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => undefined);
  let running: RunningRoles | null = null;
  const parent = linkToParent({
    onStop: () => void shutdown.stop('the parent stops', 0),
    metrics: async () => (await running?.metrics()) ?? '',
    health: async () => (await running?.ready()) ?? STARTING,
  });
  // The program of a role takes seconds to load: until then the parent already hears of this process.
  const [{ startOne }, { untilDatabaseAnswers }] = await Promise.all([
    import('./start-one.ts'),
    import('../platform/db/until-database-answers.ts'),
  ]);
  const login = await parent.login;
  parent.step('database');
  await untilDatabaseAnswers(login);
  parent.step('starting');
  running = await startOne(config, log, shutdown, { role, login });
  parent.ready(running.address);
}

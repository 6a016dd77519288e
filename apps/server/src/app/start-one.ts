import type { Config } from '../platform/config/config.ts';
import type { Role } from '../platform/db/roles.ts';
import type { Log } from '../platform/log/log.ts';
import type { Shutdown } from '../platform/processes/shutdown.ts';
import { createContext } from './context.ts';
import type { RoleLogin } from './context.ts';
import { startRoles } from './roles.ts';
import { watchStores } from './watch-stores.ts';
import type { RunningRoles } from './roles.ts';

/** Starts one role in this process. */
export async function startOne(
  config: Config,
  log: Log,
  shutdown: Shutdown,
  { role, login }: { role: Role; login: RoleLogin },
): Promise<RunningRoles> {
  const { tracing: settings } = config;
  // Before the context, so that its work is traced too, and it stops after all others. Only a site that traces loads it.
  const tracing =
    settings === undefined
      ? undefined
      : (await import('../platform/tracing/start-tracing.ts')).startTracing(settings, log, role);
  if (tracing !== undefined) shutdown.onStop(tracing.stop);
  const context = await createContext(config, log, role, login);
  shutdown.onStop(context.close);
  shutdown.onStop(await watchStores(context, login.bucket));
  const running = await startRoles([context], tracing);
  shutdown.onStop(running.stop);
  shutdown.onFall(running.fall);
  return running;
}

import { fork } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Gauge, Registry } from '@prometheus-io/client';
import type { Config } from '../platform/config/config.ts';
import type { Role } from '../platform/db/roles.ts';
import type { Log } from '../platform/log/log.ts';
import { keepRunning } from '../platform/processes/keep-running.ts';
import type { KeptProcess, ProcessHandle } from '../platform/processes/keep-running.ts';
import type { Shutdown } from '../platform/processes/shutdown.ts';
import type { DatabaseLogin } from './context.ts';
import { openDatabase, prepareDatabase } from './database.ts';
import { CHILD_SETTING } from './child-setting.ts';
import { mergeMetrics } from './merge-metrics.ts';
import { serveMetrics } from './serve-metrics.ts';

/**
 * The parent process of a site on one machine. It owns the database and runs each role in its own process, so that load
 * on one role does not take processor time, memory or connections from another. It does no work of a role itself.
 */
const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));
/** The last one stops first: no more requests, then no more settlement, then no more prices. */
const STOPPED_LAST_FIRST: readonly Role[] = ['feed', 'worker', 'http'];

/** @returns the address that members use, or undefined without the role http. */
export async function runSite(config: Config, log: Log, shutdown: Shutdown): Promise<string | undefined> {
  const database = await openDatabase(config, log);
  shutdown.onStop(database.stop);
  if (database.ownerUrl !== undefined) await prepareDatabase(database.ownerUrl, config, log);
  const kept = new Map<Role, KeptProcess>();
  const listening: { address: string | undefined } = { address: undefined };
  for (const role of STOPPED_LAST_FIRST.filter((one) => config.roles.has(one))) {
    const login = database.loginOf(role);
    const roleProcess = keepRunning({
      name: role,
      // A restarted process takes the same port as the first, even when the settings allow any port.
      fork: () => forkRole(role, childSettings(process.env, { role, login, ...listening }), log),
      onDied: (died) => reportDeath(died, log),
      onHung: (hung) => log.error(hung, 'a process does not answer and is ended'),
    });
    kept.set(role, roleProcess);
    shutdown.onStop(roleProcess.stop);
  }
  const addresses = await Promise.all([...kept.values()].map(async (roleProcess) => await roleProcess.start()));
  listening.address = addresses.find((one) => one !== undefined);
  if (config.metricsPort !== undefined)
    shutdown.onStop(await serveMetrics(config.metricsPort, async () => await allMetrics(kept)));
  return listening.address;
}

/** Readers may keep the http role busy, so it has lower processor priority than prices and settlement. */
function forkRole(role: Role, env: NodeJS.ProcessEnv, log: Log): ProcessHandle {
  const child = fork(MAIN, { env });
  if (role === 'http' && child.pid !== undefined) {
    try {
      setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
    } catch (error) {
      log.warn({ err: error }, 'the http process could not be given a lower priority');
    }
  }
  return child;
}

/** Settings that only one process needs, or that belong to the parent. */
const NOT_SHARED = /^(ROLES|PORT|METRICS_PORT|SEED_PASSWORD|FEED_SEED|DATABASE_.*URL)$/;

/** The settings of a role's process: it gets only its own database login. */
export function childSettings(
  env: NodeJS.ProcessEnv,
  { role, login, address }: { role: Role; login: DatabaseLogin; address: string | undefined },
): NodeJS.ProcessEnv {
  const shared = Object.fromEntries(Object.entries(env).filter(([name]) => !NOT_SHARED.test(name)));
  const database = login.role === undefined ? `DATABASE_${role.toUpperCase()}_URL` : 'DATABASE_URL';
  const port = address === undefined ? env['PORT'] : new URL(address).port;
  return {
    ...shared,
    ROLES: role,
    [CHILD_SETTING]: '1',
    [database]: login.url,
    ...(role === 'http' && port !== undefined ? { PORT: port } : {}),
    ...(role === 'feed' && env['FEED_SEED'] !== undefined ? { FEED_SEED: env['FEED_SEED'] } : {}),
  };
}

function reportDeath(died: { name: string; why: string; waitMs: number; restarts: number }, log: Log): void {
  log.error(died, 'a process died and is started again');
  process.stdout.write(
    `\n  The ${died.name} process died (${died.why}); it is started again in ${died.waitMs / 1000} s.\n`,
  );
}

async function allMetrics(kept: ReadonlyMap<Role, KeptProcess>): Promise<string> {
  const own = new Registry();
  const restarts = new Gauge({
    name: 'candor_role_restarts',
    help: 'Restarts of the process of a role since the start of the site',
    labelNames: ['role'],
    registers: [own],
  });
  for (const [role, roleProcess] of kept) restarts.set({ role }, roleProcess.restarts());
  const texts = await Promise.all([...kept.values()].map(async (roleProcess) => await roleProcess.metrics()));
  return mergeMetrics([await own.metrics(), ...texts]);
}

import { fork, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Gauge, Registry } from '@prometheus-io/client';
import { CONSOLE_LINK_SETTING, PICTURES_LINK_SETTING } from '../platform/config/config.ts';
import type { Config } from '../platform/config/config.ts';
import type { Role } from '../platform/db/roles.ts';
import type { ReadyAnswer } from '../platform/health/readiness.ts';
import type { Log } from '../platform/log/log.ts';
import { keepRunning } from '../platform/processes/keep-running.ts';
import type { KeptProcess, ProcessHandle } from '../platform/processes/keep-running.ts';
import { lowerPriority } from '../platform/processes/lower-priority.ts';
import type { Shutdown } from '../platform/processes/shutdown.ts';
import type { RoleLogin } from './context.ts';
import { openDatabase, prepareDatabase } from './database.ts';
import { readBucket } from './read-bucket.ts';
import { readNews } from './news.ts';
import { makePlaces, permissionFlags } from '../platform/processes/role-permissions.ts';
import type { RolePlaces } from '../platform/processes/role-permissions.ts';
import { CHILD_SETTING } from './child-setting.ts';
import { openLink } from './console-link.ts';
import { openPictures } from './keep-pictures.ts';
import { withSigner } from './open-signer.ts';
import { requireFreePort } from './listen-at.ts';
import { reportDeath } from './report-death.ts';
import { reportRestarts, reportWaiting, startText } from './report-waiting.ts';
import { readTimeAuthority } from '../services/order-log/read-time-authority.ts';
import { loadSecrets } from '../services/secrets/secrets.ts';
import { watchSetUp } from './watch-set-up.ts';
import { readWitnesses } from '../services/order-log/read-witnesses.ts';
import { backupFigures } from './backup-figures.ts';
import { mergeMetrics } from './merge-metrics.ts';
import { serveMetrics } from './serve-metrics.ts';
import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';

/**
 * The parent process of a site on one machine. It owns the database and runs each role in its own process, so that load
 * on one role does not take processor time, memory or connections from another. It does no work of a role itself.
 */
const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));
/** The last one stops first: no more requests, then no more settlement, then no more prices. */
const STOPPED_LAST_FIRST: readonly Role[] = ['feed', 'worker', 'console', 'http'];

/** Where people reach this site. A role that does not run here, or that http serves, has no address. */
export type SiteAddresses = Readonly<Partial<Record<Role, string>>>;

export async function runSite(
  given: Config,
  log: Log,
  shutdown: Shutdown,
  onFirstReady: () => void,
): Promise<SiteAddresses> {
  // A wrong key of a witness or certificate, or a taken port, stops the start here, before anything runs.
  await readWitnesses(given.witnesses);
  await readTimeAuthority(given.timeAuthority);
  const { config, stop: stopSigner } = await withSigner(given, log);
  shutdown.onStop(stopSigner);
  const newsOf = await readNews(config);
  const bucket = await readBucket(config);
  await requireFreePorts(config);
  const kept = new Map<Role, KeptProcess>();
  let waitsFor = (): string | undefined => 'the database starts';
  const stopReport = reportWaiting(log, () => waitsFor());
  shutdown.onStop(stopReport);
  const database = await openDatabase(config, log);
  shutdown.onStop(database.stop);
  await database.untilItAnswers((why) => {
    waitsFor = () => `the database answers (${why.message})`;
  });
  waitsFor = () => 'the database is prepared';
  const seeded = database.ownerUrl === undefined ? undefined : await prepareDatabase(database.ownerUrl, config, log);
  await database.checkLogins();
  if (database.ownerUrl !== undefined) shutdown.onStop(watchSetUp(database.ownerUrl, config, log));
  waitsFor = () => startText(kept);
  const link = await linkOf(config, shutdown);
  // A role makes no keys: it only reads them.
  await loadSecrets(config.secretsDir, config.signing !== undefined);
  const places = { ...realPlaces(config), link };
  makePlaces(places);
  const isBounded = acceptsFlags(permissionFlags('http', places), log);
  const pictures = config.roles.has('http') || config.roles.has('console') ? await openPictures(log) : undefined;
  if (pictures !== undefined) shutdown.onStop(pictures.stop);
  const listening: Partial<Record<Role, string>> = {};
  for (const role of STOPPED_LAST_FIRST.filter((one) => config.roles.has(one))) {
    const login = { ...database.loginOf(role), news: newsOf(role), bucket };
    const roleProcess = keepRunning({
      name: role,
      // A restarted process takes the same port as the first, even when the settings allow any port.
      fork: () =>
        forkRole(
          childSettings(process.env, {
            role,
            places,
            address: listening[role],
            pictures: pictures?.path,
            signer: config.signing !== undefined && 'socket' in config.signing ? config.signing.socket : undefined,
          }),
          login,
          isBounded ? permissionFlags(role, places) : [],
        ),
      onDied: (died) => reportDeath(died, log),
      onHung: (hung) => log.error(hung, 'a process does not answer and is ended'),
      onStarving: (starving) => log.warn(starving, 'a process gets no processor time; it is left alone'),
      onReady: (pid) => {
        // Readers may keep them busy.
        if (role === 'http' || role === 'console') lowerPriority(role, pid, log);
        onFirstReady();
      },
      // One role that does not start never ends the others. If none starts, the settings are wrong and stay wrong.
      mayGiveUp: () => [...kept.values()].every((one) => one.hasFailed()),
    });
    kept.set(role, roleProcess);
    shutdown.onStop(roleProcess.stop);
  }
  if (config.metrics !== undefined)
    shutdown.onStop(
      await serveMetrics(config.metrics, {
        metrics: async () => await allMetrics(kept, config.dataDir),
        ready: async () => await allReady(kept),
      }),
    );
  // Nothing waits for the process of pictures, and it is started again as often as it takes.
  void pictures?.process.start();
  await Promise.all(
    [...kept].map(async ([role, roleProcess]) => {
      const address = await roleProcess.start();
      if (address !== undefined) listening[role] = address;
    }),
  );
  await stopReport();
  shutdown.onStop(reportRestarts(log, kept));
  if (seeded !== undefined && config.demoPast && listening.http !== undefined) {
    const { startDemo } = await import('./demo/start-demo.ts');
    startDemo({ config, log, shutdown, seeded, address: listening.http, login: database.loginOf('http') });
  }
  return listening;
}

/** A role that finds its port taken would be started again and again. */
async function requireFreePorts({ roles, port, host, consoleAddress }: Config): Promise<void> {
  if (roles.has('http')) await requireFreePort({ port, host }, 'PORT');
  if (roles.has('console') && consoleAddress !== undefined) await requireFreePort(consoleAddress, 'CONSOLE_PORT');
}

/** With no address of its own, the console is behind the role http. */
async function linkOf(config: Config, shutdown: Shutdown): Promise<string | undefined> {
  if (config.consoleAddress !== undefined || !config.roles.has('console') || !config.roles.has('http'))
    return undefined;
  const link = await openLink('console');
  shutdown.onStop(link.close);
  return link.path;
}

function forkRole(env: NodeJS.ProcessEnv, login: RoleLogin, flags: readonly string[]): ProcessHandle {
  const child = fork(MAIN, { env, execArgv: [...process.execArgv, ...flags] });
  child.send({ type: 'login', ...login }, () => undefined);
  return child;
}

/** Settings that only one process needs, or that belong to the parent. */
const NOT_SHARED =
  /^(ALARM_.*|ROLES|PORT|CONSOLE_PORT|CONSOLE_HOST|CANDOR_CONSOLE_LINK|CANDOR_PICTURES_LINK|METRICS_.*|DRAIN_SEC|SEED_PASSWORD|FEED_SEED|DATABASE_.*URL|NATS_.*|S3_.*|PKCS11_.*|SIGNER_SOCKET)$/;

/** The settings of a role's process. Its database login is no setting: it comes as a message. */
export function childSettings(
  env: NodeJS.ProcessEnv,
  {
    role,
    places: { dataDir, secretsDir, marketdataDir, link },
    address,
    pictures,
    signer,
  }: {
    role: Role;
    places: RolePlaces;
    address: string | undefined;
    pictures?: string | undefined;
    signer?: string | undefined;
  },
): NodeJS.ProcessEnv {
  const shared = Object.fromEntries(Object.entries(env).filter(([name]) => !NOT_SHARED.test(name)));
  const portSetting = role === 'console' ? 'CONSOLE_PORT' : 'PORT';
  const port = address === undefined ? env[portSetting] : new URL(address).port;
  const isServing = role === 'http' || role === 'console';
  // Only the worker sends what alarms say.
  const own = Object.entries(env).filter(([name]) => role === 'worker' && name.startsWith('ALARM_'));
  return {
    ...shared,
    ...Object.fromEntries(own),
    ROLES: role,
    [CHILD_SETTING]: '1',
    DATA_DIR: dataDir,
    SECRETS_DIR: secretsDir,
    MARKETDATA_DIR: marketdataDir,
    ...(isServing && port !== undefined ? { [portSetting]: port } : {}),
    ...(role === 'console' && env['CONSOLE_HOST'] !== undefined ? { CONSOLE_HOST: env['CONSOLE_HOST'] } : {}),
    ...(isServing && link !== undefined ? { [CONSOLE_LINK_SETTING]: link } : {}),
    ...(isServing && pictures !== undefined ? { [PICTURES_LINK_SETTING]: pictures } : {}),
    ...(signer === undefined ? {} : { SIGNER_SOCKET: signer }),
    ...(role === 'feed' && env['FEED_SEED'] !== undefined ? { FEED_SEED: env['FEED_SEED'] } : {}),
  };
}

/** A system on which a flag is unknown or refused runs the roles without them, and says so. */
function acceptsFlags(flags: readonly string[], log: Log): boolean {
  if (process.platform === 'linux') return true;
  const { status, stderr } = spawnSync(process.execPath, [...flags, '--eval', '0'], { encoding: 'utf8' });
  if (status === 0) return true;
  log.warn({ stderr: stderr.slice(-500) }, 'the processes of the roles run without the permission model of Node');
  return false;
}

async function allReady(kept: ReadonlyMap<Role, KeptProcess>): Promise<Record<string, ReadyAnswer>> {
  return Object.fromEntries(
    await Promise.all([...kept].map(async ([role, roleProcess]) => [role, await roleProcess.health()] as const)),
  );
}

async function allMetrics(kept: ReadonlyMap<Role, KeptProcess>, dataDir: string): Promise<string> {
  const own = new Registry();
  const restarts = new Gauge({
    name: 'candor_role_restarts',
    help: 'Restarts of the process of a role since the start of the site',
    labelNames: ['role'],
    registers: [own],
  });
  const waits = new Gauge({
    name: 'candor_role_start_wait_seconds',
    help: 'How long the process of a role is not ready since it was started or ended; 0 when it is ready',
    labelNames: ['role'],
    registers: [own],
  });
  for (const [role, roleProcess] of kept) {
    restarts.set({ role }, roleProcess.restarts());
    waits.set({ role }, (roleProcess.waitsFor()?.waitedMs ?? 0) / 1000);
  }
  const texts = await Promise.all([...kept.values()].map(async (roleProcess) => await roleProcess.metrics()));
  return mergeMetrics([await own.metrics(), await backupFigures(dataDir, 'worker'), ...texts]);
}

/** Where the files of a site are, without links on the way: what a role may read is compared letter by letter. */
function realPlaces(config: Config): Omit<RolePlaces, 'link'> {
  return {
    dataDir: realOf(config.dataDir),
    secretsDir: realOf(config.secretsDir),
    marketdataDir: realOf(config.marketdataDir),
    rootsFile: config.timeAuthority === undefined ? undefined : resolve(config.timeAuthority.rootsFile),
    tracingFiles: config.tracing?.files.map((file) => resolve(file)) ?? [],
  };
}

/** A folder that is not there has no other name. */
function realOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return resolve(path);
  }
}

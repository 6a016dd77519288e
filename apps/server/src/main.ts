import { CHILD_SETTING } from './app/child-setting.ts';
import { loadConfig } from './platform/config/config.ts';
import type { Config } from './platform/config/config.ts';
import { useProxies } from './platform/http/outgoing-proxies.ts';
import { openDataDir } from './platform/db/embedded/placement.ts';
import { createLog } from './platform/log/log.ts';
import { EXIT_TRY_AGAIN } from './platform/processes/messages.ts';
import { tellWatchdog } from './platform/processes/tell-watchdog.ts';
import { createShutdown } from './platform/processes/shutdown.ts';
import type { SiteAddresses } from './app/run-site.ts';

/**
 * The server of one site. With several roles, this process is their parent and starts each in its own process
 * (app/run-site.ts). With one role, it runs that role itself (app/run-role.ts). SIGTERM or Ctrl-C stops everything in
 * reverse order, so that everything acknowledged is on disk and the database closes cleanly.
 */
async function run(): Promise<void> {
  // A child could otherwise open an inspector in its parent. (With --disable-sigusr1, nothing listens for the signal at all.)
  if (process.platform !== 'win32') process.on('SIGUSR1', () => undefined);
  const config = loadConfig(process.env);
  const [role, ...others] = config.roles;
  // The parent of several roles calls nobody outside.
  if (others.length === 0) useProxies(config.outgoing);
  const log = createLog(config.logLevel).child({ role: others.length === 0 ? role : 'parent' });
  const shutdown = createShutdown(log);
  try {
    if (role === undefined) throw new Error('Settings are wrong:\n  ROLES: name at least one');
    if (process.env[CHILD_SETTING] !== undefined) {
      // A child whose parent is gone ends at once, even while it starts: the next parent starts a new one.
      process.on('disconnect', () => process.exit(1));
      if (!process.connected) process.exit(1);
      const { runChildRole } = await import('./app/run-child-role.ts');
      await runChildRole(config, log, shutdown, role);
      return;
    }
    openDataDir(config.dataDir);
    tellWatchdog({ env: process.env, log });
    process.on('SIGTERM', () => void shutdown.stop('SIGTERM', 0));
    process.on('SIGINT', () => void shutdown.stop('SIGINT', 0));
    // If another process started this one with an IPC channel, it gets a message when the server is up. If the channel
    // breaks, that process is gone.
    process.on('disconnect', () => void shutdown.stop('the process that started this server is gone', 0));
    // Each process loads only what it needs: the parent stays small.
    const addresses =
      others.length === 0
        ? await (await import('./app/run-role.ts')).runLoneRole(config, log, shutdown, role)
        : await (await import('./app/run-site.ts')).runSite(config, log, shutdown, sayReady);
    if (shutdown.isStopping()) return;
    sayReady();
    announce(addresses, config);
  } catch (error) {
    if (!shutdown.isStopping()) {
      log.fatal({ err: error }, 'the server could not start');
      process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n`);
    }
    const { isPassing } = await import('./platform/db/passing-error.ts');
    const isChild = process.env[CHILD_SETTING] !== undefined;
    await shutdown.stop('start failed', isChild && isPassing(error) ? EXIT_TRY_AGAIN : 1);
  }
}

/** A site of which one role runs has come up: from then on it is started again if it dies. */
function sayReady(): void {
  process.send?.({ type: 'ready' });
}

function announce(addresses: SiteAddresses, config: Config): void {
  const { http } = addresses;
  const consoleAddress = addresses.console ?? (config.roles.has('console') ? http : undefined);
  if (http === undefined && consoleAddress === undefined) return;
  process.stdout.write(
    [
      '',
      '  Candor is running.',
      ...(http === undefined ? [] : [`  Member client   ${http}/`]),
      ...(consoleAddress === undefined ? [] : [`  Console         ${consoleAddress}/console/`]),
      ...(http === undefined || config.mode !== 'practice' || config.isSetUp
        ? []
        : [`  Demo account    demo  (its password is in ${config.dataDir}/credentials.txt)`]),
      ...(http === undefined ? [] : [`  API description ${http}/api/openapi.json`]),
      `  Data            ${config.dataDir}  (seeded accounts in ${config.dataDir}/credentials.txt)`,
      '',
      '',
    ].join('\n'),
  );
}

await run();

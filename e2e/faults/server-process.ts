import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { TEST_CURRENCY_SETTINGS } from '@candor/domain/testing/test-currency';
import { ownerUrlOf } from '../../apps/server/src/platform/db/embedded/running-owner-url.ts';
import { isRunning, killAll, postgresTree } from '../../apps/server/src/platform/db/embedded/process-table.ts';
import { createPool, WITHOUT_HURRY } from '../../apps/server/src/platform/db/pool.ts';
import type { Pool } from '../../apps/server/src/platform/db/pool.ts';
import { childPidsOf } from './child-processes.ts';
import { makeTestDataDir, removeTestDataDir } from '../../apps/server/src/testing/postgres-setup.ts';

/** The real server in its own process and its own DATA_DIR, with the database it starts itself. */
export interface Site {
  dataDir: string;
  baseUrl: () => string;
  /** The pid of the site's parent process, see app/run-site.ts. */
  pid: () => number;
  start: () => Promise<void>;
  /** Starts it as `npm start` does. */
  startByScript: () => Promise<void>;
  /** What it has written since its start. */
  output: () => string;
  mainPath: string;
  /** Ends the server's process like a power cut; its database keeps running. */
  killServer: () => Promise<void>;
  /** Ends the database with all its processes; the server keeps running. Returns how many processes were ended. */
  killPostgres: () => Promise<number>;
  /** Sends SIGTERM; returns the exit code. */
  stop: () => Promise<number | null>;
  /** Opens a pool as the database's owner; the caller ends it. */
  openOwner: () => Pool;
  /** Ends and removes everything that is left. */
  remove: () => Promise<void>;
}

const MAIN = fileURLToPath(new URL('../../apps/server/src/main.ts', import.meta.url));
/** What `npm start` does after the build. */
const RUN_SERVER = `import { runServer } from '${new URL('../../scripts/lib/run-server.mjs', import.meta.url).href}'; runServer();`;
const START_MS_MAX = 180_000;

/** @param historyDays of simulated candles; a month of every product costs ten seconds of processor time */
export function createSite(historyDays = 7, settings: Readonly<Record<string, string>> = {}): Site {
  const dataDir = makeTestDataDir();
  let child: ChildProcess | undefined;
  let baseUrl = '';
  let output = '';
  let isByScript = false;

  const dataFolder = (): string => realpathSync(join(dataDir, 'postgres'));

  const startProgram = async (...args: string[]): Promise<void> => {
    const env = {
      PATH: process.env['PATH'],
      TMPDIR: process.env['TMPDIR'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      NODE_ENV: 'test',
      DATA_DIR: dataDir,
      PORT: '0',
      FEED: 'simulated',
      FEED_SEED: 'faults',
      BEACON: 'off',
      FEED_HISTORY_DAYS: String(historyDays),
      CAPTCHA: 'off',
      DEMO_PAST: 'off',
      PUZZLE_FREE_LOGINS: '1000000',
      SEED_PASSWORD: 'seeded-by-a-test',
      ...TEST_CURRENCY_SETTINGS,
      LOG_LEVEL: 'warn',
      ...settings,
    };
    const started = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    child = started;
    output = '';
    const read = (chunk: Buffer): void => {
      output += chunk.toString();
    };
    started.stdout.on('data', read);
    started.stderr.on('data', read);
    const deadline = Date.now() + START_MS_MAX;
    for (;;) {
      const found = /Member client\s+(http:\S+?)\/\n/.exec(output)?.[1];
      if (found !== undefined) {
        baseUrl = found;
        return;
      }
      if (started.exitCode !== null || Date.now() > deadline) throw new Error(`The server did not start:\n${output}`);
      await pause(50);
    }
  };

  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    const running = child;
    if (running === undefined || running.exitCode !== null || running.signalCode !== null) return null;
    const exit = once(running, 'exit');
    running.kill(signal);
    await exit;
    return running.exitCode;
  };

  const killPostgres = async (): Promise<number> => {
    const pids = postgresTree(null, dataFolder());
    killAll(pids);
    while (pids.some(isRunning)) await pause(10);
    return pids.length;
  };

  return {
    dataDir,
    baseUrl: () => baseUrl,
    pid: () => {
      if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return 0;
      return isByScript ? (childPidsOf(child.pid)[0] ?? 0) : child.pid;
    },
    start: async () => {
      isByScript = false;
      await startProgram(MAIN);
    },
    startByScript: async () => {
      isByScript = true;
      await startProgram('--input-type=module', '--eval', RUN_SERVER);
    },
    output: () => output,
    mainPath: MAIN,
    killServer: async () => {
      await end('SIGKILL');
    },
    killPostgres,
    stop: async () => await end('SIGTERM'),
    // A test holds rows until something happens, which may take long on a busy machine.
    openOwner: () => {
      const { idleMsMax, transactionMsMax } = WITHOUT_HURRY;
      return createPool({ url: ownerUrlOf(dataDir), max: 2, name: 'faults-owner', idleMsMax, transactionMsMax });
    },
    remove: async () => {
      await end('SIGKILL');
      if (existsSync(join(dataDir, 'postgres'))) await killPostgres();
      removeTestDataDir(dataDir);
    },
  };
}

export async function pause(ms: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, ms));
}

/** Waits until `holds` returns true. The time depends on the machine, so the limit is generous. */
export async function until(holds: () => boolean, msMax = 90_000): Promise<void> {
  const deadline = Date.now() + msMax;
  while (!holds()) {
    if (Date.now() > deadline) throw new Error(`the condition was not met within ${msMax} ms: ${holds.toString()}`);
    await pause(50);
  }
}

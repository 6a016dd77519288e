import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { TEST_CURRENCY_SETTINGS } from '@candor/domain/testing/test-currency';
import type { S3Login } from '../../apps/server/src/services/files/s3-call.ts';
import type { Role } from '../../apps/server/src/platform/db/roles.ts';
import { freePort } from '../../apps/server/src/testing/postgres-pair.ts';
import { pause } from '../faults/server-process.ts';
import { layCable } from './link.ts';
import type { CableLink } from './link.ts';
import { clockSettings } from './step-clock.ts';
import type { Link, MachineName } from './plan.ts';

const MAIN = fileURLToPath(new URL('../../apps/server/src/main.ts', import.meta.url));
/** As a service manager does. */
const RESTART_MS = 500;
const LINES_KEPT = 15;
const LINE_LENGTH = 400;
export const PREPARES: MachineName = 'worker-1';

export interface Machine {
  readonly name: MachineName;
  readonly port: number;
  /** Runs it, and again whenever it ends. */
  readonly start: () => void;
  readonly kill: (forMs: number) => Promise<void>;
  readonly freeze: (forMs: number) => Promise<void>;
  readonly cut: (from: Link, forMs: number) => Promise<void>;
  readonly stepClock: (bySec: number) => void;
  /** How often it ended though nobody ended it. */
  readonly deaths: () => number;
  readonly lastLines: () => string;
  readonly stop: () => Promise<void>;
}

export interface Surroundings {
  readonly folder: string;
  /** Of the nodes of the database. */
  readonly databasePorts: readonly number[];
  readonly password: string;
  readonly ownerUrlOf: (...nodes: readonly { port: number }[]) => string;
  readonly news: {
    readonly urlAt: (role: Role, port: number) => string;
    readonly port: number;
    readonly caFile: string;
  } | null;
  /** The store of files. */
  readonly files: S3Login;
}

/** One process of one role, with its own ways to the database, to the news and to the store of files. */
export async function makeMachine(
  name: MachineName,
  { folder, databasePorts, password, ownerUrlOf, news, files }: Surroundings,
): Promise<Machine> {
  const role = name.replace(/-\d$/, '') as Role;
  const port = await freePort();
  const toDatabase = await Promise.all(databasePorts.map(layCable));
  const toNews = news === null ? [] : [await layCable(news.port)];
  const toFiles = await layCable(Number(new URL(files.endpoint).port));
  const links: Readonly<Record<Link, readonly CableLink[]>> = {
    database: toDatabase,
    news: toNews,
    files: [toFiles],
    all: [...toDatabase, ...toNews, toFiles],
  };
  const clockFile = join(folder, `clock-${name}`);
  writeFileSync(clockFile, '+0');
  const hosts = toDatabase.map((link) => `127.0.0.1:${link.port}`).join(',');
  const env = {
    PATH: process.env['PATH'],
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
    NODE_ENV: 'test',
    DATA_DIR: join(folder, 'data'),
    ROLES: role,
    [`DATABASE_${role.toUpperCase()}_URL`]: `postgresql://candor_${role}:${password}@${hosts}/postgres`,
    // One of them prepares the database.
    ...(name === PREPARES ? { DATABASE_OWNER_URL: ownerUrlOf(...toDatabase) } : {}),
    ...(news === null ? {} : { NATS_URL: news.urlAt(role, toNews[0]?.port ?? 0), NATS_CA_FILE: news.caFile }),
    S3_ENDPOINT: `http://127.0.0.1:${toFiles.port}`,
    S3_BUCKET: files.bucket,
    S3_PREFIX: files.prefix,
    S3_ACCESS_KEY_ID: files.accessKeyId,
    S3_SECRET_ACCESS_KEY: files.secretAccessKey,
    ...(role === 'http' ? { PORT: String(port) } : {}),
    ...(role === 'console' ? { CONSOLE_PORT: String(port), PORT: '0' } : {}),
    ...MACHINE_SETTINGS,
    ...clockSettings(clockFile),
  };

  let child: ChildProcess | undefined;
  let [isKilled, deaths, offset] = [false, 0, 0];
  const stopping = new AbortController();
  let lines: string[] = [];
  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      isKilled = false;
      const started = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
      child = started;
      // With a channel they end when this process does, however it ends.
      for (const stream of [started.stdout, started.stderr])
        stream?.on('data', (chunk: Buffer) => {
          lines = [...lines, ...chunk.toString().split('\n').filter(Boolean)].slice(-LINES_KEPT);
        });
      const [code, signal] = (await once(started, 'exit')) as [number | null, string | null];
      if (!isKilled && !stopping.signal.aborted) {
        deaths += 1;
        console.log(
          `${name} ended by itself, ${signal ?? code}: ${lines
            .slice(-3)
            .join('\n')
            .slice(0, 3 * LINE_LENGTH)}`,
        );
      }
      if (!stopping.signal.aborted) await pause(RESTART_MS);
    }
  };
  let running: Promise<void> | undefined;
  return {
    name,
    port,
    start: () => {
      running ??= run();
    },
    kill: async (forMs) => {
      isKilled = true;
      child?.kill('SIGKILL');
      await pause(forMs);
    },
    freeze: async (forMs) => {
      const frozen = child;
      frozen?.kill('SIGSTOP');
      await pause(forMs);
      frozen?.kill('SIGCONT');
    },
    cut: async (from, forMs) => {
      for (const link of links[from]) link.cut();
      await pause(forMs);
      for (const link of links[from]) link.mend();
    },
    stepClock: (bySec) => {
      // Back and forth, never further than one step from the truth.
      offset = offset === 0 ? bySec : 0;
      writeFileSync(clockFile, offset < 0 ? String(offset) : `+${offset}`);
    },
    deaths: () => deaths,
    lastLines: () => lines.map((line) => line.slice(0, LINE_LENGTH)).join('\n'),
    stop: async () => {
      stopping.abort();
      child?.kill('SIGCONT');
      child?.kill('SIGKILL');
      await running;
      for (const link of links.all) link.stop();
    },
  };
}

/** The same for all, also for the process that prepares the database. */
export const MACHINE_SETTINGS = {
  FEED: 'simulated',
  FEED_SEED: 'machines',
  FEED_HISTORY_DAYS: '7',
  BEACON: 'off',
  CAPTCHA: 'off',
  DEMO_PAST: 'off',
  PUZZLE_FREE_LOGINS: '1000000',
  SEED_PASSWORD: 'seeded-by-a-test',
  LOG_LEVEL: 'warn',
  ...TEST_CURRENCY_SETTINGS,
};

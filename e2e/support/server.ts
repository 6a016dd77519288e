import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { TEST_CURRENCY_SETTINGS } from '@candor/domain/testing/test-currency';
import { readProducts } from './member-api.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Days of simulated candles: a month of every product costs each new server ten seconds of processor time. A week has
 * sessions of every product on any day.
 */
const FEED_HISTORY_DAYS = '7';
/** The password of the seeded accounts. */
export const SEED_PASSWORD = 'candor-demo-1';
const START_MS_MAX = 180_000;
const STOP_MS_MAX = 15_000;

export interface RunningServer {
  /** Its address, without a slash at the end. */
  origin: string;
  dataDir: string;
  /** Ends the server and its database, and removes their data. */
  stop(): Promise<void>;
}

/**
 * Starts the real server with its own database in a new temporary folder. If MARKETDATA_DIR has recorded prices, they
 * are replayed. Otherwise prices are simulated from a fixed seed, so that a failure can be repeated.
 * @throws Error with the server's output, when it does not start
 */
export async function startServer(settings: Readonly<Record<string, string>> = {}): Promise<RunningServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'candor-e2e-'));
  // The database's user may be another user than ours, and must be able to enter.
  chmodSync(dataDir, 0o711);
  const recorded = process.env['MARKETDATA_DIR'];
  const server = spawn(process.execPath, [join(ROOT, 'apps', 'server', 'src', 'main.ts')], {
    cwd: ROOT,
    env: {
      ...process.env,
      PORT: '0',
      DATA_DIR: dataDir,
      CAPTCHA: 'off',
      // Journeys begin with an account that has done nothing.
      DEMO_PAST: 'off',
      // All journeys come from one address: a crowd, whose puzzles stay as cheap as those of the first.
      PUZZLE_FREE_LOGINS: '1000000',
      LOG_LEVEL: 'warn',
      SEED_PASSWORD,
      FEED_HISTORY_DAYS,
      ...TEST_CURRENCY_SETTINGS,
      ...(recorded === undefined ? { FEED: 'simulated', FEED_SEED: 'candor', BEACON: 'off' } : { FEED: 'replay' }),
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<void>((resolve) => {
    server.once('exit', () => resolve());
    server.once('error', () => resolve());
  });
  const stop = async (): Promise<void> => {
    server.kill('SIGTERM');
    const hard = setTimeout(() => server.kill('SIGKILL'), STOP_MS_MAX);
    await ended;
    clearTimeout(hard);
    rmSync(dataDir, { recursive: true, force: true });
  };

  let written = '';
  const announced = new Promise<string>((resolve, reject) => {
    const listen = (chunk: Buffer): void => {
      written += chunk.toString();
      const address = /Member client\s+(http:\/\/\S+?)\/?\s/.exec(written)?.[1];
      if (address !== undefined) resolve(address);
    };
    server.stdout.on('data', listen);
    server.stderr.on('data', listen);
    void ended.then(() => reject(new Error('the server ended')));
    setTimeout(() => reject(new Error('the server did not come up in time')), START_MS_MAX).unref();
  });
  try {
    const origin = await announced;
    // An empty site has no products yet.
    if (settings['SETUP'] !== 'on') await untilPriced(origin);
    return { origin, dataDir, stop };
  } catch (error) {
    await stop();
    throw new Error(`The server could not be started:\n${written}`, { cause: error });
  }
}

/** The first prices come a moment after the server starts; before them no order is accepted. */
async function untilPriced(origin: string): Promise<void> {
  const deadline = Date.now() + START_MS_MAX;
  // On a busy machine a first answer may be late; only the deadline ends the wait.
  const products = async () => await readProducts(origin).catch(() => []);
  while (!(await products()).some(({ status, last }) => status === 'trading' && last !== null)) {
    if (Date.now() > deadline) throw new Error('no prices came');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

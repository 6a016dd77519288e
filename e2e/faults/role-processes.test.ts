import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isRunning } from '../../apps/server/src/platform/db/embedded/process-table.ts';
import type { Pool } from '../../apps/server/src/platform/db/pool.ts';
import { childPidOf, picturesPidOf } from './child-processes.ts';
import { secondsWithoutTick } from './read-flood.ts';
import { createSite, pause, until } from './server-process.ts';
import type { Site } from './server-process.ts';

/* Each role has its own process: one that dies or hangs is restarted, and the others go on. */

let site: Site;
let owner: Pool;
afterAll(async () => await site.remove());
beforeAll(async () => {
  site = createSite();
  await site.start();
  owner = site.openOwner();
  await untilTicks(3);
});

async function tickCount(): Promise<number> {
  const { rows } = await owner.query<{ n: bigint }>(`select count(*) as n from tick where product = 'BTCUSDT'`);
  return Number(rows[0]?.n);
}

async function untilTicks(more: number): Promise<void> {
  const before = await tickCount();
  const deadline = Date.now() + 60_000;
  while ((await tickCount()) < before + more) {
    if (Date.now() > deadline) throw new Error(`no ticks came:\n${site.output()}`);
    await pause(100);
  }
}

async function isAnswering(): Promise<boolean> {
  const answer = await fetch(`${site.baseUrl()}/health/ready`, { signal: AbortSignal.timeout(10_000) }).catch(
    () => null,
  );
  return answer?.status === 200;
}

async function untilAnswering(): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (!(await isAnswering())) {
    if (Date.now() > deadline) throw new Error(`it does not answer:\n${site.output()}`);
    await pause(100);
  }
}

async function untilOperatorsHear(error: string): Promise<void> {
  const deadline = Date.now() + 60_000;
  for (;;) {
    const answer = await fetch(`${site.baseUrl()}/api/console/me`, { signal: AbortSignal.timeout(5_000) });
    if (((await answer.json()) as { error?: unknown }).error === error) return;
    if (Date.now() > deadline) throw new Error(`operators do not hear ${error}:\n${site.output()}`);
    await pause(20);
  }
}

it('http killed: no second misses its tick, and http answers again at the same address', async () => {
  const from = Date.now();
  process.kill(childPidOf(site.pid(), 'http'), 'SIGKILL');
  await until(() => site.output().includes('The http process died (signal SIGKILL)'));
  expect(await isAnswering()).toBe(false);
  await untilAnswering();
  await untilTicks(3);
  expect(await secondsWithoutTick(owner, 'BTCUSDT', from, Date.now() - 1_500)).toBe(0);
}, 120_000);

it('feed killed: a new feed publishes within seconds, and http keeps answering', async () => {
  const feed = childPidOf(site.pid(), 'feed');
  process.kill(feed, 'SIGKILL');
  await until(() => site.output().includes('The feed process died'));
  expect(await isAnswering()).toBe(true);
  await untilTicks(3);
  expect(childPidOf(site.pid(), 'feed')).not.toBe(feed);
}, 120_000);

it('worker stopped with SIGSTOP: it is killed and started again', async () => {
  const worker = childPidOf(site.pid(), 'worker');
  process.kill(worker, 'SIGSTOP');
  await until(() => site.output().includes('The worker process died'));
  await until(() => childPidOf(site.pid(), 'worker') !== 0);
  expect(isRunning(worker)).toBe(false);
}, 120_000);

it('console killed: operators hear that it is away, it comes back, and members notice nothing', async () => {
  await untilOperatorsHear('SESSION_INVALID');
  const consolePid = childPidOf(site.pid(), 'console');
  process.kill(consolePid, 'SIGKILL');
  await untilOperatorsHear('CONSOLE_AWAY');
  expect(await isAnswering()).toBe(true);
  await until(() => site.output().includes('The console process died (signal SIGKILL)'));
  await untilOperatorsHear('SESSION_INVALID');
  expect(childPidOf(site.pid(), 'console')).not.toBe(consolePid);
  expect(await isAnswering()).toBe(true);
}, 120_000);

it('the process of pictures killed: it comes back, with an empty environment, and http goes on', async () => {
  const pictures = picturesPidOf(site.pid());
  expect(readFileSync(`/proc/${pictures}/environ`, 'utf8')).not.toMatch(/DATABASE|SECRETS|DATA_DIR/);
  process.kill(pictures, 'SIGKILL');
  await until(() => picturesPidOf(site.pid()) !== 0 && picturesPidOf(site.pid()) !== pictures);
  expect(await isAnswering()).toBe(true);
}, 120_000);

it('parent killed: its children end at once, and the next parent starts all again', async () => {
  let children: number[] = [];
  // The process of pictures was killed before this: a new one has its name a moment after its number.
  await until(() => {
    children = [
      ...(['http', 'feed', 'worker'] as const).map((role) => childPidOf(site.pid(), role)),
      picturesPidOf(site.pid()),
    ];
    return children.every((pid) => pid > 0);
  });
  await owner.end();
  await site.killServer();
  await until(() => children.every((pid) => !isRunning(pid)), 15_000);
  expect(children).toHaveLength(4);
  await site.start();
  owner = site.openOwner();
  await untilAnswering();
  await untilTicks(2);
}, 180_000);

it('`npm start` restarts a killed server, says so, and stops on SIGTERM', async () => {
  await owner.end();
  expect(await site.stop()).toBe(0);
  await site.startByScript();
  const first = site.pid();
  process.kill(first, 'SIGKILL');
  await until(() => site.output().includes('The server died (signal SIGKILL). It is started again in 0.2 s.'));
  await until(() => site.output().split('Candor is running').length === 3);
  expect(site.pid()).not.toBe(first);
  expect(await site.stop()).toBe(0);
}, 240_000);

it('wrong settings end the process once, with the names of the settings', async () => {
  const env = {
    PATH: process.env['PATH'],
    ROLES: 'feed',
    DATABASE_HTTP_URL: 'postgres://nowhere',
    LOG_LEVEL: 'silent',
  };
  const child = spawn(process.execPath, [site.mainPath], { env: { ...env, DATA_DIR: site.dataDir }, stdio: 'pipe' });
  let written = '';
  child.stderr.on('data', (chunk: Buffer) => (written += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  expect([code, written]).toEqual([1, expect.stringContaining('DATABASE_FEED_URL')]);
}, 60_000);

import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { childPidOf } from './child-processes.ts';
import { createSite, pause } from './server-process.ts';
import type { Site } from './server-process.ts';

/* What monitoring sees of a whole site: which figures there are, and that health tells the truth while a part is away. */

let site: Site;
let monitoring = '';

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

beforeAll(async () => {
  const port = await freePort();
  monitoring = `http://127.0.0.1:${port}`;
  site = createSite(1, { METRICS_PORT: String(port), READY_TICK_AGE_SEC: '4' });
  await site.start();
});
afterAll(async () => await site.remove());

async function health(role: string): Promise<number> {
  return (await fetch(`${monitoring}/health/ready/${role}`)).status;
}

async function untilHealth(role: string, status: number): Promise<void> {
  await expect.poll(async () => await health(role), { timeout: 60_000 }).toBe(status);
}

async function figures(): Promise<string> {
  return await (await fetch(`${monitoring}/metrics`)).text();
}

async function figure(name: string): Promise<number> {
  const found = new RegExp(`^${name} (\\S+)$`, 'm').exec(await figures());
  return Number(found?.[1]);
}

/** Named only once something happened, or only on a site that has what they count. */
const LATER = new Set([
  'candor_http_errors_total',
  'candor_requests_shed_total',
  'candor_orders_over_limit_total',
  'candor_job_failures_total',
  'candor_news_lost_total',
  'candor_read_again_total',
  'candor_witness_refuses',
  'candor_witness_cosigned_at_seconds',
  'candor_source_up',
]);

it('serves every figure that the alerts and the dashboard name', async () => {
  await fetch(`${site.baseUrl()}/api/market/products`);
  const text = await figures();
  const kinds = new Map([...text.matchAll(/^# TYPE (\S+) (\w+)$/gm)].map(([, name, kind]) => [name, kind]));
  const samples = new Set([...text.matchAll(/^([a-z_0-9]+)[{ ]/gm)].map(([, name]) => name));
  const read = (path: string) => readFileSync(new URL(`../../deploy/${path}`, import.meta.url), 'utf8');
  const named = new Set(
    [read('alerts.yml'), read('grafana/candor.json')].flatMap(
      (file) => file.match(/\b(candor|nodejs|process)_[a-z0-9_]+\b/g) ?? [],
    ),
  );
  expect(named.size).toBeGreaterThan(40);
  const missing = [...named].filter((name) => !samples.has(name) && !(LATER.has(name) && kinds.has(name)));
  expect(missing).toEqual([]);
});

it('every role is ready, and none is when nobody makes prices: the process of the feed stands still', async () => {
  for (const role of ['http', 'feed', 'worker', 'console']) await untilHealth(role, 200);
  expect(await figure('candor_feed_leads{role="feed"}')).toBe(1);
  const missed = await figure('candor_seconds_missing_total{role="worker"}');
  const pid = childPidOf(site.pid(), 'feed');
  process.kill(pid, 'SIGSTOP');
  await pause(8_000);
  expect([await health('http'), await health('feed'), (await fetch(`${site.baseUrl()}/health/ready`)).status]).toEqual([
    503, 503, 503,
  ]);
  expect(await figure('candor_newest_tick_age_seconds{role="http"}')).toBeGreaterThan(5);
  // What lives is left alone, and what needs no prices goes on.
  expect((await fetch(`${site.baseUrl()}/health/live`)).status).toBe(200);
  expect([await health('worker'), await health('console')]).toEqual([200, 200]);
  // Its parent finds that it hangs, and starts another one.
  await untilHealth('http', 200);
  await untilHealth('feed', 200);
  await expect
    .poll(async () => (await figure('candor_seconds_missing_total{role="worker"}')) - missed, { timeout: 30_000 })
    .toBeGreaterThan(4);
}, 240_000);

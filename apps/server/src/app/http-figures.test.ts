import { afterAll, beforeAll, expect, it } from 'vitest';
import { CommitUnknown } from '../platform/db/transaction.ts';
import { Refused } from '../platform/http/http-app.ts';
import type { HttpApp } from '../platform/http/http-app.ts';
import { publicRoute } from '../platform/http/route-cost.ts';
import { createLog } from '../platform/log/log.ts';
import { loadConfig } from '../platform/config/config.ts';
import { buildHttp } from './build-http.ts';
import { httpFigures } from './http-figures.ts';
import { createMetrics } from './metrics.ts';

const metrics = createMetrics('http');
let app: HttpApp;

const THROWN: Readonly<Record<string, Error>> = {
  fault: new Error('the disk is gone'),
  unknown: new CommitUnknown('no answer'),
  order: new Refused('ORDER_FAILED_RETRY'),
  rule: new Refused('BALANCE_INSUFFICIENT'),
  session: new Refused('AUTHENTICATION_FAILED'),
};

beforeAll(async () => {
  app = await buildHttp(loadConfig({}), createLog('silent'), { figures: httpFigures(metrics) });
  for (const [name, error] of Object.entries(THROWN))
    app.get(`/api/${name}`, { config: publicRoute('memory') }, () => {
      throw error;
    });
  app.get('/api/fine', { config: publicRoute('memory') }, () => ({ code: 200 }));
  await app.ready();
});
afterAll(async () => await app.close());

it('a fault of ours has a status that a balancer sees, and a refusal of a rule has not', async () => {
  const of = async (name: string) => {
    const answer = await app.inject(`/api/${name}`);
    return [answer.statusCode, answer.json<{ error?: string }>().error];
  };
  expect(await of('fault')).toEqual([500, 'FAULT']);
  expect(await of('unknown')).toEqual([500, 'OUTCOME_UNKNOWN']);
  expect(await of('order')).toEqual([500, 'ORDER_FAILED_RETRY']);
  expect(await of('rule')).toEqual([200, 'BALANCE_INSUFFICIENT']);
  expect((await of('session'))[0]).toBe(200);
  expect((await of('fine'))[0]).toBe(200);
});

it('every answer is counted with its time, and every refusal with its key', async () => {
  const text = await metrics.registry.metrics();
  expect(text).toContain('candor_http_errors_total{call="other",error="FAULT",role="http"} 1');
  expect(text).toContain('candor_http_errors_total{call="other",error="BALANCE_INSUFFICIENT",role="http"} 1');
  await expect
    .poll(async () => await metrics.registry.metrics())
    .toContain('candor_http_request_seconds_count{role="http",call="other"} 6');
});

it('whatever is asked for, there are no more names than declared calls', async () => {
  for (let number = 0; number < 50; number += 1) await app.inject(`/api/nowhere-${number}`);
  const calls = new Set((await metrics.registry.metrics()).match(/call="[^"]*"/g));
  expect([...calls]).toEqual(['call="other"']);
});

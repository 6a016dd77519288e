import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadConfig } from '../platform/config/config.ts';
import { createLog } from '../platform/log/log.ts';
import { operatorRoute } from '../platform/http/route-cost.ts';
import { startTestConsole } from '../testing/test-console.ts';
import type { TestConsole } from '../testing/test-console.ts';
import { startTestServer } from '../testing/test-server.ts';
import type { TestServer } from '../testing/test-server.ts';
import { guardOperatorRoutes } from '../services/operators/guard-operator-routes.ts';
import { guardRoutes } from '../services/sessions/guard-routes.ts';
import { buildHttp } from './build-http.ts';
import { memberRoute, operatorLoginRoute } from '../testing/route-access.ts';

let server: TestServer;
let consoleSite: TestConsole;

beforeAll(async () => {
  server = await startTestServer();
  consoleSite = await startTestConsole(server);
});
afterAll(async () => {
  await consoleSite.stop();
  await server.stop();
});

it('is up, and says so', async () => {
  expect((await consoleSite.call('GET', '/health/ready')).status).toBe(200);
});

it('no page may frame it or call it, and it may call nobody else', async () => {
  const { headers } = await consoleSite.call('GET', '/console/none');
  const policy = String(headers['content-security-policy']);
  for (const part of ["connect-src 'self';", "frame-ancestors 'none'", "frame-src 'none'", "script-src 'self';"])
    expect(`${policy};`).toContain(part);
});

it.each(['/api/trade/orders', '/api/login/login', '/api/user/money', '/captchaImage'])(
  'a call of members is unknown to it: %s',
  async (path) => {
    expect((await consoleSite.call('GET', path)).body).toMatchObject({ code: 404 });
  },
);

it('a session of an operator opens nothing for members', async () => {
  const { token } = await consoleSite.operator('owner');
  expect((await server.call('GET', '/api/user/money', { token })).body).toMatchObject({ error: 'SESSION_INVALID' });
});

it.each([
  ['members', 'the console', memberRoute('lookup')],
  ['operators', 'the role http', operatorRoute('lookup', 'a:b:c')],
  ['operators who log in', 'the role http', operatorLoginRoute('lookup', 'code')],
])('a route for %s stops the start of %s', async (_, server, config) => {
  const app = await buildHttp(loadConfig({}), createLog('silent'));
  if (server === 'the console')
    guardOperatorRoutes(app, { requireOperator: () => expect.unreachable() }, { isLinked: false });
  else
    guardRoutes(app, { requireMember: async () => undefined, memberOf: () => expect.unreachable() }, () =>
      expect.unreachable(),
    );
  expect(() => app.get('/api/x', { config }, () => null)).toThrow('/api/x is');
  await app.close();
});

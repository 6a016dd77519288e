import { expect, it } from 'vitest';
import { loadConfig } from '../platform/config/config.ts';
import { Refused } from '../platform/http/http-app.ts';
import type { HttpRequest } from '../platform/http/http-app.ts';
import { publicRoute } from '../platform/http/route-cost.ts';
import type { ConfirmationRule } from '../platform/http/route-cost.ts';
import { createLog } from '../platform/log/log.ts';
import { guardRoutes } from '../services/sessions/guard-routes.ts';
import type { Sessions } from '../services/sessions/sessions.ts';
import { buildHttp } from './build-http.ts';
import { memberRoute, moneyRoute } from '../testing/route-access.ts';

const PERMISSIONS: Readonly<Record<string, string[]>> = {
  member: [],
  cashier: ['cashier:deposit:review'],
  other: ['cashier:withdrawal:review', 'cashier:deposit:reviews'],
  admin: ['*:*:*'],
};

/** The header `who` says who asks; without it nobody is signed in. */
function whoOf(request: HttpRequest): string {
  return String(request.headers['who']);
}

const sessions: Pick<Sessions, 'requireMember' | 'memberOf'> = {
  requireMember: async (request) => {
    if (!Object.hasOwn(PERMISSIONS, whoOf(request))) throw new Refused('SESSION_INVALID');
  },
  memberOf: (request) => ({
    memberId: 1n,
    sessionId: 's',
    username: whoOf(request),
    frozen: false,
    roles: [],
    permissions: PERMISSIONS[whoOf(request)] ?? [],
    deviceKey: null,
  }),
};

/** Nobody but `admin` has confirmed. */
async function requireConfirmation(request: HttpRequest, rule: ConfirmationRule): Promise<void> {
  if (whoOf(request) !== 'admin') throw new Refused('CONFIRMATION_REQUIRED', { params: { rule } });
}

async function call(path: string, who: string | undefined): Promise<string> {
  const app = await buildHttp(loadConfig({}), createLog('silent'));
  guardRoutes(app, sessions, requireConfirmation);
  app.get('/public', { config: publicRoute('memory') }, () => ({ msg: 'fine' }));
  app.get('/own', { config: memberRoute('lookup') }, () => ({ msg: 'fine' }));
  app.get('/review', { config: memberRoute('lookup', 'cashier:deposit:review') }, () => ({ msg: 'fine' }));
  app.get('/sensitive', { config: moneyRoute('lookup', 'with factor') }, () => ({ msg: 'fine' }));
  const response = await app.inject({ url: path, headers: who === undefined ? {} : { who } });
  const { error, msg } = response.json<{ error?: string; msg: string }>();
  return error ?? msg;
}

it.each([
  ['/public', undefined, 'fine'],
  ['/own', undefined, 'SESSION_INVALID'],
  ['/own', 'stranger', 'SESSION_INVALID'],
  ['/own', 'member', 'fine'],
  ['/review', undefined, 'SESSION_INVALID'],
  ['/review', 'member', 'FORBIDDEN'],
  ['/review', 'other', 'FORBIDDEN'],
  ['/review', 'cashier', 'fine'],
  ['/review', 'admin', 'fine'],
  ['/sensitive', undefined, 'SESSION_INVALID'],
  ['/sensitive', 'member', 'CONFIRMATION_REQUIRED'],
  ['/sensitive', 'admin', 'fine'],
])('GET %s by %s: %s', async (path, who, answer) => {
  expect(await call(path, who)).toBe(answer);
});

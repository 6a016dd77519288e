import { randomUUID } from 'node:crypto';
import * as argon2 from '@node-rs/argon2';
import { tokenView } from '@candor/contract/identity';
import { afterAll, beforeAll } from 'vitest';
import { buildHttp } from '../app/build-http.ts';
import type { HttpApp } from '../platform/http/http-app.ts';
import { createPasswords } from '../services/secrets/passwords.ts';
import { createBudgets } from '../platform/http/route-cost.ts';
import { BOUNDLESS } from './boundless-budgets.ts';
import { startTestServer } from './test-server.ts';
import type { TestServer } from './test-server.ts';
import { insertCaptcha } from '../features/identity/captcha-store.ts';
import { identityRoutes } from '../features/identity/identity.routes.ts';
import { captchaHash } from '../features/identity/issue-captcha.ts';
import { injectForm } from './call.ts';
import { entryParts } from './solve-puzzle.ts';

/** How people come in: the site without its captcha, and the same site with it. */
export interface EntrySite {
  server: TestServer;
  /** The same site with its captcha switched on. */
  guarded: HttpApp;
  /** How many passwords the guarded site has checked. */
  verifications: () => number;
}

/** Both sites on one database for the tests of this file, and what their visitors do. */
export function startEntrySite() {
  let server: TestServer;
  let guarded: HttpApp;
  let verifications = 0;
  const site: EntrySite = {
    get server() {
      return server;
    },
    get guarded() {
      return guarded;
    },
    verifications: () => verifications,
  };

  beforeAll(async () => {
    server = await startTestServer();
    const config = { ...server.context.config, captcha: true };
    guarded = await buildHttp(config, server.context.log, { budgets: createBudgets({ budgets: BOUNDLESS }) });
    const passwords = createPasswords({
      ...argon2,
      verify: async (hash, password) => {
        verifications += 1;
        return await argon2.verify(hash, password);
      },
    });
    identityRoutes(guarded, { ...server.context, ...entryParts(server.context), config, passwords });
    await guarded.ready();
  });

  afterAll(async () => {
    await guarded.close();
    await server.stop();
  });

  async function register(body: unknown, key?: string) {
    return await server.call('POST', '/api/login/register', {
      body,
      language: 'en',
      ...(key === undefined ? {} : { key }),
    });
  }

  async function login(body: unknown) {
    return await server.call('POST', '/api/login/login', { body, language: 'en' });
  }

  async function registered(more: Record<string, unknown> = {}) {
    const body = person(more);
    const answer = await register(body);
    return { ...body, token: tokenOf(answer) };
  }

  async function count(sql: string, values: unknown[] = []): Promise<bigint> {
    return (await server.pool.query<{ n: bigint }>(`select count(*) as n from ${sql}`, values)).rows[0]?.n ?? -1n;
  }

  /** Logs in on the site with its captcha on, and counts the password checks. */
  async function guardedLogin(body: Record<string, unknown>, headers: Record<string, string> = {}) {
    const uuid = randomUUID();
    await insertCaptcha(server.pool, uuid, captchaHash(server.context.fingerprints, uuid, 'AC3D7'));
    const payload = { uuid, code: 'AC3D7', ...body };
    const before = verifications;
    const response = await injectForm(guarded, {
      method: 'POST',
      url: '/api/login/login',
      headers: { 'accept-language': 'en', ...headers },
      payload,
    });
    return {
      body: response.json<{ code: number; error?: string; data?: unknown }>(),
      worked: verifications - before,
      payload,
    };
  }

  return { site, register, login, registered, count, guardedLogin };
}

let people = 0;

/** A body that registers a new person. */
export function person(more: Record<string, unknown> = {}) {
  people += 1;
  return {
    username: `person_${people}`,
    pwd: 'correct horse',
    confirmPwd: 'correct horse',
    withdrawPwd: '730482',
    confirmWithdrawPwd: '730482',
    phone: `138${String(people).padStart(8, '0')}`,
    ...more,
  };
}

export function tokenOf(answer: { body: { data?: unknown } }): string {
  return tokenView.parse(answer.body.data).token;
}

/** What a registered person enters to log in. */
export function entry({ username, pwd }: { username: string; pwd: string }) {
  return { username, pwd };
}

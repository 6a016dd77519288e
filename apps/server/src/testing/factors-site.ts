import { creationOptionsView, factorsView, recoveryCodesView, totpSecretView } from '@candor/contract/factors';
import { securityView } from '@candor/contract/security';
import * as argon2 from '@node-rs/argon2';
import { TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import * as z from 'zod/mini';
import type { CallOptions, TestAnswer } from './call.ts';
import { makeMember, makeSession } from './factories.ts';
import type { SoftwareAuthenticator } from './software-authenticator.ts';
import { keepDevice, makeDevice } from './test-device.ts';
import type { TestDevice } from './test-device.ts';
import { startTestServer } from './test-server.ts';
import type { TestServer } from './test-server.ts';
import { injectForm } from './call.ts';

export const PASSWORD = 'quiet Otter climbs';
export const ORIGIN = 'https://candor.example';

/** A server, and a member of each test with a session. */
export interface FactorsSite {
  server: TestServer;
  memberId: bigint;
  username: string;
  token: string;
  /** With which the member logs in. */
  device: TestDevice;
}

/** The site for the tests of this file, and what its member does with factors. */
export function startFactorsSite() {
  let hash: string;
  const site = {} as FactorsSite;
  beforeAll(async () => {
    site.server = await startTestServer({ HOSTS: `${ORIGIN},https://other.example` });
    // Cheap to verify: most tests log in many times, and none is about hashes.
    hash = await argon2.hash(PASSWORD, { memoryCost: 64, timeCost: 1 });
  });
  beforeEach(async () => {
    site.memberId = await makeMember(site.server.pool);
    const { rows } = await site.server.ownerPool.query<{ username: string }>(
      'update member set password_hash = $2 where id = $1 returning username',
      [site.memberId.toString(), hash],
    );
    site.username = rows[0]?.username ?? '';
    site.token = await makeSession(site.server.pool, site.memberId);
    site.device = makeDevice();
  });
  afterAll(async () => await site.server.stop());

  async function call(
    method: Method,
    path: string,
    body?: unknown,
    more: CallOptions = {},
  ): Promise<TestAnswer['body']> {
    const headers = { origin: ORIGIN, ...more.headers };
    const answer = await site.server.call(method, path, {
      token: site.token,
      ...(body === undefined ? {} : { body }),
      ...more,
      headers,
    });
    return answer.body;
  }

  async function own<T>(schema: z.ZodMiniType<T>, method: Method, path: string, body?: unknown): Promise<T> {
    const { error, data } = await call(method, path, body);
    expect(error, path).toBeUndefined();
    return schema.parse(data);
  }

  async function confirmWithPassword(): Promise<void> {
    expect(await call('POST', '/api/account/confirmation', { pwd: PASSWORD })).toMatchObject({ code: 200 });
  }

  /** As if the last confirmation, and the last used code, were long ago. */
  async function forget(): Promise<void> {
    await site.server.ownerPool.query('update session set confirmed_at = null where member_id = $1', [
      site.memberId.toString(),
    ]);
    await site.server.ownerPool.query('update member_totp set used_step = 0 where member_id = $1', [
      site.memberId.toString(),
    ]);
  }

  async function codeOf(secret: string, stepsAway = 0): Promise<string> {
    const { rows } = await site.server.ownerPool.query<{ ms: number }>(
      'select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms',
    );
    return new TOTP({ secret }).generate({ timestamp: (rows[0]?.ms ?? 0) + stepsAway * 30_000 });
  }

  async function turnOnTotp(): Promise<{ secret: string; codes: string[] }> {
    await confirmWithPassword();
    const { secret } = await own(totpSecretView, 'POST', '/api/account/factors/totp');
    const { recoveryCodes } = await own(recoveryCodesView, 'PUT', '/api/account/factors/totp', {
      code: await codeOf(secret),
    });
    await forget();
    return { secret, codes: recoveryCodes ?? [] };
  }

  async function addPasskey(device: SoftwareAuthenticator, lies = {}, name = 'Phone'): Promise<TestAnswer['body']> {
    const { options } = await own(creationOptionsView, 'POST', '/api/account/factors/passkeys/options');
    return await call('POST', '/api/account/factors/passkeys', { name, passkey: device.create(options, lies) });
  }

  async function factors() {
    return await own(factorsView, 'GET', '/api/account/factors');
  }

  async function security() {
    return await own(securityView, 'GET', '/api/account/security');
  }

  /** A call without a session, from an address. */
  async function visit(path: string, body: unknown, { address = '192.0.2.1', origin = ORIGIN } = {}) {
    const answer = await injectForm(site.server.http.app, {
      method: 'POST',
      url: path,
      remoteAddress: address,
      headers: { origin, 'content-type': 'application/json', 'user-agent': 'Browser of a test' },
      payload: JSON.stringify(body),
    });
    const parsed = z
      .looseObject({
        code: z.number(),
        error: z.optional(z.string()),
        params: z.optional(z.record(z.string(), z.unknown())),
        data: z.optional(z.unknown()),
      })
      .parse(answer.json());
    const opened = entered.safeParse(parsed.data);
    if (opened.success) keepDevice(opened.data.token, site.device);
    return parsed;
  }

  async function logIn(from: Visit = {}, device?: string) {
    return await visit(
      '/api/login/login',
      {
        username: site.username,
        pwd: PASSWORD,
        deviceKey: site.device.deviceKey,
        ...(device === undefined ? {} : { device }),
      },
      from,
    );
  }

  async function challengeFor(from: Visit = {}, device?: string): Promise<string> {
    const answer = await logIn(from, device);
    expect(answer).toMatchObject({ code: 500, error: 'SECOND_FACTOR_REQUIRED' });
    expect(answer).not.toHaveProperty('data');
    return z.string().parse(answer.params?.['challenge']);
  }

  async function finish(challenge: string, proof: object, from: Visit = {}) {
    return await visit('/api/login/factor', { challenge, deviceKey: site.device.deviceKey, ...proof }, from);
  }

  return {
    site,
    call,
    own,
    confirmWithPassword,
    forget,
    codeOf,
    turnOnTotp,
    addPasskey,
    factors,
    security,
    visit,
    logIn,
    challengeFor,
    finish,
  };
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
type Visit = { address?: string; origin?: string };

export const entered = z.object({ token: z.string(), device: z.string() });

import { expect, it } from 'vitest';
import { createSessions, hashToken } from './sessions.ts';
import type { SessionMember } from './session-store.ts';

const TOKEN = 'a'.repeat(43);
const MEMBER: SessionMember = {
  sessionId: '00000000-0000-4000-8000-000000000001',
  memberId: 7n,
  username: 'alice',
  frozen: false,
  roles: [],
  permissions: [],
  deviceKey: null,
};

/** One row as the driver returns it: its values in the order of the statement's columns, which is looked at once. */
function answerOf(row: object) {
  return { rows: [Object.values(row)], fields: Object.keys(row).map((name) => ({ name })), rowCount: 1 };
}

/** A database that knows one token, and counts how often it was asked. */
function knowing(token: string, freeze: string | null = null) {
  const asked = { times: 0 };
  const sessions = createSessions({
    query: (...call: unknown[]) => {
      asked.times += 1;
      const [{ name, values }] = call as [{ name: string; values: [Buffer] }];
      if (name === 'find-freezes') return Promise.resolve(answerOf({ code: freeze })) as never;
      const found = { place: 1, ...MEMBER, stale: false };
      const answer = answerOf(found);
      return Promise.resolve(values[0].includes(hashToken(token)) ? answer : { ...answer, rows: [] }) as never;
    },
  });
  return { sessions, asked };
}

type Request = Parameters<ReturnType<typeof createSessions>['requireMember']>[0];
function request(authorization?: string): Request {
  return { headers: authorization === undefined ? {} : { authorization } } as Request;
}

it.each([20, 43, 100])('a bearer token of %d characters is looked up', async (length) => {
  const token = 'a'.repeat(length);
  const { sessions } = knowing(token);
  const call = request(`Bearer ${token}`);
  await sessions.requireMember(call);
  expect(sessions.memberOf(call)).toEqual(MEMBER);
});

it.each([
  ['no header', undefined],
  ['no scheme', TOKEN],
  ['another scheme', `Basic ${TOKEN}`],
  ['something before it', `x Bearer ${TOKEN}`],
  ['something after it', `Bearer ${TOKEN} x`],
  ['a character no token has', `Bearer ${TOKEN}.`],
  ['a short token', `Bearer ${'a'.repeat(19)}`],
  ['a long token', `Bearer ${'a'.repeat(101)}`],
])('%s is no session, and the database is not asked', async (_, authorization) => {
  const { sessions, asked } = knowing(TOKEN);
  const call = request(authorization);
  await expect(sessions.requireMember(call)).rejects.toMatchObject({ key: 'SESSION_INVALID' });
  expect(asked.times).toBe(0);
  expect(() => sessions.memberOf(call)).toThrow('memberOf needs a route that requires a session');
});

it('an unknown token is no session', async () => {
  const { sessions } = knowing(TOKEN);
  await expect(sessions.requireMember(request(`Bearer ${'b'.repeat(43)}`))).rejects.toMatchObject({
    key: 'SESSION_INVALID',
  });
});

it('a session that a freeze ended says why', async () => {
  const { sessions } = knowing(TOKEN, 'LEGAL_DUTY');
  await expect(sessions.requireMember(request(`Bearer ${'b'.repeat(43)}`))).rejects.toMatchObject({
    key: 'SESSION_FROZEN_BECAUSE',
    params: { because: 'BECAUSE_LEGAL_DUTY' },
  });
});

it.each([
  [100, 1],
  [101, 0],
])('a socket asks the database about a token of %d characters %d times', async (length, times) => {
  const token = 'a'.repeat(length);
  const { sessions, asked } = knowing(token);
  expect(await sessions.authenticate(token)).toEqual(times === 1 ? MEMBER : undefined);
  expect(asked.times).toBe(times);
});

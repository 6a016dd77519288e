import { logOut } from '@candor/contract/calls/account';
import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { CLOSE_SESSION_ENDED } from '@candor/contract/live';
import { LIVE_PATH } from '@candor/contract/paths';
import { WebSocket } from 'ws';
import { busySecond } from '../testing/busy-second.ts';
import { makeMember, makeSession } from '../testing/factories.ts';
import { startTestServer } from '../testing/test-server.ts';
import type { TestServer } from '../testing/test-server.ts';

/** Sessions end in other requests, in other processes and by time; their sockets must close too. */

let server: TestServer;
let url: string;
let memberId: bigint;
let token: string;
let socket: WebSocket;
let closed: Promise<number>;

beforeAll(async () => {
  server = await startTestServer({ PORT: '0', HOST: '127.0.0.1' });
  url = (await server.http.listen()).replace('http', 'ws');
});
afterAll(async () => await server.stop());

beforeEach(async () => {
  memberId = await makeMember(server.pool);
  token = await makeSession(server.pool, memberId);
  ({ socket, closed } = await open(token));
});
afterEach(() => socket.terminate());

async function open(withToken: string): Promise<{ socket: WebSocket; closed: Promise<number> }> {
  const opened = new WebSocket(`${url}${LIVE_PATH}`);
  const end = new Promise<number>((resolve) => opened.once('close', resolve));
  await new Promise((resolve) => opened.once('message', resolve));
  opened.send(JSON.stringify({ op: 'auth', token: withToken }));
  const answer = await new Promise<string>((resolve) =>
    opened.once('message', (data: Buffer) => resolve(data.toString())),
  );
  expect(JSON.parse(answer)).toEqual({ op: 'auth', ok: true });
  return { socket: opened, closed: end };
}

const ENDINGS: Record<string, () => Promise<unknown>> = {
  'a log out': async () => await server.call('POST', logOut.path, { token }),
  'the end of the session by another process': async () =>
    await server.ownerPool.query('delete from session where member_id = $1', [memberId]),
  'its expiry': async () =>
    await server.ownerPool.query(
      `update session set expires_at = clock_timestamp() - interval '1 ms' where member_id = $1`,
      [memberId],
    ),
  'a member who may not log in any more': async () =>
    await server.ownerPool.query('update member set login_allowed = false where id = $1', [memberId]),
};

it.each(Object.keys(ENDINGS))('%s closes its socket within a second', async (name) => {
  const other = await open(await makeSession(server.pool, await makeMember(server.pool)));
  await ENDINGS[name]?.();
  expect(await Promise.race([closed, busySecond(server.pool)])).toBe(CLOSE_SESSION_ENDED);
  expect(other.socket.readyState).toBe(WebSocket.OPEN);
  other.socket.terminate();
});

it('one ended session does not disconnect the member’s other sessions', async () => {
  const other = await open(await makeSession(server.pool, memberId));
  const hash = createHash('sha256').update(token).digest();
  await server.ownerPool.query('delete from session where token_hash = $1', [hash]);
  expect(await closed).toBe(CLOSE_SESSION_ENDED);
  expect(other.socket.readyState).toBe(WebSocket.OPEN);
  other.socket.terminate();
});

import type { Socket } from 'node:net';
import { fetchLive } from '@candor/contract/calls/live';
import { logOut } from '@candor/contract/calls/account';
import { CLOSE_SESSION_ENDED } from '@candor/contract/live';
import { fetchLiveView } from '@candor/contract/live-box';
import type { FetchLiveView } from '@candor/contract/live-box';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { insertOutbox } from '../services/outbox/outbox-store.ts';
import { busySecond } from '../testing/busy-second.ts';
import { makeMember, makeSession } from '../testing/factories.ts';
import { connectRaw } from '../testing/raw-client.ts';
import { startTestServer } from '../testing/test-server.ts';
import type { TestServer } from '../testing/test-server.ts';

/** The live connection where no WebSocket can be opened, on the real server, and what a stranger may try with it. */
const STRANGER = { 'X-Forwarded-For': '203.0.113.66' };

let server: TestServer;
let port: number;
let memberId: bigint;
let token: string;
let sockets: Socket[];

beforeAll(async () => {
  server = await startTestServer({ PORT: '0', HOST: '127.0.0.1' });
  port = Number(new URL(await server.http.listen()).port);
});
afterAll(async () => await server.stop());
beforeEach(async () => {
  sockets = [];
  memberId = await makeMember(server.pool);
  token = await makeSession(server.pool, memberId);
});
afterEach(() => {
  for (const socket of sockets) socket.destroy();
});

async function call(body: object, headers: Record<string, string> = {}): Promise<FetchLiveView> {
  const answer = await server.call('POST', fetchLive.path, { body, headers });
  return fetchLiveView.parse(answer.body.data);
}

async function openBox(withToken: string): Promise<{ box: string; after: number; answer: FetchLiveView }> {
  const { box } = await call({ box: null, after: 0, say: [] });
  const say = [
    { op: 'auth', token: withToken },
    { op: 'sub', topics: ['me'] },
  ].map((frame) => JSON.stringify(frame));
  return { box, after: 2, answer: await call({ box, after: 1, say }) };
}

describe('a member', () => {
  it('gets news of the bus, and only their own', async () => {
    const { box, after } = await openBox(token);
    const other = await openBox(await makeSession(server.pool, await makeMember(server.pool)));
    const waiting = call({ box, after, say: [] });
    let isOthersAnswered = false;
    const others = call({ box: other.box, after: other.after, say: [] }).then(() => (isOthersAnswered = true));
    await insertOutbox(server.pool, [{ memberId, message: { type: 'withdrawal' } }]);
    expect((await waiting).frames).toEqual(['{"topic":"me","d":{"type":"withdrawal"}}']);
    expect(isOthersAnswered).toBe(false);
    server.http.hub.readAgain(1);
    await others;
  });

  it('whose session ends gets nothing more, within a second', async () => {
    const { box, after } = await openBox(token);
    const waiting = call({ box, after, say: [] });
    expect((await server.call('POST', logOut.path, { token })).body.code).toBe(200);
    const ended = waiting.then((answer) => answer.ended);
    expect(await Promise.race([ended, busySecond(server.pool)])).toBe(CLOSE_SESSION_ENDED);
    expect((await call({ box, after, say: [] })).ended).toBe(1006);
    // The token opens nothing either.
    const again = await openBox(token);
    expect(again.answer.frames).toEqual(['{"op":"auth","ok":false}']);
  });
});

describe('a stranger', () => {
  it.each([
    ['no JSON', 'x'],
    ['no frames', {}],
    ['a box that is no text', { box: 1, after: 0, say: [] }],
    ['a number below zero', { box: null, after: -1, say: [] }],
    ['more frames than fit', { box: null, after: 0, say: Array.from({ length: 9 }, () => '{}') }],
    ['a frame that is too long', { box: null, after: 0, say: ['x'.repeat(8_193)] }],
    ['another field', { box: null, after: 0, say: [], token: 'x' }],
  ])('with %s opens no box', async (_, body) => {
    const before = server.http.hub.size();
    expect((await server.call('POST', fetchLive.path, { body })).body.code).not.toBe(200);
    expect(server.http.hub.size()).toBe(before);
  });

  it('who opens a hundred from one address, and reads none, gets 64, and a member is served all the time', async () => {
    const before = server.http.hub.size();
    const body = '{"box":null,"after":0,"say":[]}';
    const head = `POST ${fetchLive.path} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 203.0.113.66\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    for (let n = 0; n < 100; n += 1) {
      const socket = await connectRaw(port);
      socket.pause();
      socket.write(head);
      sockets.push(socket);
    }
    await expect.poll(() => server.http.hub.size()).toBe(before + 64);
    const refused = await server.call('POST', fetchLive.path, {
      body: { box: null, after: 0, say: [] },
      headers: STRANGER,
    });
    expect([refused.status, refused.body.error]).toEqual([429, 'RATE_LIMITED']);
    const { box, after, answer } = await openBox(token);
    expect(answer.frames).toEqual(['{"op":"auth","ok":true}']);
    await insertOutbox(server.pool, [{ memberId, message: { type: 'money' } }]);
    expect((await call({ box, after, say: [] })).frames).toEqual(['{"topic":"me","d":{"type":"money"}}']);
  });

  it('whose connections wait and are cut leaves nothing that waits', async () => {
    const { box } = await call({ box: null, after: 0, say: [] });
    const body = JSON.stringify({ box, after: 1, say: [] });
    const head = `POST ${fetchLive.path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    for (let n = 0; n < 20; n += 1) {
      const socket = await connectRaw(port);
      socket.write(head);
      socket.resetAndDestroy();
    }
    server.http.hub.readAgain(7);
    // The box is still of its reader: what was not fetched comes with the next call.
    const { frames } = await call({ box, after: 1, say: [] });
    expect(frames.join('')).toContain('"resync"');
  });
});

import { randomBytes, randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { CLOSE_SESSION_ENDED } from '@candor/contract/live';
import { LIVE_PATH } from '@candor/contract/paths';
import { VISITOR_HEADER } from '@candor/contract/support';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { makeMember, makeSession } from '../testing/factories.ts';
import { clientFrame, connectRaw, OPCODES, openDeafSocket, readUntil, upgradeHead } from '../testing/raw-client.ts';
import { startTestServer } from '../testing/test-server.ts';
import type { TestServer } from '../testing/test-server.ts';
import { puzzleFor } from '../testing/call.ts';

/** Floods of one stranger or one member, while another member uses the site: nothing of that member's gets slow or lost. */
const MESSAGES = '/api/support/messages';
const VISITOR_MESSAGES = '/api/support/visitor/messages';
const STRANGER = { 'X-Forwarded-For': '203.0.113.66' };
const FLOOD = 400;
/** How long the other member may wait for an answer. A machine that is busy may take as long as it does for so many calls that nobody minds. */
const ANSWER_MS_MAX = 2_000;
const MEMORY_BYTES_MAX = 50_000_000;

let server: TestServer;
let port: number;
let memberId: bigint;
let token: string;
let page: Awaited<ReturnType<typeof openPage>>;
let strangers: Socket[];

beforeAll(async () => {
  server = await startTestServer({ PORT: '0', HOST: '127.0.0.1' });
  port = Number(new URL(await server.http.listen()).port);
});
afterAll(async () => await server.stop());
beforeEach(async () => {
  strangers = [];
  memberId = await makeMember(server.pool);
  token = await makeSession(server.pool, memberId);
  page = await openPage(token);
});
afterEach(async () => {
  for (const socket of strangers) socket.destroy();
  page.socket.terminate();
  await expect.poll(() => server.http.hub.size()).toBe(0);
});

/** The open page of a member: its live socket, with what it was sent. */
async function openPage(withToken: string) {
  const socket = new WebSocket(`ws://127.0.0.1:${port}${LIVE_PATH}`, {
    headers: { 'X-Forwarded-For': '198.51.100.9' },
  });
  const frames: string[] = [];
  const closed = new Promise<number>((resolve) => socket.once('close', resolve));
  socket.on('message', (data: Buffer) => frames.push(data.toString()));
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  socket.send(JSON.stringify({ op: 'auth', token: withToken }));
  socket.send(JSON.stringify({ op: 'sub', topics: ['me'] }));
  await expect.poll(() => frames.some((frame) => frame.includes('"auth"'))).toBe(true);
  return { socket, frames, closed };
}

async function say(as: string) {
  return await server.call('POST', MESSAGES, { token: as, key: randomUUID(), body: { text: 'x' } });
}

/** What as many calls as the flood has take on this machine now, without a flood. */
async function harmlessMs(): Promise<number> {
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: FLOOD }, async () => await server.call('GET', MESSAGES, { token })));
  // One of a flood may cost as much as three of these.
  return 3 * (performance.now() - startedAt);
}

/** Nothing that the other member does all the time that the flood lasts is answered late. */
async function expectQuickAnswers(startFlood: () => Promise<unknown>): Promise<void> {
  const before = await harmlessMs();
  const longestMs = await useMeanwhile(startFlood());
  expect(longestMs).toBeLessThan(Math.max(ANSWER_MS_MAX, before, longestMs < ANSWER_MS_MAX ? 0 : await harmlessMs()));
}

/** What the other member does all the time that the flood lasts; the longest wait for an answer. */
async function useMeanwhile(flood: Promise<unknown>): Promise<number> {
  const flooding = { isOver: false };
  let longestMs = 0;
  const ended = flood.finally(() => (flooding.isOver = true));
  do {
    const startedAt = performance.now();
    expect((await server.call('GET', MESSAGES, { token })).body.code).toBe(200);
    longestMs = Math.max(longestMs, performance.now() - startedAt);
  } while (!flooding.isOver);
  await ended;
  return longestMs;
}

/** The member's page still gets its news, over the same socket. */
async function expectNews(): Promise<void> {
  page.frames.length = 0;
  expect((await say(token)).body.code).toBe(200);
  await expect.poll(() => page.frames.join('\n')).toContain('"support"');
  expect(page.socket.readyState).toBe(WebSocket.OPEN);
}

function kept(): number {
  const { external, arrayBuffers } = process.memoryUsage();
  return external + arrayBuffers;
}

it('a member who floods the chat, with a page that reads nothing, fills nothing', async () => {
  const flooder = await makeSession(server.pool, await makeMember(server.pool));
  const deaf = await openDeafSocket(port);
  strangers.push(deaf);
  deaf.write(clientFrame(OPCODES.text, JSON.stringify({ op: 'auth', token: flooder })));
  const before = kept();
  const answers: number[] = [];
  await expectQuickAnswers(async () =>
    Promise.all(Array.from({ length: FLOOD }, async () => answers.push(Number((await say(flooder)).body.code)))),
  );
  expect(answers.filter((code) => code === 200)).toHaveLength(10);
  expect(answers.filter((code) => code === 429)).toHaveLength(FLOOD - 10);
  expect(kept() - before).toBeLessThan(MEMORY_BYTES_MAX);
  await expectNews();
});

it('a visitor who floods the chat under ever new secrets begins five conversations', async () => {
  // Solved before: what is measured here is the server, which runs on the same thread.
  const puzzles: (string | undefined)[] = [];
  for (let n = 0; n < FLOOD; n += 1)
    puzzles.push(await puzzleFor(server.http.app, 'POST', VISITOR_MESSAGES, { headers: STRANGER }));
  const write = async () =>
    await server.call('POST', VISITOR_MESSAGES, {
      key: randomUUID(),
      puzzle: puzzles.pop() ?? null,
      body: { text: 'x'.repeat(2_000) },
      headers: { [VISITOR_HEADER]: randomBytes(32).toString('base64url'), ...STRANGER },
    });
  const before = kept();
  const codes: number[] = [];
  await expectQuickAnswers(async () =>
    Promise.all(Array.from({ length: FLOOD }, async () => codes.push(Number((await write()).body.code)))),
  );
  expect(codes.filter((code) => code === 200)).toHaveLength(5);
  expect(kept() - before).toBeLessThan(MEMORY_BYTES_MAX);
  await expectNews();
});

it('a session that was ended gets no more news of the chat, and opens no other socket', async () => {
  const other = await makeSession(server.pool, memberId);
  expect((await server.call('DELETE', '/api/account/sessions', { token: other })).body.code).toBe(200);
  expect(await page.closed).toBe(CLOSE_SESSION_ENDED);
  page.frames.length = 0;
  const live = await openPage(other);
  expect((await say(other)).body.code).toBe(200);
  await expect.poll(() => live.frames.join('\n')).toContain('"support"');
  expect(page.frames).toEqual([]);
  const again = await openPage(token);
  expect(again.frames.join('\n')).toContain('"ok":false');
  expect((await say(token)).body.code).toBe(401);
  await say(other);
  for (const each of [live, again]) each.socket.terminate();
  expect(again.frames.join('\n')).not.toContain('"support"');
});

it.each([
  ['that are held open', 'held', {}],
  ['that are reset at once', 'reset', {}],
  ['from another site', 'held', { Origin: 'https://evil.example' }],
])('a flood of upgrades %s leaves the sockets of others alone', async (_, fate, headers) => {
  const before = kept();
  const upgrade = async (): Promise<void> => {
    const socket = await connectRaw(port);
    strangers.push(socket);
    socket.write(upgradeHead(LIVE_PATH, { ...headers, ...STRANGER }));
    if (fate === 'reset') socket.resetAndDestroy();
    else await readUntil(socket, /\r\n\r\n/);
  };
  await expectQuickAnswers(async () => {
    for (let batch = 0; batch < 8; batch += 1) await Promise.all(Array.from({ length: FLOOD / 8 }, upgrade));
  });
  // One address may hold 64 sockets that are not logged in, however many this machine allows.
  expect(server.http.hub.size()).toBeLessThanOrEqual(1 + 64);
  expect(kept() - before).toBeLessThan(MEMORY_BYTES_MAX);
  await expectNews();
});

import { afterEach, describe, expect, it, vi } from 'vitest';
import { PING_MS, startHub } from '../../testing/hub-site.ts';
import { createBoxes } from './boxes.ts';
import { BOX_IDLE_MS, BOX_WAIT_MS, SAID_WAIT_MS } from './live-box.ts';
import type { BoxAnswer } from './live-box.ts';
import { GRACE_MS } from './reader-register.ts';
import { MEMBER_QUEUE_MAX, SLOW_BYTES } from './socket-sender.ts';

const { site, sweep } = startHub();
const NEVER = new Promise<void>(() => undefined);

afterEach(() => void vi.useRealTimers());

interface Asked {
  box?: string | null;
  after?: number;
  say?: readonly object[];
  address?: string;
  gone?: Promise<void>;
}

async function ask({ box = null, after = 0, say = [], address = 'one', gone = NEVER }: Asked = {}) {
  return await site.hub.fetch({
    box,
    after,
    say: say.map((frame) => JSON.stringify(frame)),
    isFull: say.length >= 8,
    address,
    gone,
  });
}

/** An answer with frames. */
async function fetched(asked: Asked = {}): Promise<BoxAnswer & { box: string }> {
  const answer = await ask(asked);
  if (answer === undefined || 'refused' in answer) throw new Error(`refused: ${JSON.stringify(answer)}`);
  return answer;
}

function opsOf({ frames }: BoxAnswer): unknown[] {
  return frames.map((frame) => JSON.parse(frame) as unknown);
}

/** A box of a member, with the number of its last frame. */
async function logIn(token = 'ann', address = 'one'): Promise<{ box: string; after: number }> {
  const { box } = await fetched({ address });
  const answer = await fetched({
    box,
    after: 1,
    say: [
      { op: 'auth', token },
      { op: 'sub', topics: ['me', 'tick:A'] },
    ],
  });
  expect(opsOf(answer)).toEqual([{ op: 'auth', ok: true }]);
  return { box, after: 2 };
}

describe('a reader without a WebSocket', () => {
  it('gets the same frames, in order, numbered', async () => {
    const first = await fetched();
    expect(first).toEqual({
      box: expect.stringMatching(/^[\w-]{22}$/),
      first: 1,
      frames: [`{"op":"hello","serverTime":"1970-01-01T00:16:40.000Z"}`],
      ended: null,
    });
    const { box, after } = await logIn();
    const waiting = fetched({ box, after });
    site.hub.publish('tick:A', { seq: 1 });
    site.hub.publishToMember(7n, { type: 'money' });
    site.hub.publish('tick:B', { seq: 1 });
    expect(await waiting).toMatchObject({
      first: 3,
      frames: ['{"topic":"tick:A","d":{"seq":1}}', '{"topic":"me","d":{"type":"money"}}'],
    });
  });

  it('gets a frame again until it says that it has it', async () => {
    const { box, after } = await logIn();
    site.hub.publishToMember(7n, { type: 'money' });
    const once = await fetched({ box, after });
    site.hub.publishToMember(7n, { type: 'savings' });
    const again = await fetched({ box, after });
    expect([once.first, again.first, again.frames.length]).toEqual([3, 3, 2]);
    expect(again.frames[0]).toBe(once.frames[0]);
    expect(await fetched({ box, after: 3 })).toMatchObject({ first: 4, frames: [again.frames[1]] });
  });

  it('has one waiting call: a second one answers it, and nothing is lost between them', async () => {
    const { box, after } = await logIn();
    const older = fetched({ box, after });
    const newer = fetched({ box, after, say: [{ op: 'ping' }] });
    // The older one may come too late: all that it had comes with the newer one.
    expect(await older).toMatchObject({ first: 3 });
    expect(await newer).toMatchObject({ first: 3, frames: [expect.stringContaining('pong')] });
  });

  it('is answered soon when it says something, and at once when it has more to say', async () => {
    const { box, after } = await logIn();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const sub = { op: 'sub', topics: ['tick:B'] };
    const full = await fetched({ box, after, say: Array.from({ length: 8 }, () => sub) });
    expect(full).toMatchObject({ first: after + 1, frames: [] });
    const soon = fetched({ box, after, say: [sub] });
    await vi.advanceTimersByTimeAsync(SAID_WAIT_MS);
    expect(await soon).toMatchObject({ first: after + 1, frames: [] });
  });

  it('whose call was cut gets what came meanwhile with the next one', async () => {
    const { box, after } = await logIn();
    const left = Promise.withResolvers<void>();
    const cut = fetched({ box, after, gone: left.promise });
    left.resolve();
    expect((await cut).frames).toEqual([]);
    site.hub.publishToMember(7n, { type: 'money' });
    expect((await fetched({ box, after })).frames).toHaveLength(1);
  });

  it('is answered by and by, also with nothing, and is gone when it asks no more', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { box } = await fetched();
    const waiting = fetched({ box, after: 1 });
    await vi.advanceTimersByTimeAsync(BOX_WAIT_MS);
    expect(await waiting).toMatchObject({ first: 2, frames: [], ended: null });
    await vi.advanceTimersByTimeAsync(BOX_IDLE_MS - 1);
    expect(site.hub.size()).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(site.hub.size()).toBe(0);
    expect(await ask({ box, after: 1 })).toBeUndefined();
  });

  it('reads again when it is told to, as every other', async () => {
    const { box, after } = await logIn();
    site.hub.readAgain(200);
    expect(opsOf(await fetched({ box, after }))).toEqual([{ op: 'resync', spreadMs: 200 }]);
  });
});

describe('a session that ends', () => {
  it('ends the waiting call, and the box', async () => {
    const { box, after } = await logIn();
    const waiting = fetched({ box, after });
    site.hub.endSessions(['ann']);
    expect(await waiting).toMatchObject({ frames: [], ended: 4401 });
    expect(await ask({ box, after })).toBeUndefined();
    expect([site.hub.size(), site.hub.hasMember(7n)]).toEqual([0, false]);
  });

  it('ends a box with no waiting call too: nothing of it can be fetched any more', async () => {
    const { box, after } = await logIn();
    site.hub.publishToMember(7n, { type: 'money' });
    site.hub.endSessions(['ann']);
    expect(await ask({ box, after })).toBeUndefined();
  });
});

describe('bounds', () => {
  it('a box that is not fetched holds little, and its member’s news are not dropped silently', async () => {
    await logIn();
    for (let n = 0; n < 2_000; n += 1) site.hub.publish('tick:A', { seq: n, text: 'x'.repeat(1_000) });
    await sweep();
    expect(site.hub.size()).toBe(1);
    for (let n = 0; n <= MEMBER_QUEUE_MAX; n += 1) site.hub.publishToMember(7n, { type: 'money' });
    expect([site.hub.size(), site.newsLost]).toEqual([0, 1]);
  });

  it('a slow reader gets the newest of each topic, and all news of its member', async () => {
    const { box, after } = await logIn();
    for (let n = 1; n <= 200; n += 1) site.hub.publish('tick:A', { seq: n, text: 'x'.repeat(1_000) });
    site.hub.publishToMember(7n, { type: 'money' });
    const early = await fetched({ box, after });
    expect(Buffer.byteLength(early.frames.join(''))).toBeLessThan(SLOW_BYTES + 2_000);
    const waiting = fetched({ box, after: after + early.frames.length });
    await sweep();
    const late = await waiting;
    expect(late.frames.map((frame) => frame.slice(0, 40))).toEqual([
      '{"topic":"me","d":{"type":"money"}}',
      '{"topic":"tick:A","d":{"seq":200,"text":'.slice(0, 40),
    ]);
  });

  it('boxes and sockets of one address share its places, and at the bound a stranger gives way', async () => {
    const boxes: string[] = [];
    for (let n = 0; n < 10; n += 1) boxes.push((await fetched({ address: `${n}` })).box);
    expect(await ask({ address: 'late' })).toEqual({ refused: 503 });
    const { after } = { after: 1 };
    const member = await fetched({ box: boxes[0] ?? '', after, say: [{ op: 'auth', token: 'ann' }] });
    expect(opsOf(member)).toEqual([{ op: 'auth', ok: true }]);
    site.now += 5_000;
    const late = await fetched({ address: 'late' });
    expect(late.first).toBe(1);
    // The member stays, the oldest stranger left.
    expect(await ask({ box: boxes[1] ?? '', after: 1 })).toBeUndefined();
    expect(site.hub.hasMember(7n)).toBe(true);
  });

  it('a hundred boxes of one address are as many as a hundred sockets of it', async () => {
    const answers = await Promise.all(Array.from({ length: 100 }, async () => await ask({ address: 'one' })));
    expect(answers.filter((answer) => answer !== undefined && 'refused' in answer)).toHaveLength(90);
    expect(site.hub.size()).toBe(10);
  });

  it('floods of frames, of wrong frames and of logins end a box as they end a socket', async () => {
    for (const [frame, count] of [
      [{ op: 'ping' }, 130],
      [{ op: 'auth', token: 'nobody' }, 7],
    ] as const) {
      const { box } = await fetched({ address: JSON.stringify(frame) });
      let answer = await ask({ box, after: 0, say: [frame] });
      for (let n = 1; n < count && answer !== undefined; n += 1) {
        const say = [frame];
        answer = await ask({ box, after: 0, say });
        if (answer !== undefined && 'ended' in answer && answer.ended !== null) {
          expect(answer.ended).toBe(4029);
          answer = undefined;
        }
      }
      expect(answer).toBeUndefined();
    }
  });

  it('the name of a box cannot be guessed, and an unknown one opens none', async () => {
    const { box } = await fetched();
    expect(await ask({ box: 'x'.repeat(22) })).toBeUndefined();
    expect(site.hub.size()).toBe(1);
    expect(Buffer.from(box, 'base64url')).toHaveLength(16);
  });

  it('a closed hub answers all that waits, and opens nothing', async () => {
    const { box, after } = await logIn();
    const waiting = fetched({ box, after });
    site.hub.close();
    expect(await waiting).toMatchObject({ ended: 1001 });
    expect(await ask()).toEqual({ refused: 503 });
  });
});

it('the pings of sockets cut no reader that fetches: it is gone only when it did not call for its own time', async () => {
  const { box } = await fetched();
  await vi.advanceTimersByTimeAsync(2 * PING_MS);
  expect(await ask({ box, after: 1, gone: Promise.resolve() })).toMatchObject({ ended: null });
});

describe('one address', () => {
  it('holds only its share of all boxes, and an old stranger of its own gives way', async () => {
    const cut: unknown[] = [];
    let now = 0;
    const boxes = createBoxes({
      boxesMax: 68,
      nowMs: () => now,
      findPlace: () => ({ instead: undefined }),
      accept: (link) => ({ openedAtMs: now, session: undefined, link }),
      cutOff: (reader) => {
        cut.push(reader);
        reader.link.close(1000);
      },
      say: () => undefined,
    });
    const open = async (address: string) =>
      await boxes.fetch({ box: null, after: 0, say: [], isFull: false, address, gone: Promise.resolve() });
    const answers = await Promise.all(Array.from({ length: 20 }, async () => await open('203.0.113.1')));
    expect(answers.filter((answer) => answer !== undefined && 'refused' in answer)).toEqual(
      Array.from({ length: 4 }, () => ({ refused: 429 })),
    );
    expect(await open('198.51.100.1')).toHaveProperty('box');
    now = GRACE_MS;
    expect(await open('203.0.113.1')).toHaveProperty('box');
    expect(cut).toHaveLength(1);
  });
});

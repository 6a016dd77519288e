import { describe, expect, it, vi } from 'vitest';
import type { LiveSession } from './reader-register.ts';
import { ANN, BEN, startHub } from '../../testing/hub-site.ts';

const { site, sweep, until, connect, deaf } = startHub();

describe('topics', () => {
  it('reach only their subscribers, until they unsubscribe', async () => {
    const [reader, other] = [await connect(), await connect()];
    reader.say({ op: 'sub', topics: ['tick:A'] });
    await reader.settled();
    site.hub.publish('tick:A', { seq: 1 });
    expect(await reader.next((frame) => frame['topic'] === 'tick:A')).toEqual({ topic: 'tick:A', d: { seq: 1 } });
    reader.say({ op: 'unsub', topics: ['tick:A'] });
    await reader.settled();
    site.hub.publish('tick:A', { seq: 2 });
    await reader.settled();
    await other.settled();
    expect([reader.frames, other.frames]).toEqual([[], []]);
  });

  it('make room for others when they are left', async () => {
    const reader = await connect();
    const topics = Array.from({ length: 100 }, (_, n) => `tick:${n}`);
    reader.say({ op: 'sub', topics });
    reader.say({ op: 'unsub', topics: topics.slice(0, 1) });
    reader.say({ op: 'sub', topics: ['tick:A'] });
    await reader.settled();
    site.hub.publish('tick:A', { seq: 1 });
    expect(await reader.next((frame) => frame['topic'] === 'tick:A')).toMatchObject({ d: { seq: 1 } });
    expect(reader.frames).toEqual([]);
  });

  it('send a slow reader the newest message instead of a queue', async () => {
    const reader = await connect();
    reader.say({ op: 'sub', topics: ['tick:A'] });
    await reader.settled();
    reader.socket.pause();
    const filler = 'x'.repeat(50_000);
    for (let seq = 1; seq <= 400; seq += 1) {
      site.hub.publish('tick:A', { seq, filler });
      if (seq % 20 === 0) await sweep();
    }
    reader.socket.resume();
    const caughtUp = reader.next((frame) => (frame['d'] as { seq: number } | undefined)?.seq === 400);
    await until(() => {
      vi.advanceTimersByTime(100);
      return reader.frames.length > 0 && site.served.every((socket) => socket.writableLength === 0);
    });
    expect((await caughtUp)['topic']).toBe('tick:A');
    expect(reader.frames.length).toBeLessThan(399);
  });

  it('are limited in number', async () => {
    const reader = await connect();
    reader.say({ op: 'sub', topics: Array.from({ length: 101 }, (_, i) => `t${i}`) });
    expect(await reader.next((frame) => frame['op'] === 'error')).toEqual({ op: 'error', error: 'RATE_LIMITED' });
    site.hub.publish('t99', 1);
    site.hub.publish('t100', 1);
    await reader.settled();
    expect(reader.frames).toEqual([{ topic: 't99', d: 1 }]);
    // What it has already is no more.
    reader.say({ op: 'sub', topics: ['t99'] });
    await reader.settled();
    expect(reader.frames).toEqual([{ topic: 't99', d: 1 }]);
  });
});

describe('members', () => {
  it('get their own messages, and nobody else gets them', async () => {
    const [mine, forged, silent] = [await connect(), await connect(), await connect()];
    expect(await mine.logIn('ann')).toBe(true);
    expect(await forged.logIn('bad')).toBe(false);
    for (const reader of [mine, forged, silent]) {
      reader.say({ op: 'sub', topics: ['me'] });
      await reader.settled();
    }
    site.hub.publishToMember(7n, { type: 'money' });
    expect(await mine.next((frame) => frame['topic'] === 'me')).toEqual({ topic: 'me', d: { type: 'money' } });
    await forged.settled();
    await silent.settled();
    expect([forged.frames, silent.frames]).toEqual([[], []]);
  });

  it('get none on a socket that did not ask for them', async () => {
    const [asking, other] = [await connect(), await connect()];
    for (const reader of [asking, other]) await reader.logIn('ann');
    asking.say({ op: 'sub', topics: ['me'] });
    await asking.settled();
    site.hub.publishToMember(7n, { type: 'money' });
    site.hub.publishToMembers({ type: 'notice' });
    for (const reader of [asking, other]) await reader.settled();
    expect([asking.frames.length, other.frames.length]).toEqual([2, 0]);
  });

  it('are known to be here while one of their sockets is logged in', async () => {
    const reader = await connect();
    expect(site.hub.hasMember(7n)).toBe(false);
    await reader.logIn('ann');
    expect([site.hub.hasMember(7n), site.hub.hasMember(8n)]).toEqual([true, false]);
    reader.socket.terminate();
    await until(() => site.hub.size() === 0);
    expect(site.hub.hasMember(7n)).toBe(false);
  });

  it('all get what is for every member, and sockets without a member do not', async () => {
    const [ann, ben, forged, silent] = [await connect(), await connect(), await connect(), await connect()];
    await ann.logIn('ann');
    await ben.logIn('ben');
    await forged.logIn('bad');
    for (const reader of [ann, ben, forged, silent]) {
      reader.say({ op: 'sub', topics: ['me'] });
      await reader.settled();
    }
    site.hub.publishToMembers({ type: 'notice' });
    for (const reader of [ann, ben, forged, silent]) await reader.settled();
    const news = [{ topic: 'me', d: { type: 'notice' } }];
    expect([ann, ben, forged, silent].map(({ frames }) => frames)).toEqual([news, news, [], []]);
  });

  it('change with a second login on one socket: the first member gets nothing more', async () => {
    const reader = await connect();
    reader.say({ op: 'sub', topics: ['me'] });
    await reader.logIn('ann');
    await reader.logIn('ben');
    site.hub.publishToMember(7n, { type: 'money' });
    site.hub.publishToMember(8n, { type: 'notice' });
    await reader.settled();
    expect(reader.frames).toEqual([{ topic: 'me', d: { type: 'notice' } }]);
    expect(site.hub.sessionIds()).toEqual(['ben']);
    expect(await reader.logIn('bad')).toBe(false);
    site.hub.publishToMember(8n, { type: 'notice' });
    await reader.settled();
    expect(reader.frames).toHaveLength(1);
    expect(site.hub.sessionIds()).toEqual([]);
  });

  it('are those of the newest login, whichever answer comes first', async () => {
    const answers = new Map<string, (session: LiveSession | undefined) => void>();
    site.authenticate = async (token) => await new Promise((resolve) => answers.set(token, resolve));
    const reader = await connect();
    reader.say({ op: 'auth', token: 'ann' });
    await until(() => answers.has('ann'));
    reader.say({ op: 'auth', token: 'ben' });
    await reader.settled();
    answers.get('ann')?.(ANN);
    await until(() => answers.has('ben'));
    answers.get('ben')?.(BEN);
    expect(await reader.next((frame) => frame['op'] === 'auth')).toEqual({ op: 'auth', ok: true });
    await reader.settled();
    expect(reader.frames).toEqual([]);
    expect(site.hub.sessionIds()).toEqual(['ben']);
  });

  it('leave nothing behind when a socket closes, even before its answer', async () => {
    let answer: (session: LiveSession) => void = () => undefined;
    site.authenticate = async () => await new Promise((resolve) => (answer = resolve));
    const reader = await connect();
    reader.say({ op: 'auth', token: 'ann' });
    await reader.settled();
    reader.socket.terminate();
    await until(() => site.hub.size() === 0);
    answer(ANN);
    await sweep();
    expect(site.hub.sessionIds()).toEqual([]);
  });

  it('have a limited number of sockets: a new one closes the oldest', async () => {
    const [first, second, third] = [await connect(), await connect(), await connect()];
    for (const reader of [first, second, third]) expect(await reader.logIn('ann')).toBe(true);
    expect(await first.closed).toBe(1013);
    await second.settled();
    await third.settled();
    expect(site.hub.size()).toBe(2);
  });

  it('lose only the sockets of the session that ends', async () => {
    const [mine, again, other] = [await connect(), await connect(), await connect()];
    for (const reader of [mine, again]) {
      await reader.logIn('ann');
      reader.say({ op: 'sub', topics: ['me'] });
    }
    await other.logIn('ben');
    site.hub.endSessions(['ann', 'unknown']);
    site.hub.publishToMember(7n, { type: 'money' });
    expect([await mine.closed, await again.closed]).toEqual([4401, 4401]);
    expect([...mine.frames, ...again.frames]).toEqual([]);
    await other.settled();
    expect(site.hub.sessionIds()).toEqual(['ben']);
  });

  it('are looked up four at a time, and not at all once their socket is closed', async () => {
    const asked: string[] = [];
    const answers: (() => void)[] = [];
    site.authenticate = async (token) => {
      asked.push(token);
      await new Promise<void>((resolve) => answers.push(resolve));
      return undefined;
    };
    const readers = [];
    for (let i = 0; i < 6; i += 1) {
      const reader = await connect();
      reader.say({ op: 'auth', token: `${i}` });
      await reader.settled();
      readers.push(reader);
    }
    expect(asked).toEqual(['0', '1', '2', '3']);
    readers[4]?.socket.terminate();
    await until(() => site.hub.size() === 5);
    for (const answer of answers.splice(0)) answer();
    await until(() => asked.length > 4);
    expect(asked.slice(4)).toEqual(['5']);
  });

  it('are disconnected when the lookup fails', async () => {
    site.authenticate = async () => await Promise.reject(new Error('the database is gone'));
    const reader = await connect();
    reader.say({ op: 'auth', token: 'ann' });
    expect(await reader.closed).toBe(1011);
  });
});

describe('a closing hub', () => {
  it('closes its sockets, cuts off those that do not respond, and accepts no more', async () => {
    const [reader] = [await connect(), await deaf()];
    site.hub.close();
    expect(await reader.closed).toBe(1001);
    await expect(connect()).rejects.toThrow('503');
    await until(() => site.hub.size() === 0);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('sends its readers elsewhere one after the other, when it moves, and accepts no more meanwhile', async () => {
    const readers = [await connect(), await connect(), await connect()];
    const closedAt: number[] = [];
    for (const reader of readers) void reader.closed.then(() => closedAt.push(performance.now()));
    const moving = site.hub.move(60);
    await expect(connect()).rejects.toThrow('503');
    expect(await Promise.all(readers.map(async ({ closed }) => await closed))).toEqual([1001, 1001, 1001]);
    await moving;
    expect((closedAt[2] ?? 0) - (closedAt[0] ?? 0)).toBeGreaterThan(25);
    await until(() => site.hub.size() === 0);
  });
});

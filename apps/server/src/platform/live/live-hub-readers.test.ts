import { describe, expect, it, vi } from 'vitest';
import { clientFrame, OPCODES } from '../../testing/raw-client.ts';
import { MEMBER_QUEUE_MAX, SLOW_BYTES, STALLED_MS } from './socket-sender.ts';
import { PING_MS, startHub } from '../../testing/hub-site.ts';

const { site, sweep, until, connect, deaf } = startHub();

describe('readers that stop reading', () => {
  const MESSAGE = { filler: 'x'.repeat(900) };

  function unsent(): number {
    return Math.max(...site.served.map((socket) => socket.writableLength));
  }

  it('use little memory, whatever they are sent or ask for, and are cut off', async () => {
    const topics = Array.from({ length: 100 }, (_, i) => `tick:${i}`);
    site.authenticate = async (token) => ({ memberId: BigInt(token), sessionId: token });
    for (let i = 0; i < 40; i += 1) {
      const socket = await deaf();
      socket.write(clientFrame(OPCODES.text, JSON.stringify({ op: 'sub', topics: [...topics, 'me'].slice(-100) })));
      socket.write(clientFrame(OPCODES.text, JSON.stringify({ op: 'auth', token: `${i}` })));
    }
    await until(() => site.hub.sessionIds().length === 40);
    const before = process.memoryUsage();
    let most = 0;
    let cutOffAtSecond = 0;
    for (let second = 1; second <= 120; second += 1) {
      for (const socket of site.raw) {
        if (socket.destroyed) continue;
        for (const kind of [OPCODES.ping, OPCODES.text]) {
          socket.write(clientFrame(kind, '{"op":"ping"}'));
          if (second % 10 === 0) socket.write(clientFrame(OPCODES.text, 'not a frame'));
        }
      }
      site.hub.publishToMember(7n, { type: 'money' });
      for (let i = 0; i < 5; i += 1) {
        for (const topic of topics) site.hub.publish(topic, MESSAGE);
        await sweep();
        site.now += 200;
      }
      most = Math.max(most, unsent());
      if (site.hub.size() === 0 && cutOffAtSecond === 0) cutOffAtSecond = second;
    }
    const after = process.memoryUsage();
    expect(most).toBeLessThan(SLOW_BYTES + 2_000);
    expect(cutOffAtSecond).toBeGreaterThan(0);
    expect(after.external + after.arrayBuffers - before.external - before.arrayBuffers).toBeLessThan(50_000_000);
  });

  it('are cut off because they do not read, not because nothing was sent to them', async () => {
    const [reader, quiet] = [await deaf(), await connect()];
    reader.write(clientFrame(OPCODES.text, '{"op":"sub","topics":["a"]}'));
    quiet.say({ op: 'sub', topics: ['b'] });
    await quiet.settled();
    await until(() => {
      site.hub.publish('a', { filler: 'x'.repeat(60_000) });
      return unsent() >= SLOW_BYTES;
    });
    site.hub.publish('a', MESSAGE);
    await sweep();
    site.now += STALLED_MS - 1;
    await sweep();
    expect(site.hub.size()).toBe(2);
    site.now += 1;
    await sweep();
    await until(() => site.hub.size() === 1);
    await quiet.settled();
  });

  it('use little memory in total: the slowest ones are cut off', async () => {
    for (let i = 0; i < 10; i += 1) {
      const reader = await deaf();
      reader.write(clientFrame(OPCODES.text, '{"op":"sub","topics":["a"]}'));
    }
    const last = await connect();
    await last.settled();
    await until(() => {
      site.hub.publish('a', { filler: 'x'.repeat(8_000_000) });
      return site.served.slice(0, 10).every((socket) => socket.writableLength > 7_000_000);
    });
    await sweep();
    await until(() => site.hub.size() < 11);
    expect(site.served.slice(0, 3).some((socket) => socket.destroyed)).toBe(true);
    expect(site.served[9]?.destroyed).toBe(false);
    await last.settled();
  });

  it('get the news of their member when they read again', async () => {
    const reader = await connect();
    await reader.logIn('ann');
    reader.say({ op: 'sub', topics: ['me'] });
    await reader.settled();
    reader.socket.pause();
    await until(() => {
      if (unsent() < SLOW_BYTES) site.hub.publishToMember(7n, { filler: 'x'.repeat(60_000) });
      return unsent() >= SLOW_BYTES;
    });
    site.hub.publishToMember(7n, 'the last');
    reader.socket.resume();
    await until(() => {
      vi.advanceTimersByTime(100);
      return reader.frames.at(-1)?.['d'] === 'the last';
    });
    expect(site.hub.sessionIds()).toEqual(['ann']);
  });

  it('get no message of a topic that they left meanwhile', async () => {
    const reader = await connect();
    reader.say({ op: 'sub', topics: ['a', 'b'] });
    await reader.settled();
    reader.socket.pause();
    await until(() => {
      if (unsent() < SLOW_BYTES) site.hub.publish('b', { filler: 'x'.repeat(60_000) });
      return unsent() >= SLOW_BYTES;
    });
    site.hub.publish('a', 'left');
    reader.say({ op: 'unsub', topics: ['a'] });
    reader.say({ op: 'auth', token: 'ann' });
    await until(() => site.hub.hasMember(7n));
    site.hub.publish('b', 'the last');
    reader.socket.resume();
    await until(() => {
      vi.advanceTimersByTime(100);
      return reader.frames.some((frame) => frame['d'] === 'the last') && reader.frames.some(({ op }) => op === 'auth');
    });
    expect(reader.frames.filter(({ topic }) => topic === 'a')).toEqual([]);
  });

  it('get no pong', async () => {
    const reader = await deaf();
    reader.write(clientFrame(OPCODES.text, '{"op":"sub","topics":["a"]}'));
    await until(() => {
      if (unsent() < SLOW_BYTES) site.hub.publish('a', { filler: 'x'.repeat(60_000) });
      return unsent() >= SLOW_BYTES;
    });
    const before = unsent();
    reader.write(clientFrame(OPCODES.ping, 'x'.repeat(100)));
    reader.write(clientFrame(OPCODES.text, '{"op":"auth","token":"ann"}'));
    await until(() => site.hub.hasMember(7n));
    expect(unsent()).toBe(before);
  });

  it('lose their socket when a member’s news would be lost, even if they do not answer the close', async () => {
    const reader = await deaf();
    reader.write(clientFrame(OPCODES.text, '{"op":"sub","topics":["a","me"]}'));
    reader.write(clientFrame(OPCODES.text, '{"op":"auth","token":"ann"}'));
    await until(() => site.hub.sessionIds().length === 1);
    await until(() => {
      site.hub.publish('a', { filler: 'x'.repeat(60_000) });
      return unsent() >= SLOW_BYTES;
    });
    for (let i = 0; i < MEMBER_QUEUE_MAX; i += 1) site.hub.publishToMember(7n, i);
    expect(site.hub.sessionIds()).toEqual(['ann']);
    site.hub.publishToMember(7n, 'one more');
    expect(site.hub.sessionIds()).toEqual([]);
    await until(() => site.hub.size() === 0);
  });

  it('are cut off when they answer no ping', async () => {
    const [silent, answering] = [await deaf(), await connect()];
    vi.advanceTimersByTime(PING_MS);
    await answering.settled();
    expect(site.hub.size()).toBe(2);
    vi.advanceTimersByTime(PING_MS);
    await until(() => site.hub.size() === 1);
    await answering.settled();
    expect(silent.destroyed).toBe(false);
  });
});

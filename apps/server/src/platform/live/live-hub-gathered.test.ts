import { describe, expect, it, vi } from 'vitest';
import { startHub } from '../../testing/hub-site.ts';
import { SLOW_BYTES } from './socket-sender.ts';

const { site, sweep, until, connect } = startHub();

/** Counts the writes to the connection that carries the newest socket. */
function countWrites(): () => number {
  const write = vi.spyOn(site.served.at(-1) as { write: (bytes: Buffer) => boolean }, 'write');
  return () => write.mock.calls.length;
}

const PRODUCTS = Array.from({ length: 14 }, (_, index) => `tick:${index}`);

describe('what goes out together', () => {
  it('is one write for a socket and second, and each tick a message of its own', async () => {
    const reader = await connect();
    reader.say({ op: 'sub', topics: PRODUCTS });
    await reader.settled();
    const writes = countWrites();
    for (const topic of PRODUCTS) site.hub.publish(topic, { seq: 1 });
    await reader.settled();
    // The ticks, and the answer to the ping.
    expect(writes()).toBe(2);
    expect(reader.frames).toEqual(PRODUCTS.map((topic) => ({ topic, d: { seq: 1 } })));
  });

  it('are messages of every length', async () => {
    const reader = await connect();
    reader.say({ op: 'sub', topics: ['a'] });
    await reader.settled();
    const empty = JSON.stringify({ topic: 'a', d: '' }).length;
    const lengths = [30, 125, 126, 127, 65_535, 65_536, 70_000];
    const texts = lengths.map((length) => 'é'.repeat(2).padEnd(length - empty - 2, 'x'));
    for (const text of texts) {
      site.hub.publish('a', text);
      expect((await reader.next((frame) => frame['topic'] === 'a'))['d']).toBe(text);
    }
  });

  it('keeps its order: the tick that closes an order, the order, the next tick', async () => {
    const reader = await connect();
    await reader.logIn('ann');
    reader.say({ op: 'sub', topics: ['me', 'tick:A'] });
    await reader.settled();
    for (let seq = 1; seq <= 300; seq += 1) {
      site.hub.publish('tick:A', { seq });
      site.hub.publishToMember(7n, { closedBy: seq });
      if (seq % 7 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    await reader.settled();
    expect(reader.frames.map(({ d }) => d)).toEqual(
      Array.from({ length: 300 }, (_, index) => [{ seq: index + 1 }, { closedBy: index + 1 }]).flat(),
    );
  });

  it('is written before a socket is closed, and nothing after it', async () => {
    const reader = await connect();
    await reader.logIn('ann');
    reader.say({ op: 'sub', topics: ['me'] });
    await reader.settled();
    site.hub.publishToMember(7n, 'the last');
    site.hub.endSessions(['ann']);
    site.hub.publishToMember(7n, 'too late');
    expect(await reader.closed).toBe(4401);
    expect(reader.frames.map(({ d }) => d)).toEqual(['the last']);
  });

  it('is nothing when the client has closed meanwhile', async () => {
    const [leaving, staying] = [await connect(), await connect()];
    for (const reader of [leaving, staying]) reader.say({ op: 'sub', topics: ['a'] });
    for (const reader of [leaving, staying]) await reader.settled();
    leaving.socket.close();
    for (let n = 0; n < 50; n += 1) {
      site.hub.publish('a', n);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(await leaving.closed).toBe(1005);
    await staying.settled();
    expect(staying.frames).toHaveLength(50);
    expect(site.faults).toEqual([]);
  });

  it('counts as unsent: a burst in one moment takes no more memory than a slow reader may', async () => {
    const reader = await connect();
    reader.say({ op: 'sub', topics: ['a'] });
    await reader.settled();
    for (let n = 1; n <= 1_000; n += 1) site.hub.publish('a', { n, filler: 'x'.repeat(1_000) });
    await new Promise((resolve) => setImmediate(resolve));
    await sweep();
    const last = await reader.next(({ d }) => (d as { n: number } | undefined)?.n === 1_000);
    expect(last['topic']).toBe('a');
    expect(reader.frames.length).toBeLessThan(SLOW_BYTES / 1_000 + 2);
  });

  it('stays whole under a flood of subscriptions that begin and end', async () => {
    const [flooding, quiet] = [await connect(), await connect()];
    quiet.say({ op: 'sub', topics: PRODUCTS });
    await quiet.settled();
    let n = 0;
    for (; n < 50; n += 1) {
      flooding.say({ op: n % 2 === 0 ? 'sub' : 'unsub', topics: PRODUCTS });
      for (const topic of PRODUCTS) site.hub.publish(topic, n);
      await new Promise((resolve) => setImmediate(resolve));
    }
    flooding.say({ op: 'sub', topics: ['b'] });
    await flooding.settled();
    const before = flooding.frames.length;
    for (const topic of PRODUCTS) site.hub.publish(topic, 'after');
    site.hub.publish('b', 'after');
    await flooding.settled();
    expect(flooding.frames.slice(before)).toEqual([{ topic: 'b', d: 'after' }]);
    // Only whole seconds, each tick once and in order.
    const first = flooding.frames.map(({ topic, d }) => `${String(topic)} ${String(d)}`);
    expect(new Set(first).size).toBe(first.length);
    await until(() => quiet.frames.length === PRODUCTS.length * (n + 1));
    expect(quiet.frames.filter(({ topic }) => topic === 'tick:0').map(({ d }) => d)).toEqual([
      ...Array.from({ length: n }, (_, index) => index),
      'after',
    ]);
  });
});

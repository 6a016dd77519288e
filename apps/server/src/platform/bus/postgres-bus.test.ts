import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { startHangingProxy } from '../../testing/hanging-proxy.ts';
import { createTestDb } from '../../testing/test-db.ts';
import type { TestDb } from '../../testing/test-db.ts';
import { createLog } from '../log/log.ts';
import type { Bus } from './bus.ts';
import { createPostgresBus, payloads, RETRY_MS } from './postgres-bus.ts';

const log = createLog('silent');
let test: TestDb;
beforeAll(async () => {
  test = await createTestDb();
});
afterAll(async () => await test.drop());

/** Sends the message until it is received: a bus delivers at most once. */
async function sendUntilHeard(sender: Bus, heard: readonly unknown[], message: unknown): Promise<void> {
  await vi.waitFor(
    async () => {
      await sender.publish('tick', message).catch(() => undefined);
      expect(heard).toContainEqual(message);
    },
    { timeout: 20_000, interval: 20 },
  );
}

/** The processes of Postgres that serve a bus. */
async function connections(): Promise<number[]> {
  const { rows } = await test.ownerPool.query<{ pid: number }>(
    `select pid from pg_stat_activity where application_name = 'candor-bus' and datname = current_database() order by pid`,
  );
  return rows.map(({ pid }) => pid);
}

describe('createPostgresBus', () => {
  it('carries a message from one process to another, even after it lost its connection', async () => {
    const [sender, receiver] = [
      await createPostgresBus(test.roleUrls.feed, log),
      // It looks after its connection too seldom to notice by that.
      await createPostgresBus(test.roleUrls.http, log, { answerMsMax: 2_000, checkEveryMs: 600_000 }),
    ];
    const heard: unknown[] = [];
    receiver.subscribe('tick', (message) => heard.push(message));
    await sendUntilHeard(sender, heard, [{ seq: 1 }]);
    await test.ownerPool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'candor-bus' and datname = current_database()`,
    );
    await sendUntilHeard(sender, heard, [{ seq: 2 }]);
    expect(heard.slice(0, 1)).toEqual([[{ seq: 1 }]]);
    await sender.close();
    await receiver.close();
  });

  it('splits an array that is too long for one notification, and loses nothing', () => {
    const long = Array.from({ length: 300 }, (_, id) => ({ id, text: '字'.repeat(20) }));
    const parts = payloads(long);
    expect(parts.every((part) => Buffer.byteLength(part) < 8_000)).toBe(true);
    expect(parts.flatMap((part) => JSON.parse(part) as unknown[])).toEqual(long);
  });

  it('fills each notification, also those after the first, to the last byte', () => {
    // Two of these fill one: a comma or an end for each, and two brackets by the careful count.
    const half = 'x'.repeat(3_946);
    expect(payloads([half, half, half, half])).toEqual([JSON.stringify([half, half]), JSON.stringify([half, half])]);
    expect(payloads([half, `${half}x`])).toEqual([JSON.stringify([half]), JSON.stringify([`${half}x`])]);
    const tooLong = 'x'.repeat(9_000);
    expect(payloads([tooLong, half])).toEqual([JSON.stringify([tooLong]), JSON.stringify([half])]);
  });

  it('closes a connection that hangs while sending, and opens another', async () => {
    const network = await startHangingProxy(test.roleUrls.feed);
    const sender = await createPostgresBus(network.url, log, { answerMsMax: 100, checkEveryMs: 60_000 });
    const receiver = await createPostgresBus(test.roleUrls.http, log);
    const heard: unknown[] = [];
    receiver.subscribe('tick', (message) => heard.push(message));
    await sendUntilHeard(sender, heard, 'before');
    network.hang();
    await expect(sender.publish('tick', 'lost')).rejects.toThrow(/timeout/);
    // Without a connection a message is dropped, and nobody waits.
    await sender.publish('tick', 'dropped');
    network.resume();
    await sendUntilHeard(sender, heard, 'after');
    expect(heard).not.toContain('dropped');
    await sender.close();
    await receiver.close();
    await network.stop();
  });

  it('notices that a listening connection is dead, and listens on another', async () => {
    const network = await startHangingProxy(test.roleUrls.http);
    const receiver = await createPostgresBus(network.url, log, { answerMsMax: 100, checkEveryMs: 50 });
    const sender = await createPostgresBus(test.roleUrls.feed, log);
    const heard: unknown[] = [];
    receiver.subscribe('tick', (message) => heard.push(message));
    await sendUntilHeard(sender, heard, 'before');
    network.hang();
    await sender.publish('tick', 'unheard');
    network.resume();
    await sendUntilHeard(sender, heard, 'after');
    expect(heard).not.toContain('unheard');
    await sender.close();
    await receiver.close();
    await network.stop();
  });

  it('survives a refused statement, a listener that throws and an unreadable message', async () => {
    const bus = await createPostgresBus(test.roleUrls.feed, log);
    const heard: unknown[] = [];
    bus.subscribe('tick', () => {
      throw new Error('a listener that throws');
    });
    bus.subscribe('tick', (message) => heard.push(message));
    bus.subscribe('product', (message) => heard.push(message));
    const before = await connections();
    // As with a full notification queue: the statement fails, the connection is fine.
    await expect(bus.publish('product', 'x'.repeat(9_000))).rejects.toMatchObject({ code: '22023' });
    await test.ownerPool.query(`notify candor_product, 'no JSON'`);
    await bus.publish('tick', 1);
    await vi.waitFor(async () => {
      await bus.publish('product', 2);
      expect(heard).toContain(2);
    });
    expect(await connections()).toEqual(before);
    await bus.close();
  });

  it('is not opened again once it is closed, or when it could not be opened at all', async () => {
    const bus = await createPostgresBus(test.roleUrls.feed, log);
    const [open] = await connections();
    const [set, cleared] = [vi.spyOn(globalThis, 'setTimeout'), vi.spyOn(globalThis, 'clearTimeout')];
    const retries = () => set.mock.results.filter((_, call) => set.mock.calls[call]?.[1] === RETRY_MS);
    await bus.close();
    await vi.waitFor(async () => expect(await connections()).not.toContain(open));
    expect(retries()).toEqual([]);
    await expect(createPostgresBus('postgres://nobody@127.0.0.1:1/nothing', log)).rejects.toThrow();
    for (const { value } of retries()) expect(cleared).toHaveBeenCalledWith(value);
  });

  it('does not look after its connection any more once it is closed', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const bus = await createPostgresBus(test.roleUrls.feed, log);
    expect(vi.getTimerCount()).toBe(1);
    await bus.close();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('leaves nothing open when it is closed while it opens a connection again', async () => {
    const bus = await createPostgresBus(test.roleUrls.feed, log);
    const set = vi.spyOn(globalThis, 'setTimeout');
    await test.ownerPool.query('select pg_terminate_backend($1)', await connections());
    const retry = await vi.waitFor(() => {
      const found = set.mock.calls.find(([, ms]) => ms === RETRY_MS);
      if (found === undefined) throw new Error('the bus has not heard of it');
      return found[0];
    });
    retry();
    await bus.close();
    const end = vi.spyOn(pg.Client.prototype, 'end');
    await vi.waitFor(() => expect(end).toHaveBeenCalled());
    await vi.waitFor(async () => expect(await connections()).toEqual([]));
  });

  it('keeps a bounded number of messages waiting while the database does not answer', async () => {
    const network = await startHangingProxy(test.roleUrls.feed);
    const bus = await createPostgresBus(network.url, log, { answerMsMax: 500, checkEveryMs: 60_000 });
    network.hang();
    const results = await Promise.allSettled(
      Array.from({ length: 300 }, async (_, index) => await bus.publish('tick', index)),
    );
    expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(256);
    await bus.close();
    await network.stop();
  });
});

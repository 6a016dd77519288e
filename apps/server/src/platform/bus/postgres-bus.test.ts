import { Socket } from 'node:net';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Mock } from 'vitest';
import { startHangingProxy } from '../../testing/hanging-proxy.ts';
import { createTestDb } from '../../testing/test-db.ts';
import type { TestDb } from '../../testing/test-db.ts';
import { createLog } from '../log/log.ts';
import type { Bus } from './bus.ts';
import { payloads } from './payloads.ts';
import { createPostgresBus } from './postgres-bus.ts';

const log = createLog('silent');
let test: TestDb;
beforeAll(async () => {
  test = await createTestDb();
});
afterAll(async () => await test.drop());
afterEach(() => void vi.restoreAllMocks());

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

/** The calls whose connection is a bus's: a pool opens and ends connections of its own. */
function ofBus({ mock }: Mock): unknown[][] {
  return mock.calls.filter((_, index) => {
    const { connectionParameters } = mock.contexts[index] as { connectionParameters: { application_name?: string } };
    return connectionParameters.application_name === 'candor-bus';
  });
}

describe('createPostgresBus', () => {
  it('carries a message from one process to another, even after it lost its connection, twice', async () => {
    const [sender, receiver] = [
      await createPostgresBus(test.roleUrls.feed, log),
      // It looks after its connection too seldom to notice by that.
      await createPostgresBus(test.roleUrls.http, log, { answerMsMax: 2_000, checkEveryMs: 600_000 }),
    ];
    const heard: unknown[] = [];
    receiver.subscribe('tick', (message) => heard.push(message));
    await sendUntilHeard(sender, heard, [{ seq: 1 }]);
    for (const seq of [2, 3]) {
      for (const pid of await connections()) await test.ownerPool.query('select pg_terminate_backend($1)', [pid]);
      await sendUntilHeard(sender, heard, [{ seq }]);
    }
    expect(heard.slice(0, 1)).toEqual([[{ seq: 1 }]]);
    expect(await connections()).toHaveLength(2);
    await sender.close();
    await receiver.close();
  });

  it('says of each gap and of each lost message, once it hears again', async () => {
    const warn = vi.spyOn(log, 'warn');
    const bus = await createPostgresBus(test.roleUrls.http, log);
    onTestFinished(async () => await bus.close());
    const said: string[] = [];
    const stop = bus.watch((trouble) => said.push(trouble));
    bus.subscribe('tick', () => undefined);
    expect(bus.isOpen()).toBe(true);
    for (const pid of await connections()) await test.ownerPool.query('select pg_terminate_backend($1)', [pid]);
    await vi.waitFor(() => expect(bus.isOpen()).toBe(false), { interval: 2 });
    expect(said).toEqual([]);
    for (let n = 0; n < 5; n += 1) await bus.publish('me', n);
    expect(said).toEqual(Array.from({ length: 5 }, () => 'lost'));
    const lines = warn.mock.calls.map(([fields]) => fields);
    expect(lines).toEqual(Array.from({ length: 3 }, () => ({ channel: 'me', why: 'no connection' })));
    await vi.waitFor(() => expect(said).toHaveLength(6));
    expect([said.at(-1), bus.isOpen()]).toEqual(['gap', true]);
    expect(warn).toHaveBeenLastCalledWith({ deafMs: expect.any(Number) }, 'bus: it was deaf, and hears again');
    await expect(bus.publish('me', 'x'.repeat(9_000))).rejects.toMatchObject({ code: '22023' });
    await test.ownerPool.query(`notify candor_tick, 'no JSON'`);
    await vi.waitFor(() => expect(said.slice(6)).toEqual(['lost', 'lost']));
    stop();
    await bus.publish('me', 'x'.repeat(9_000)).catch(() => undefined);
    expect(said).toHaveLength(8);
  });

  it('splits an array that is too long for one notification, and loses nothing', () => {
    const long = Array.from({ length: 300 }, (_, id) => ({ id, text: '字'.repeat(20) }));
    const parts = payloads(long, 7_900);
    expect(parts.every((part) => Buffer.byteLength(part) < 8_000)).toBe(true);
    expect(parts.flatMap((part) => JSON.parse(part) as unknown[])).toEqual(long);
  });

  it('sends a long array in statements of at most 64 notifications', async () => {
    const bus = await createPostgresBus(test.roleUrls.feed, log);
    const heard: unknown[] = [];
    bus.subscribe('tick', (message) => heard.push(...(message as unknown[])));
    const query = vi.spyOn(pg.Client.prototype, 'query');
    const items = (count: number) => Array.from({ length: count }, (_, id) => `${id} ${'x'.repeat(5_000)}`);
    for (const count of [130, 128]) await bus.publish('tick', items(count));
    const sent = query.mock.calls.map(([, values]) => (values as unknown as [string, string[]])[1].length);
    expect(sent).toEqual([64, 64, 2, 64, 64]);
    await vi.waitFor(() => expect(heard).toHaveLength(258));
    expect(heard).toEqual([...items(130), ...items(128)]);
    await bus.close();
  });

  it('writes what JSON does not know as null', () => {
    expect(payloads([undefined, 1], 7_900)).toEqual(['[null,1]']);
  });

  it('keeps its connection alive through an idle network, and waits for no flush to disk', async () => {
    const [keepAlive, connect] = [vi.spyOn(Socket.prototype, 'setKeepAlive'), vi.spyOn(pg.Client.prototype, 'connect')];
    const bus = await createPostgresBus(test.roleUrls.feed, log);
    expect(keepAlive).toHaveBeenCalledWith(true, 10_000);
    const { rows } = await (connect.mock.contexts[0] as pg.Client).query('show synchronous_commit');
    expect(rows).toEqual([{ synchronous_commit: 'off' }]);
    await bus.close();
  });

  it('fills each notification, also those after the first, to the last byte', () => {
    // Two of these fill one: a comma or an end for each, and two brackets by the careful count.
    const half = 'x'.repeat(3_946);
    expect(payloads([half, half, half, half], 7_900)).toEqual([
      JSON.stringify([half, half]),
      JSON.stringify([half, half]),
    ]);
    expect(payloads([half, `${half}x`], 7_900)).toEqual([JSON.stringify([half]), JSON.stringify([`${half}x`])]);
    const tooLong = 'x'.repeat(9_000);
    expect(payloads([tooLong, half], 7_900)).toEqual([JSON.stringify([tooLong]), JSON.stringify([half])]);
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

  it('leaves nothing open when it cannot be opened', async () => {
    vi.spyOn(pg.Client.prototype, 'query').mockRejectedValueOnce(new Error('lost'));
    await expect(createPostgresBus(test.roleUrls.feed, log)).rejects.toThrow('lost');
    await vi.waitFor(async () => expect(await connections()).toEqual([]));
    await expect(createPostgresBus('postgres://nobody@127.0.0.1:1/nothing', log)).rejects.toThrow();
  });

  it('is closed when its connection is', async () => {
    const bus = await createPostgresBus(test.roleUrls.feed, log);
    const gate = Promise.withResolvers<void>();
    const end = vi.spyOn(pg.Client.prototype, 'end').mockReturnValueOnce(gate.promise as never);
    const closed = vi.fn();
    const closing = bus.close().then(closed);
    await new Promise((resolve) => setImmediate(resolve));
    expect(closed).not.toHaveBeenCalled();
    gate.resolve();
    await (end.mock.contexts[0] as pg.Client).end();
    await closing;
    expect(await connections()).toEqual([]);
  });

  it('tries again until the database is reachable, and says so', async () => {
    const network = await startHangingProxy(test.roleUrls.feed);
    const warn = vi.spyOn(log, 'warn');
    const bus = await createPostgresBus(network.url, log, { answerMsMax: 100, checkEveryMs: 20 });
    const heard: unknown[] = [];
    bus.subscribe('tick', (message) => heard.push(message));
    network.hang();
    const isSaid = (text: string) => expect(warn).toHaveBeenCalledWith({ err: expect.any(Error) }, text);
    await vi.waitFor(() => isSaid('bus: its connection hangs'));
    await vi.waitFor(() => isSaid('bus: it has no connection'));
    network.resume();
    await sendUntilHeard(bus, heard, 'after');
    await bus.close();
    await network.stop();
  });

  it('cuts a connection that is flooded, reads nothing of the flood any more, and hears again', async () => {
    const warn = vi.spyOn(log, 'warn');
    // However slow the machine is, all of it comes within one second.
    vi.spyOn(performance, 'now').mockReturnValue(performance.now());
    const bus = await createPostgresBus(test.roleUrls.http, log, {
      answerMsMax: 2_000,
      checkEveryMs: 60_000,
      floodRestMs: 100,
    });
    const heard: unknown[] = [];
    bus.subscribe('me', (message) => heard.push(message));
    await test.pools.feed.query(
      `select pg_notify('candor_me', to_json(n || repeat('x', 7000))::text) from generate_series(1, 20000) n`,
    );
    await vi.waitFor(() =>
      expect(warn).toHaveBeenCalledWith('bus: more messages than an honest site sends; the connection is cut'),
    );
    // 8 MB of the 140.
    expect(heard.length).toBeLessThan(1_200);
    const sender = await createPostgresBus(test.roleUrls.feed, log);
    await vi.waitFor(
      async () => {
        await sender.publish('me', 'after');
        expect(heard).toContain('after');
      },
      { interval: 20 },
    );
    await sender.close();
    await bus.close();
  });

  it('listens only to the channels it was given', async () => {
    const connections = async () =>
      (
        await test.ownerPool.query<{ pid: number; query: string }>(
          `select pid, query from pg_stat_activity where application_name = 'candor-bus' and datname = current_database()`,
        )
      ).rows;
    // Those of the tests before may still be closing.
    const earlier = new Set((await connections()).map(({ pid }) => pid));
    const bus = await createPostgresBus(test.roleUrls.feed, log, undefined, []);
    expect(() => bus.subscribe('me', () => undefined)).toThrow('does not listen');
    await test.pools.http.query(`select pg_notify('candor_me', '1')`);
    const own = (await connections()).filter(({ pid }) => !earlier.has(pid));
    expect(own).toHaveLength(1);
    expect(own.some(({ query }) => query.startsWith('listen'))).toBe(false);
    await bus.close();
  });

  it('does not look after its connection any more once it is closed', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const bus = await createPostgresBus(test.roleUrls.feed, log);
    expect(vi.getTimerCount()).toBe(1);
    await bus.close();
    expect(vi.getTimerCount()).toBe(0);
  });

  it.each([
    ['waits to open a connection again', 'emit', ['end'], 0],
    ['opens it', 'connect', [], 1],
  ] as const)('leaves nothing open when it is closed while it %s', async (_, method, args, opened) => {
    const bus = await createPostgresBus(test.roleUrls.feed, log);
    const [called, connect] = [vi.spyOn(pg.Client.prototype, method), vi.spyOn(pg.Client.prototype, 'connect')];
    await test.ownerPool.query('select pg_terminate_backend(pid) from unnest($1::int[]) pid', [await connections()]);
    await vi.waitFor(() => expect(ofBus(called)).toContainEqual(args), { interval: 5 });
    await bus.close();
    expect(ofBus(connect)).toHaveLength(opened);
    expect(await connections()).toEqual([]);
  });

  it('keeps a bounded number of messages waiting while the database does not answer', async () => {
    const network = await startHangingProxy(test.roleUrls.feed);
    const bus = await createPostgresBus(network.url, log, { answerMsMax: 500, checkEveryMs: 60_000 });
    // What has been sent does not count any more.
    for (let sent = 0; sent < 300; sent += 1) await bus.publish('order', sent);
    network.hang();
    const results = await Promise.allSettled(
      Array.from({ length: 300 }, async (_, index) => await bus.publish('tick', index)),
    );
    expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(256);
    await bus.close();
    await network.stop();
  });
});

import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Bus } from '../../platform/bus/bus.ts';
import type { Repeat } from '../../platform/jobs/repeat.ts';
import { createLog } from '../../platform/log/log.ts';
import { createTestDb } from '../../testing/test-db.ts';
import type { TestDb } from '../../testing/test-db.ts';
import { insertNewsForEveryone, insertOutbox, orderNews } from './outbox-store.ts';
import type { MemberMessage } from './outbox-store.ts';
import { startOutboxRelay } from './relay.ts';

let test: TestDb;
let relay: Repeat | undefined;
/** What the bus was given, call by call. */
let sent: { memberId: string; d: { type: string; n?: number } }[][];
let channels: string[];
/** How much was sent before each hint to read again. */
let agains: number[];
let isOpen: boolean;
let lost: number;

beforeAll(async () => {
  test = await createTestDb();
});
beforeEach(() => {
  sent = [];
  channels = [];
  [agains, isOpen, lost] = [[], true, 0];
});
afterEach(async () => {
  vi.useRealTimers();
  await relay?.stop();
  await test.ownerPool.query('truncate outbox');
});
afterAll(async () => await test.drop());

const log = createLog('silent');

function ofMember8(ids: readonly string[]) {
  return ids.map((orderId) => ({ orderId, memberId: 8n }));
}

function begin(
  publish: (call: number) => Promise<void> = async () => await Promise.resolve(),
  membersOf = ofMember8,
): void {
  const bus: Pick<Bus, 'publish' | 'isOpen'> = {
    isOpen: () => isOpen,
    publish: async (channel, message) => {
      if (JSON.stringify(message) === '[{"type":"again"}]') {
        agains.push(sent.length);
        return;
      }
      channels.push(channel);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the relay itself makes
      sent.push(message as (typeof sent)[number]);
      await publish(sent.length);
    },
  };
  const readMembers = async (ids: readonly string[]) => await Promise.resolve(membersOf(ids));
  relay = startOutboxRelay({ pool: test.pools.worker, bus, log, readMembers, onLost: () => (lost += 1) });
}

function news(count: number, type: MemberMessage['message']['type'] = 'money'): MemberMessage[] {
  return Array.from({ length: count }, (_, n) => ({ memberId: 7n, message: { type, n } }));
}

async function waiting(): Promise<number> {
  const { rows } = await test.ownerPool.query<{ n: number }>('select count(*)::int as n from outbox');
  return rows[0]?.n ?? 0;
}

describe('the outbox relay', () => {
  it('sends all events, oldest first, in batches of 500', async () => {
    await insertOutbox(test.pools.worker, news(1_100));
    begin();
    await vi.waitFor(() => expect(sent.flat()).toHaveLength(1_100));
    expect(sent.map((batch) => batch.length)).toEqual([500, 500, 100]);
    expect(sent.flat().map(({ d }) => d.n)).toEqual(Array.from({ length: 1_100 }, (_, n) => n));
    expect(await waiting()).toBe(0);
  });

  it('sends nothing of orders that nobody has', async () => {
    await test.pools.worker.query(orderNews([randomUUID()]));
    await insertOutbox(test.pools.worker, news(1));
    begin(undefined, () => []);
    await vi.waitFor(() => expect(channels).toEqual(['me']));
    await vi.waitFor(async () => expect(await waiting()).toBe(0));
    expect(channels).toEqual(['me']);
  });

  it('goes on at once as long as a batch is full', async () => {
    await insertOutbox(test.pools.worker, news(1_100));
    // No time passes: nothing comes of looking again later.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    begin();
    await vi.advanceTimersByTimeAsync(0);
    while (sent.flat().length < 1_100) await new Promise((resolve) => setImmediate(resolve));
    expect(sent.map((batch) => batch.length)).toEqual([500, 500, 100]);
  });

  it('sends an order event as a money event too', async () => {
    await insertOutbox(test.pools.worker, news(1, 'order'));
    begin();
    await vi.waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toEqual([
      { memberId: '7', d: { type: 'order', n: 0 } },
      { memberId: '7', d: { type: 'money' } },
    ]);
  });

  it('sends the orders of a row as their ids and members, between the rows around it', async () => {
    const id = '0192f0c1-2b3c-7def-8123-456789abcdef';
    await insertOutbox(test.pools.worker, news(1));
    await test.pools.worker.query(orderNews([id]));
    await insertOutbox(test.pools.worker, news(1));
    let [running, most] = [0, 0];
    begin(async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
    });
    await vi.waitFor(() => expect(sent).toHaveLength(3));
    // Each is sent before the next one.
    expect(most).toBe(1);
    expect(sent).toEqual([
      [{ memberId: '7', d: { type: 'money', n: 0 } }],
      [{ memberId: '8', orderId: id }],
      [{ memberId: '7', d: { type: 'money', n: 0 } }],
    ]);
    expect(channels).toEqual(['me', 'order', 'me']);
    expect(await waiting()).toBe(0);
  });

  it('sends one message to all members of a row, with news of their money, in bounded parts', async () => {
    const members = Array.from({ length: 300 }, (_, index) => String(index + 1));
    const insert = 'insert into outbox (members, message) values ($1, $2)';
    await test.pools.worker.query(insert, [members, '{"type":"savings"}']);
    await insertOutbox(test.pools.worker, news(1));
    begin();
    await vi.waitFor(() => expect(sent).toHaveLength(3));
    const both = members.flatMap((memberId) => [
      { memberId, d: { type: 'savings' } },
      { memberId, d: { type: 'money' } },
    ]);
    expect(sent).toEqual([both.slice(0, 500), both.slice(500), [{ memberId: '7', d: { type: 'money', n: 0 } }]]);
  });

  it('sends news for everyone as one message, between the rows around it', async () => {
    await insertOutbox(test.pools.worker, news(1));
    await insertNewsForEveryone(test.pools.worker, { type: 'notice' });
    await insertOutbox(test.pools.worker, news(1));
    begin();
    await vi.waitFor(() => expect(sent).toHaveLength(3));
    expect(channels).toEqual(['me', 'everyone', 'me']);
    expect(sent[1]).toEqual([{ type: 'notice' }]);
    expect(await waiting()).toBe(0);
  });

  it('loses only the message that the bus refused, and sends the rest of its batch', async () => {
    await insertOutbox(test.pools.worker, news(1));
    await insertNewsForEveryone(test.pools.worker, { type: 'notice' });
    const members = Array.from({ length: 600 }, (_, index) => String(index + 1));
    await test.pools.worker.query('insert into outbox (members, message) values ($1, $2)', [
      members,
      '{"type":"savings"}',
    ]);
    await insertOutbox(test.pools.worker, news(1));
    const failed = vi.spyOn(log, 'error');
    begin(async (call) => {
      // News for everyone, and the first part of the news for many.
      if (call === 2 || call === 3) throw new Error('refused');
      await Promise.resolve();
    });
    await vi.waitFor(() => expect(sent).toHaveLength(6));
    expect(channels).toEqual(['me', 'everyone', 'me', 'me', 'me', 'me']);
    expect(sent.slice(3).map((part) => part.length)).toEqual([500, 200, 1]);
    expect(sent[5]).toEqual([{ memberId: '7', d: { type: 'money', n: 0 } }]);
    expect(failed).toHaveBeenCalledWith({ err: new Error('refused'), job: 'outbox-relay' }, 'job failed');
    // At the start, and after each lost message.
    expect(agains).toEqual([0, 2, 3]);
    expect(lost).toBe(2);
    expect(await waiting()).toBe(0);
  });

  it('takes nothing while the bus has no connection, and sends all when it has one', async () => {
    isOpen = false;
    await insertOutbox(test.pools.worker, news(3));
    await insertNewsForEveryone(test.pools.worker, { type: 'notice' });
    begin(async (call) => {
      // It is lost between two messages of one batch.
      if (call === 1) isOpen = false;
      await Promise.resolve();
    });
    relay?.wake();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect([sent.length, agains.length, await waiting()]).toEqual([0, 0, 4]);
    isOpen = true;
    relay?.wake();
    await vi.waitFor(() => expect(channels).toEqual(['me']));
    isOpen = true;
    relay?.wake();
    await vi.waitFor(() => expect(channels).toEqual(['me', 'everyone']));
    expect([sent.flat().length, lost, await waiting()]).toEqual([4, 0, 0]);
    // Nothing was lost after the start.
    expect(agains).toEqual([0]);
  });

  it('continues after a bus that refused, and after one that hangs', async () => {
    await insertOutbox(test.pools.worker, news(500));
    begin(async (call) => {
      if (call === 1) throw new Error('refused');
      if (call === 2) await new Promise(() => undefined);
    });
    await vi.waitFor(() => expect(sent).toHaveLength(1));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await insertOutbox(test.pools.worker, news(1));
    relay?.wake();
    while (sent.length < 2) await new Promise((resolve) => setImmediate(resolve));
    await insertOutbox(test.pools.worker, news(1));
    // Only the time limit on the bus ends this wait; then the relay looks for the next message.
    await vi.advanceTimersByTimeAsync(4_999);
    expect(sent).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(500);
    vi.useRealTimers();
    await vi.waitFor(() => expect(sent).toHaveLength(3));
    expect(await waiting()).toBe(0);
  });
});

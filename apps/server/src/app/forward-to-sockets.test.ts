import type { ProductView } from '@candor/contract/market';
import { price } from '@candor/domain/price';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AlertNews } from '../features/alerts/alert-news.ts';
import type { OrderNews } from '../features/trading/order-news.ts';
import type { BusTrouble, Channel } from '../platform/bus/bus.ts';
import { createLog } from '../platform/log/log.ts';
import type { ShownTick } from '../services/ticks/tick-store.ts';
import { forwardToSockets } from './forward-to-sockets.ts';

const listeners = new Map<Channel, (message: unknown) => void>();
let connected: Set<bigint>;
let sent: [memberId: bigint, data: unknown][];
let published: [topic: string, data: unknown][];
let toAll: unknown[];
let asked: string[][];
let errors: unknown[];
let sockets: number;
let heads: ShownTick[];
let headReads: number;
let products: Pick<ProductView, 'code' | 'status'>[];
let mark: string;
let trouble: (what: BusTrouble) => void;
let told: [whom: bigint | 'all', spreadMs: number][];
let lost: number;
let reasons: string[];
let stop: () => Promise<void>;
/** The orders that the database holds, with their members. */
const ORDERS = new Map([
  ['00000000-0000-4000-8000-000000000001', 7n],
  ['00000000-0000-4000-8000-000000000002', 8n],
  ['00000000-0000-4000-8000-000000000003', 7n],
]);
const [ONE = '', TWO = '', THREE = ''] = ORDERS.keys();
const ALERT = '00000000-0000-4000-8000-00000000000a';
let readOrderNews: (ids: readonly string[]) => Promise<OrderNews[]>;

function tick(seq: bigint, units: bigint): ShownTick {
  return { product: 'BTCUSDT', seq, at: Number(seq) * 1_000, price: price(units), decimals: 2, status: 'OK' };
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  listeners.clear();
  [connected, sent, published, toAll, asked, errors] = [new Set([7n]), [], [], [], [], []];
  [told, lost, reasons] = [[], 0, []];
  [sockets, heads, headReads, products, mark] = [1, [], 0, [], 'a'];
  readOrderNews = async (ids) => {
    asked.push([...ids]);
    return await Promise.resolve(
      ids.flatMap((id) => {
        const memberId = ORDERS.get(id);
        return memberId === undefined ? [] : [{ memberId, order: { id } as OrderNews['order'] }];
      }),
    );
  };
  stop = forwardToSockets({
    bus: {
      subscribe: (channel, listener) => {
        listeners.set(channel, listener);
        return () => listeners.delete(channel);
      },
      watch: (listener) => {
        trouble = listener;
        return () => undefined;
      },
    },
    hub: {
      publish: (topic, data) => published.push([topic, data]),
      hasMember: (memberId) => connected.has(memberId),
      publishToMember: (memberId, data) => sent.push([memberId, data]),
      publishToMembers: (data) => toAll.push(data),
      readAgain: (spreadMs) => told.push(['all', spreadMs]),
      memberReadsAgain: (memberId, spreadMs) => told.push([memberId, spreadMs]),
      size: () => sockets,
    },
    ticks: {
      heads: async () => {
        headReads += 1;
        return await Promise.resolve(heads);
      },
      between: async (_, fromSeq, toSeq) =>
        await Promise.resolve(
          Array.from({ length: Number(toSeq - fromSeq) + 1 }, (__, n) => tick(fromSeq + BigInt(n), 1n)),
        ),
    },
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the part of a product that changes here
    readProducts: async () => await Promise.resolve(products as ProductView[]),
    members: {
      orderNews: async (ids) => await readOrderNews(ids),
      alertNews: async (ids) =>
        await Promise.resolve(
          ids.includes(ALERT)
            ? [{ id: ALERT, memberId: 7n, event: { type: 'price_alert' } as AlertNews['event'] }]
            : [],
        ),
      noticeMark: async () => await (mark === 'unreadable' ? Promise.reject(new Error(mark)) : Promise.resolve(mark)),
    },
    log: createLog('silent'),
    onError: (error) => errors.push(error),
    onLost: () => (lost += 1),
    onReadAgain: (why) => reasons.push(why),
  });
});
afterEach(async () => {
  const stopping = stop();
  await vi.advanceTimersByTimeAsync(10_000);
  await stopping;
  vi.useRealTimers();
});

function say(message: unknown, channel: Channel = 'order'): void {
  listeners.get(channel)?.(message);
}
async function pass(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms);
  for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

describe('ticks', () => {
  it('are what the table holds, each once and in order, whatever the hint says', async () => {
    await pass(0);
    heads = [tick(5n, 100n)];
    say([{ product: 'BTCUSDT', seq: 6, at: 'soon', price: '1.00', status: 'OK' }], 'tick');
    await pass(100);
    heads = [tick(8n, 300n)];
    say('anything', 'tick');
    await pass(100);
    say(null, 'tick');
    await pass(100);
    expect(published.map(([topic, data]) => [topic, (data as { seq: number }).seq])).toEqual([
      ['tick:BTCUSDT', 5],
      ['tick:BTCUSDT', 6],
      ['tick:BTCUSDT', 7],
      ['tick:BTCUSDT', 8],
    ]);
    expect(published.at(-1)?.[1]).toEqual({ seq: 8, at: '1970-01-01T00:00:08.000Z', price: '3.00', status: 'OK' });
  });

  it('after a longer pause begin with the newest', async () => {
    heads = [tick(5n, 100n)];
    await pass(1_200);
    heads = [tick(50n, 100n)];
    await pass(1_200);
    expect(published.map(([, data]) => (data as { seq: number }).seq)).toEqual([5, 50]);
  });

  it('are read ten times a second at most, and without a hint before they are two seconds old', async () => {
    await pass(0);
    headReads = 0;
    for (let n = 0; n < 10_000; n += 1) say(n, 'tick');
    await pass(1_000);
    expect(headReads).toBeLessThanOrEqual(2);
    headReads = 0;
    for (let n = 0; n < 1_000; n += 1) {
      say(n, 'tick');
      await vi.advanceTimersByTimeAsync(1);
    }
    expect(headReads).toBeLessThanOrEqual(11);
    await pass(1_300);
    heads = [tick(5n, 100n)];
    await pass(1_300);
    expect(published).toHaveLength(1);
  });

  it('are not read while nobody listens', async () => {
    sockets = 0;
    await pass(0);
    headReads = 0;
    say(null, 'tick');
    await pass(5_000);
    expect(headReads).toBe(0);
  });
});

it('a product is sent when the table shows that it changed', async () => {
  products = [
    { code: 'A', status: 'trading' },
    { code: 'B', status: 'trading' },
  ];
  await pass(0);
  say([{ code: 'A', status: 'forbidden' }], 'product');
  await pass(1_000);
  expect(published).toEqual([]);
  products = [
    { code: 'A', status: 'trading' },
    { code: 'B', status: 'closed' },
  ];
  say([], 'product');
  await pass(1_000);
  expect(published).toEqual([['product:B', { code: 'B', status: 'closed' }]]);
});

describe('orders', () => {
  it('reads only orders of members who are connected here, and tells them about their money too', async () => {
    say([
      { memberId: '7', orderId: ONE },
      { memberId: '8', orderId: TWO },
      { memberId: '7', orderId: THREE },
    ]);
    await pass(0);
    expect(asked.flat()).toEqual([ONE, THREE]);
    expect(sent).toEqual([
      [7n, { type: 'order', order: { id: ONE } }],
      [7n, { type: 'money' }],
      [7n, { type: 'order', order: { id: THREE } }],
      [7n, { type: 'money' }],
    ]);
  });

  it('sends an order to the member whom the database names, whatever the message says', async () => {
    connected.add(8n);
    say([{ memberId: '7', orderId: TWO }]);
    await pass(0);
    expect(sent.map(([memberId]) => memberId)).toEqual([8n, 8n]);
  });

  it('continues after an order that is missing, a read that fails and a message of another version', async () => {
    say([{ memberId: '7', orderId: ALERT }]);
    say([{ memberId: '7' }, 'other']);
    say([{ memberId: '-7', orderId: ONE }]);
    await pass(0);
    expect(asked).toEqual([[ALERT]]);
    readOrderNews = async () => await Promise.reject(new Error('no database'));
    say([{ memberId: '7', orderId: ONE }]);
    await pass(0);
    expect(errors).toEqual([new Error('no database')]);
    readOrderNews = async () => await Promise.resolve([{ memberId: 7n, order: { id: ONE } as OrderNews['order'] }]);
    say([{ memberId: '7', orderId: ONE }]);
    await pass(0);
    expect(sent).toHaveLength(2);
  });

  it('a database that hangs collects a bounded number of orders, and few of one member', async () => {
    const answers: (() => void)[] = [];
    readOrderNews = async (ids) => {
      asked.push([...ids]);
      return await new Promise((resolve) => answers.push(() => resolve([])));
    };
    for (let n = 1; n <= 200; n += 1) connected.add(BigInt(n));
    const idOf = (n: number) => `00000000-0000-4000-8000-${n.toString().padStart(12, '0')}`;
    say(Array.from({ length: 500 }, (_, index) => ({ memberId: '7', orderId: idOf(index) })));
    for (let member = 100; member < 180; member += 1)
      say(
        Array.from({ length: 100 }, (_, index) => ({
          memberId: `${member}`,
          orderId: idOf(member * 100 + index),
        })),
      );
    await pass(0);
    for (let read = 0; read < 40; read += 1) {
      answers.shift()?.();
      await pass(0);
    }
    expect(asked.flat()).toHaveLength(128 + 80 * 100);
    expect(Math.max(...asked.map((ids) => ids.length))).toBe(500);
  });
});

describe('news of a member', () => {
  it('says only that something changed, and not oftener than it is worth', async () => {
    for (let n = 0; n < 1_000; n += 1)
      say([{ memberId: '7', d: { type: 'withdrawal', id: ONE, status: 'approved', amount: '999999.00' } }], 'me');
    say([{ memberId: '8', d: { type: 'money' } }], 'me');
    expect(sent).toEqual([[7n, { type: 'withdrawal' }]]);
    await pass(250);
    expect(sent).toHaveLength(2);
    await pass(1_000);
    expect(sent).toHaveLength(2);
  });

  it('holds no order and no alert of the message', async () => {
    say([{ memberId: '7', d: { type: 'order', order: { id: ONE, profit: '999.00' } } }], 'me');
    say([{ memberId: '7', d: { type: 'price_alert', alert: { id: ALERT } } }], 'me');
    say([{ memberId: '7', d: { type: 'price_alert', id: ONE } }], 'me');
    await pass(1_000);
    expect(sent).toEqual([]);
    for (let n = 0; n < 3; n += 1) {
      say([{ memberId: '7', d: { type: 'price_alert', id: ALERT, alert: { price: '1' } } }], 'me');
      await pass(100);
    }
    // As the table has it, and once.
    expect(sent).toEqual([[7n, { type: 'price_alert' }]]);
  });
});

it('news for everyone is sent when other announcements are shown than before', async () => {
  await pass(0);
  for (const hint of [[{ type: 'notice' }], [{ type: 'withdrawal' }], 'nonsense']) {
    say(hint, 'everyone');
    await pass(1_000);
  }
  expect(toAll).toEqual([]);
  mark = 'b';
  say('nonsense', 'everyone');
  await pass(0);
  expect(toAll).toEqual([{ type: 'notice' }]);
  expect(sent).toEqual([]);
});

describe('after a loss of news', () => {
  it('all sockets read again, spread over a time that grows with their number', async () => {
    sockets = 1_000;
    trouble('gap');
    expect(told).toEqual([['all', 30_000]]);
    trouble('lost');
    expect(told).toHaveLength(1);
    sockets = 20_000;
    await pass(30_000);
    trouble('gap');
    expect(told[1]).toEqual(['all', 300_000]);
    expect(reasons).toEqual(['all', 'all']);
  });

  it('a flood of gaps, and of hints that anyone may send, makes all read again once in ten seconds, and once after the last', async () => {
    for (let second = 0; second < 25; second += 1) {
      trouble('gap');
      say([{ type: 'again' }], 'everyone');
      await pass(1_000);
    }
    await pass(60_000);
    expect(told).toHaveLength(4);
    expect(told[0]).toEqual(['all', 200]);
  });

  it('nobody is told while nobody is there, and the next one is told at once', async () => {
    sockets = 0;
    trouble('gap');
    await pass(1_000);
    expect(told).toEqual([]);
    sockets = 1;
    say([{ type: 'again' }], 'everyone');
    expect(told).toHaveLength(1);
  });

  it('a member whose news cannot be read, or is too much, reads again, and nobody else', async () => {
    connected.add(8n);
    readOrderNews = async () => await Promise.reject(new Error('the database is away'));
    say([{ memberId: '7', orderId: ONE }]);
    await pass(0);
    expect([told, lost, errors.length]).toEqual([[[7n, 500]], 1, 1]);
    readOrderNews = async () => await new Promise(() => undefined);
    say(Array.from({ length: 200 }, () => ({ memberId: '8', orderId: TWO })));
    await pass(0);
    expect(told.slice(1)).toEqual([[8n, 500]]);
    expect([lost, reasons]).toEqual([1 + 72, ['member', 'member']]);
  });

  it('announcements that could not be looked at are looked at again', async () => {
    await pass(0);
    const read = mark;
    mark = 'unreadable';
    say([{ type: 'notice' }], 'everyone');
    await pass(0);
    expect([errors.length, toAll.length]).toEqual([1, 0]);
    mark = `${read} and more`;
    await pass(1_000);
    expect(toAll).toEqual([{ type: 'notice' }]);
  });
});

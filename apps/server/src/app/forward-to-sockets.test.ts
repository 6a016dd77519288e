import { beforeEach, expect, it, vi } from 'vitest';
import type { Channel } from '../platform/bus/bus.ts';
import type { OrderNews } from '../features/trading/order-news.ts';
import { forwardToSockets } from './forward-to-sockets.ts';

const listeners = new Map<Channel, (message: unknown) => void>();
let connected: Set<bigint>;
let sent: [memberId: bigint, data: unknown][];
let toAll: unknown[];
let asked: string[][];
let errors: unknown[];
/** The orders that the database holds, with their members. */
const ORDERS = new Map([
  ['one', 7n],
  ['two', 8n],
  ['three', 7n],
]);
let readOrderNews: (ids: readonly string[]) => Promise<OrderNews[]>;

beforeEach(() => {
  listeners.clear();
  [connected, sent, toAll, asked, errors] = [new Set([7n]), [], [], [], []];
  readOrderNews = async (ids) => {
    asked.push([...ids]);
    return await Promise.resolve(
      ids.flatMap((id) => {
        const memberId = ORDERS.get(id);
        return memberId === undefined ? [] : [{ memberId, order: { id } as OrderNews['order'] }];
      }),
    );
  };
  forwardToSockets({
    bus: {
      subscribe: (channel, listener) => {
        listeners.set(channel, listener);
        return () => listeners.delete(channel);
      },
    },
    hub: {
      publish: () => undefined,
      hasMember: (memberId) => connected.has(memberId),
      publishToMember: (memberId, data) => sent.push([memberId, data]),
      publishToMembers: (data) => toAll.push(data),
    },
    readOrderNews: async (ids) => await readOrderNews(ids),
    onError: (error) => errors.push(error),
  });
});

function say(message: unknown): void {
  listeners.get('order')?.(message);
}

it('reads only orders of members who are connected here, and tells them about their money too', async () => {
  say([
    { memberId: '7', orderId: 'one' },
    { memberId: '8', orderId: 'two' },
    { memberId: '7', orderId: 'three' },
  ]);
  await vi.waitFor(() => expect(sent).toHaveLength(4));
  expect(asked.flat()).toEqual(['one', 'three']);
  expect(sent).toEqual([
    [7n, { type: 'order', order: { id: 'one' } }],
    [7n, { type: 'money' }],
    [7n, { type: 'order', order: { id: 'three' } }],
    [7n, { type: 'money' }],
  ]);
});

it('sends an order to the member whom the database names, whatever the message says', async () => {
  connected.add(8n);
  say([{ memberId: '7', orderId: 'two' }]);
  await vi.waitFor(() => expect(sent).toHaveLength(2));
  expect(sent.map(([memberId]) => memberId)).toEqual([8n, 8n]);
});

it('continues after an order that is missing, a read that fails and a message of another version', async () => {
  say([{ memberId: '7', orderId: 'gone' }]);
  say([{ memberId: '7' }, 'other']);
  await vi.waitFor(() => expect(asked).toEqual([['gone']]));
  readOrderNews = async () => await Promise.reject(new Error('no database'));
  say([{ memberId: '7', orderId: 'one' }]);
  await vi.waitFor(() => expect(errors).toEqual([new Error('no database')]));
  readOrderNews = async () => await Promise.resolve([{ memberId: 7n, order: { id: 'one' } as OrderNews['order'] }]);
  say([{ memberId: '7', orderId: 'one' }]);
  await vi.waitFor(() => expect(sent).toHaveLength(2));
});

it('a database that hangs collects a bounded number of orders', async () => {
  const answers: (() => void)[] = [];
  readOrderNews = async (ids) => {
    asked.push([...ids]);
    return await new Promise((resolve) => answers.push(() => resolve([])));
  };
  for (let from = 0; from < 10_000; from += 100)
    say(Array.from({ length: 100 }, (_, index) => ({ memberId: '7', orderId: `${from + index}` })));
  // 8,192 wait, and the others are lost.
  await vi.waitFor(() => expect(errors).toHaveLength(10_000 - 8_192));
  while (asked.flat().length < 8_192) {
    answers.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(Math.max(...asked.map((ids) => ids.length))).toBe(500);
});

it('gives news for everyone to everyone, and skips what it does not know', () => {
  listeners.get('everyone')?.([{ type: 'notice' }]);
  listeners.get('everyone')?.([{ type: 'unheard of' }]);
  listeners.get('everyone')?.({ type: 'notice' });
  expect(toAll).toEqual([{ type: 'notice' }]);
  expect(sent).toEqual([]);
});

import { expect, it } from 'vitest';
import type { Bus, BusTrouble, Channel } from './bus.ts';
import { joinBuses } from './joined-bus.ts';

/** A bus that hears what it is told. */
function busOf(channels: readonly Channel[]): Bus & {
  say: (channel: Channel, message: unknown) => void;
  trouble: (what: BusTrouble) => void;
  sent: unknown[];
  closed: boolean;
} {
  const listeners = new Map<Channel, Set<(message: unknown) => void>>(channels.map((channel) => [channel, new Set()]));
  const watchers = new Set<(trouble: BusTrouble) => void>();
  const bus = {
    sent: [] as unknown[],
    closed: false,
    say: (channel: Channel, message: unknown) => listeners.get(channel)?.forEach((listener) => listener(message)),
    trouble: (what: BusTrouble) => watchers.forEach((watcher) => watcher(what)),
    isOpen: () => true,
    watch: (listener: (trouble: BusTrouble) => void) => {
      watchers.add(listener);
      return () => watchers.delete(listener);
    },
    publish: async (channel: Channel, message: unknown) => void bus.sent.push([channel, message]),
    subscribe: (channel: Channel, listener: (message: unknown) => void) => {
      const heard = listeners.get(channel);
      if (heard === undefined) throw new Error(`does not listen to ${channel}`);
      heard.add(listener);
      return () => heard.delete(listener);
    },
    close: async () => void (bus.closed = true),
  };
  return bus;
}

it('sends on the server of news alone, and hears there and what the database says itself', async () => {
  const [main, database] = [busOf(['tick', 'product']), busOf(['product'])];
  const bus = joinBuses(main, database, ['product']);
  const heard: unknown[] = [];
  const stops = [
    bus.subscribe('tick', (message) => heard.push(message)),
    bus.subscribe('product', (message) => heard.push(message)),
    bus.watch((trouble) => heard.push(trouble)),
  ];
  await bus.publish('tick', 0);
  main.say('tick', 1);
  main.say('product', 2);
  database.say('product', 3);
  main.trouble('gap');
  database.trouble('lost');
  expect(heard).toEqual([1, 2, 3, 'gap', 'lost']);
  expect([main.sent, database.sent]).toEqual([[['tick', 0]], []]);
  for (const stop of stops) stop();
  main.say('product', 4);
  database.say('product', 5);
  database.trouble('gap');
  expect(heard).toHaveLength(5);
  await bus.close();
  expect([main.closed, database.closed]).toEqual([true, true]);
});

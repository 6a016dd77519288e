import type { Bus } from './bus.ts';

/**
 * News over `main`, and what the database itself says: its triggers send on their own channels of LISTEN/NOTIFY. A channel that `database` does not
 * listen to is heard on `main` alone.
 */
export function joinBuses(main: Bus, database: Bus, heardOfDatabase: readonly string[]): Bus {
  return {
    publish: async (channel, message) => await main.publish(channel, message),
    isOpen: () => main.isOpen(),
    watch: (listener) => {
      const stops = [main.watch(listener), database.watch(listener)];
      return () => {
        for (const stop of stops) stop();
      };
    },
    subscribe: (channel, listener) => {
      const stops = [main.subscribe(channel, listener)];
      if (heardOfDatabase.includes(channel)) stops.push(database.subscribe(channel, listener));
      return () => {
        for (const stop of stops) stop();
      };
    },
    close: async () => {
      await Promise.all([main.close(), database.close()]);
    },
  };
}

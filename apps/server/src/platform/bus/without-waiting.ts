import type { Log } from '../log/log.ts';
import type { Bus } from './bus.ts';

/** At most this many messages are in flight; further ones are dropped. Readers get the missed data over HTTP. */
const PENDING_MAX = 16;

/** A bus whose `publish` returns at once: work that runs every second must not wait for a hanging bus. */
export function withoutWaiting(bus: Pick<Bus, 'publish'>, log: Log): Pick<Bus, 'publish'> {
  let pending = 0;
  return {
    publish: (channel, message) => {
      if (pending >= PENDING_MAX) log.warn({ channel }, 'bus: no answer, a message was dropped');
      else {
        pending += 1;
        bus
          .publish(channel, message)
          .catch((error: unknown) => log.warn({ err: error, channel }, 'bus: a message was lost'))
          .finally(() => (pending -= 1));
      }
      return Promise.resolve();
    },
  };
}

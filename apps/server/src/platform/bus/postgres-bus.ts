import pg from 'pg';
import type { Log } from '../log/log.ts';
import type { Bus, Channel } from './bus.ts';

const CHANNELS: readonly Channel[] = ['tick', 'product', 'me'];
/** Postgres refuses a payload of 8,000 bytes; larger messages travel in parts of their array. */
const MAX_PAYLOAD_BYTES = 7_900;
const RETRY_MS = 500;

/** LISTEN/NOTIFY on one connection of its own, opened again whenever it is lost. */
export async function createPostgresBus(url: string, log: Log): Promise<Bus> {
  const listeners = new Map<Channel, Set<(message: unknown) => void>>(CHANNELS.map((channel) => [channel, new Set()]));
  let client: pg.Client | undefined;
  let closed = false;

  const deliver = (notification: pg.Notification): void => {
    const channel = CHANNELS.find((name) => notification.channel === `candor_${name}`);
    if (channel === undefined || notification.payload === undefined) return;
    const message: unknown = JSON.parse(notification.payload);
    for (const listener of listeners.get(channel) ?? []) listener(message);
  };

  const open = async (): Promise<void> => {
    const next = new pg.Client({ connectionString: url, application_name: 'candor-bus', keepAlive: true });
    next.on('notification', deliver);
    next.on('error', () => undefined);
    next.on('end', () => {
      if (client === next) client = undefined;
      if (!closed) setTimeout(reopen, RETRY_MS);
    });
    await next.connect();
    // A notification is worth no flush to disk: whoever missed it reads again.
    await next.query('set synchronous_commit = off');
    for (const channel of CHANNELS) await next.query(`listen candor_${channel}`);
    client = next;
  };

  const reopen = (): void => {
    if (closed || client !== undefined) return;
    open().catch((error: unknown) => {
      log.warn({ err: error }, 'bus: the database is out of reach');
      setTimeout(reopen, RETRY_MS);
    });
  };

  await open();
  return {
    publish: async (channel, message) => {
      const current = client;
      if (current === undefined) return;
      for (const payload of payloads(message))
        await current.query('select pg_notify($1, $2)', [`candor_${channel}`, payload]);
    },
    subscribe: (channel, listener) => {
      listeners.get(channel)?.add(listener);
      return () => listeners.get(channel)?.delete(listener);
    },
    close: async () => {
      closed = true;
      await client?.end();
    },
  };
}

/** One payload, or an array cut into halves until each part fits. */
export function payloads(message: unknown): string[] {
  const text = JSON.stringify(message);
  if (Buffer.byteLength(text) <= MAX_PAYLOAD_BYTES || !Array.isArray(message) || message.length < 2) return [text];
  const middle = Math.ceil(message.length / 2);
  return [...payloads(message.slice(0, middle)), ...payloads(message.slice(middle))];
}

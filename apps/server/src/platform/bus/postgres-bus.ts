import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '../log/log.ts';
import type { Bus, Channel } from './bus.ts';

const CHANNELS: readonly Channel[] = ['tick', 'product', 'me', 'everyone', 'order'];
/** Postgres refuses a payload of 8,000 bytes; a larger array is sent in several parts. */
const MAX_PAYLOAD_BYTES = 7_900;
/** Payloads that one statement sends. */
const PAYLOADS_MAX = 64;
/** The pause before a lost connection is opened again. */
const RETRY_MS = 500;
/** At most this many messages are in flight; further ones are dropped. */
const PENDING_MAX = 256;

export interface BusTimes {
  /** When a statement has no answer after this time, the connection hangs. It is closed and opened again. */
  readonly answerMsMax: number;
  /** How often a listening connection is checked: a dead connection would otherwise stay silent forever. */
  readonly checkEveryMs: number;
}

const TIMES: BusTimes = { answerMsMax: 2_000, checkEveryMs: 5_000 };

/** A connection that listens. */
interface Connection {
  readonly client: pg.Client;
  /** Resolves when it has ended, or nobody wants it any more. */
  readonly lost: Promise<void>;
  readonly lose: () => void;
}

/**
 * LISTEN/NOTIFY on its own connection, which is opened again when it is lost or hangs. `publish` rejects when the
 * database refuses a message or does not answer in time. Then only that message is lost.
 */
export async function createPostgresBus(url: string, log: Log, times: BusTimes = TIMES): Promise<Bus> {
  const listeners = new Map<Channel, Set<(message: unknown) => void>>(CHANNELS.map((channel) => [channel, new Set()]));
  const closing = new AbortController();
  let open: Connection | undefined;
  let pending = 0;

  const deliver = (notification: pg.Notification): void => {
    const channel = CHANNELS.find((name) => notification.channel === `candor_${name}`);
    if (channel === undefined || notification.payload === undefined) return;
    try {
      const message: unknown = JSON.parse(notification.payload);
      for (const listener of listeners.get(channel) ?? []) listener(message);
    } catch (error) {
      // An error thrown here would end the process.
      log.warn({ err: error, channel }, 'bus: a message could not be delivered');
    }
  };

  const connect = async (): Promise<Connection> => {
    const client = new pg.Client({
      connectionString: url,
      application_name: 'candor-bus',
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      connectionTimeoutMillis: times.answerMsMax,
      query_timeout: times.answerMsMax,
      // A notification needs no flush to disk: a reader that misses it reads again.
      options: '-c synchronous_commit=off',
    });
    const { promise: lost, resolve: lose } = Promise.withResolvers<void>();
    client.on('notification', deliver);
    client.on('error', () => undefined);
    client.once('end', lose);
    try {
      await client.connect();
      for (const channel of CHANNELS) await client.query(`listen candor_${channel}`);
      return { client, lost, lose };
    } catch (error) {
      void end(client);
      throw error;
    }
  };

  /** Ends when the bus is closed. */
  const keepOpen = async (first: Connection): Promise<void> => {
    const { signal } = closing;
    let next: Connection | undefined = first;
    for (;;) {
      open = next;
      if (!signal.aborted) await next?.lost;
      open = undefined;
      const ended = next && end(next.client);
      await sleep(RETRY_MS, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return await ended;
      next = await connect().catch((error: unknown) => {
        log.warn({ err: error }, 'bus: it has no connection');
        return undefined;
      });
    }
  };

  const ask = async ({ client, lose }: Connection, text: string, values: unknown[]): Promise<void> => {
    try {
      await client.query(text, values);
    } catch (error) {
      // When the database itself refuses (e.g. its notification queue is full), the connection is still fine.
      if (!(error instanceof pg.DatabaseError)) lose();
      throw error;
    }
  };

  const keeping = keepOpen(await connect());
  const checking = setInterval(() => {
    if (open !== undefined)
      ask(open, 'select', []).catch((error: unknown) => log.warn({ err: error }, 'bus: its connection hangs'));
  }, times.checkEveryMs);
  return {
    publish: async (channel, message) => {
      const current = open;
      if (current === undefined || pending >= PENDING_MAX) return;
      pending += 1;
      try {
        const all = payloads(message);
        for (let at = 0; at < all.length; at += PAYLOADS_MAX)
          await ask(current, 'select pg_notify($1, unnest($2::text[]))', [
            `candor_${channel}`,
            all.slice(at, at + PAYLOADS_MAX),
          ]);
      } finally {
        pending -= 1;
      }
    },
    subscribe: (channel, listener) => {
      listeners.get(channel)?.add(listener);
      return () => listeners.get(channel)?.delete(listener);
    },
    close: async () => {
      closing.abort();
      clearInterval(checking);
      open?.lose();
      await keeping;
    },
  };
}

/** A statement that hangs is cut off. */
async function end(client: pg.Client): Promise<void> {
  await client.end().catch(() => undefined);
}

/** One payload, or several: an array is packed into as few as fit. */
export function payloads(message: unknown): string[] {
  if (!Array.isArray(message)) return [JSON.stringify(message)];
  const packed: string[] = [];
  let pack: string[] = [];
  let bytes = 2;
  for (const item of message) {
    const text = JSON.stringify(item) ?? 'null';
    const more = Buffer.byteLength(text) + 1;
    if (pack.length > 0 && bytes + more > MAX_PAYLOAD_BYTES) {
      packed.push(`[${pack.join(',')}]`);
      pack = [];
      bytes = 2;
    }
    pack.push(text);
    bytes += more;
  }
  packed.push(`[${pack.join(',')}]`);
  return packed;
}

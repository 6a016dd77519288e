import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '../log/log.ts';
import { limitLines } from '../log/limit-lines.ts';
import { Client } from '../db/client.ts';
import { CHANNELS } from './bus.ts';
import type { Bus, BusTrouble, Channel } from './bus.ts';
import { FLOOD_REST_MS, floodGauge } from './flood-gauge.ts';
import { payloads } from './payloads.ts';
import { watchedHearing, watchedSending } from './watch-news.ts';

/** Postgres refuses a payload of 8,000 bytes. */
const PAYLOAD_BYTES = 7_900;
/** Payloads that one statement sends. */
const PAYLOADS_MAX = 64;
/** The pause before a lost connection is opened again. */
const RETRY_MS = 500;
/** At most this many messages are in flight; further ones are dropped. */
const PENDING_MAX = 256;
const LOST_LINES = { linesMax: 3, windowMs: 10_000 } as const;

export interface BusTimes {
  /** When a statement has no answer after this time, the connection hangs. It is closed and opened again. */
  readonly answerMsMax: number;
  /** How often a listening connection is checked: a dead connection would otherwise stay silent forever. */
  readonly checkEveryMs: number;
  /** The pause after a flood. */
  readonly floodRestMs?: number;
}

const TIMES: BusTimes = { answerMsMax: 2_000, checkEveryMs: 5_000 };

/** A connection that listens. */
interface Connection {
  readonly client: pg.Client;
  /** Resolves with the pause before the next one when it has ended, or nobody wants it any more. */
  readonly lost: Promise<number>;
  readonly lose: () => void;
}

/**
 * LISTEN/NOTIFY on its own connection, which is opened again when it is lost or hangs. `publish` rejects when the
 * database refuses a message or does not answer in time. Then only that message is lost.
 * @param channels what this process listens to; a process that needs no news cannot be flooded with it
 */
export async function createPostgresBus(
  url: string,
  log: Log,
  times: BusTimes = TIMES,
  channels: readonly Channel[] = CHANNELS,
): Promise<Bus> {
  const listeners = new Map<Channel, Set<(message: unknown) => void>>(channels.map((channel) => [channel, new Set()]));
  const watchers = new Set<(trouble: BusTrouble) => void>();
  const closing = new AbortController();
  let open: Connection | undefined;
  let pending = 0;

  const say = (trouble: BusTrouble): void => {
    for (const watcher of watchers) watcher(trouble);
  };
  const sayLost = limitLines((fields, text) => log.warn(fields, text), LOST_LINES);
  const dropMessage = (channel: Channel, why: string): void => {
    sayLost({ channel, why }, 'bus: a message was not sent');
    say('lost');
  };

  const deliver = (notification: pg.Notification): void => {
    const channel = CHANNELS.find((name) => notification.channel === `candor_${name}`);
    if (channel === undefined || notification.payload === undefined) return;
    try {
      const message: unknown = JSON.parse(notification.payload);
      watchedHearing({ channel, over: 'postgresql', traceparent: undefined }, () => {
        for (const listener of listeners.get(channel) ?? []) listener(message);
      });
    } catch (error) {
      // An error thrown here would end the process.
      sayLost({ err: error, channel }, 'bus: a message could not be delivered');
      say('lost');
    }
  };

  const connect = async (): Promise<Connection> => {
    const socket = new Socket();
    const client = new Client({
      stream: () => socket,
      connectionString: url,
      application_name: 'candor-bus',
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      connectionTimeoutMillis: times.answerMsMax,
      query_timeout: times.answerMsMax,
      // A notification needs no flush to disk: a reader that misses it reads again.
      settings: { synchronous_commit: 'off' },
    });
    const { promise: lost, resolve: loseFor } = Promise.withResolvers<number>();
    const lose = (): void => loseFor(RETRY_MS);
    const isFlooded = floodGauge();
    client.on('notification', (notification) => {
      if (!isFlooded(notification.payload?.length ?? 0)) return deliver(notification);
      // Not one more byte is read, or the whole queue of the database would still have to be.
      if (!socket.destroyed) log.warn('bus: more messages than an honest site sends; the connection is cut');
      loseFor(times.floodRestMs ?? FLOOD_REST_MS);
      socket.destroy();
    });
    client.on('error', () => undefined);
    client.once('end', lose);
    try {
      await client.connect();
      for (const channel of channels) await client.query(`listen candor_${channel}`);
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
    let deafSinceMs: number | undefined;
    for (;;) {
      open = next;
      if (next !== undefined && deafSinceMs !== undefined) {
        log.warn({ deafMs: Math.round(performance.now() - deafSinceMs) }, 'bus: it was deaf, and hears again');
        deafSinceMs = undefined;
        say('gap');
      }
      const restMs = signal.aborted ? RETRY_MS : ((await next?.lost) ?? RETRY_MS);
      open = undefined;
      deafSinceMs ??= performance.now();
      const ended = next && end(next.client);
      await sleep(restMs, undefined, { signal }).catch(() => undefined);
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
      if (current === undefined) return dropMessage(channel, 'no connection');
      if (pending >= PENDING_MAX) return dropMessage(channel, 'too many wait');
      pending += 1;
      try {
        const all = payloads(message, PAYLOAD_BYTES);
        await watchedSending({ channel, over: 'postgresql' }, async () => {
          for (let at = 0; at < all.length; at += PAYLOADS_MAX)
            await ask(current, 'select pg_notify($1, unnest($2::text[]))', [
              `candor_${channel}`,
              all.slice(at, at + PAYLOADS_MAX),
            ]);
        });
      } catch (error) {
        say('lost');
        throw error;
      } finally {
        pending -= 1;
      }
    },
    isOpen: () => open !== undefined,
    watch: (listener) => {
      watchers.add(listener);
      return () => watchers.delete(listener);
    },
    subscribe: (channel, listener) => {
      const heard = listeners.get(channel);
      if (heard === undefined) throw new Error(`this process does not listen to ${channel}`);
      heard.add(listener);
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

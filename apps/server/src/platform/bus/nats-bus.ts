import { setTimeout as sleep } from 'node:timers/promises';
import { connect, headers } from '@nats-io/transport-node';
import type { MsgHdrs, NatsConnection, Subscription } from '@nats-io/transport-node';
import { limitLines } from '../log/limit-lines.ts';
import type { Log } from '../log/log.ts';
import { CHANNELS } from './bus.ts';
import type { Bus, BusTrouble, Channel } from './bus.ts';
import { FLOOD_REST_MS, floodGauge } from './flood-gauge.ts';
import { natsServers } from './nats-servers.ts';
import { payloads } from './payloads.ts';
import { watchedHearing, watchedSending } from './watch-news.ts';

/** NATS takes 1 MB; small ones keep a reader from waiting for a large one. */
const PAYLOAD_BYTES = 64_000;
/** At most this many messages are in flight; further ones are dropped. */
const PENDING_MAX = 1_024;
const TRACEPARENT = 'traceparent';
const LOST_LINES = { linesMax: 3, windowMs: 10_000 } as const;

/** Where news travels, and as whom. */
export interface NewsLogin {
  /** `nats://user:password@host:4222,host:4222`; `tls://` asks for TLS. */
  readonly url: string;
  /** Certificates that vouch for the servers, PEM. Left out, those that Node knows do. */
  readonly ca?: string | undefined;
}

export interface NatsTimes {
  /** A message that the server did not confirm within this time is lost. */
  readonly answerMsMax: number;
  readonly retryMs: number;
  readonly floodRestMs: number;
}

const TIMES: NatsTimes = { answerMsMax: 2_000, retryMs: 500, floodRestMs: FLOOD_REST_MS };

/**
 * The bus over NATS. It opens in the background and again after each loss: news is a hint, so a site runs without it. `publish` rejects
 * when a server does not confirm in time.
 * @param channels what this process listens to
 */
export function createNatsBus(
  login: NewsLogin,
  log: Log,
  channels: readonly Channel[] = CHANNELS,
  { answerMsMax, retryMs, floodRestMs }: NatsTimes = TIMES,
): Bus {
  const listeners = new Map<Channel, Set<(message: unknown) => void>>(channels.map((channel) => [channel, new Set()]));
  const watchers = new Set<(trouble: BusTrouble) => void>();
  const closing = new AbortController();
  let open: NatsConnection | undefined;
  /** Also while it has lost its server and looks for another. */
  let kept: NatsConnection | undefined;
  let pending = 0;

  const say = (trouble: BusTrouble): void => {
    for (const watcher of watchers) watcher(trouble);
  };
  const sayLost = limitLines((fields, text) => log.warn(fields, text), LOST_LINES);
  const dropMessage = (channel: Channel, why: string): void => {
    sayLost({ channel, why }, 'bus: a message was not sent');
    say('lost');
  };

  const deliver = (channel: Channel, text: string, traceparent: string | undefined): void => {
    try {
      const message: unknown = JSON.parse(text);
      watchedHearing({ channel, over: 'nats', traceparent }, () => {
        for (const listener of listeners.get(channel) ?? []) listener(message);
      });
    } catch (error) {
      // An error thrown here would end the process.
      sayLost({ err: error, channel }, 'bus: a message could not be delivered');
      say('lost');
    }
  };

  /** Listens until it hears a flood, then not at all for a while. */
  const listen = (connection: NatsConnection): void => {
    const isFlooded = floodGauge();
    const heard: Subscription[] = [];
    const rest = (): void => {
      for (const one of heard.splice(0)) one.unsubscribe();
      log.warn('bus: more messages than an honest site sends; nothing is heard for a while');
      void sleep(floodRestMs, undefined, { signal: closing.signal, ref: false }).then(
        () => {
          if (connection.isClosed()) return;
          listen(connection);
          say('gap');
        },
        () => undefined,
      );
    };
    for (const channel of channels)
      heard.push(
        connection.subscribe(subjectOf(channel), {
          callback: (error, message) => {
            if (error !== null) return sayLost({ err: error, channel }, 'bus: it may not listen');
            if (heard.length === 0) return;
            if (isFlooded(message.data.length)) return rest();
            deliver(channel, message.string(), message.headers?.get(TRACEPARENT));
          },
        }),
      );
  };

  /** Ends when the connection is closed for good. */
  const follow = async (connection: NatsConnection): Promise<void> => {
    for await (const status of connection.status()) {
      if (status.type === 'disconnect') open = undefined;
      else if (status.type === 'reconnect') {
        open = connection;
        log.warn('bus: it was deaf, and hears again');
        say('gap');
      } else if (status.type === 'slowConsumer') say('gap');
      else if (status.type === 'error') {
        sayLost({ err: status.error }, 'bus: the server refuses something');
        say('lost');
      }
    }
  };

  const keepOpen = async (): Promise<void> => {
    const { signal } = closing;
    while (!signal.aborted) {
      try {
        const connection = await connect(optionsOf(login, answerMsMax, retryMs));
        if (signal.aborted) return await connection.close();
        kept = connection;
        listen(connection);
        // What is published from now on is heard.
        await connection.flush();
        open = connection;
        // Nothing was heard before.
        say('gap');
        await follow(connection);
      } catch (error) {
        sayLost({ err: error }, 'bus: it has no connection');
      }
      open = undefined;
      await sleep(retryMs, undefined, { signal }).catch(() => undefined);
    }
  };

  const keeping = keepOpen();
  return {
    publish: async (channel, message) => {
      const current = open;
      if (current === undefined) return dropMessage(channel, 'no connection');
      if (pending >= PENDING_MAX) return dropMessage(channel, 'too many wait');
      pending += 1;
      try {
        await watchedSending({ channel, over: 'nats' }, async (traceparent) => {
          const options = traceparent === undefined ? undefined : { headers: headersOf(traceparent) };
          for (const payload of payloads(message, PAYLOAD_BYTES)) current.publish(subjectOf(channel), payload, options);
          await confirmed(current, answerMsMax);
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
      await kept?.close();
      await keeping;
    },
  };
}

function headersOf(traceparent: string): MsgHdrs {
  const made = headers();
  made.set(TRACEPARENT, traceparent);
  return made;
}

function subjectOf(channel: Channel): string {
  return `candor.${channel}`;
}

function optionsOf({ url, ca }: NewsLogin, answerMsMax: number, retryMs: number): Parameters<typeof connect>[0] {
  const { servers, user, pass, isTls } = natsServers(url);
  return {
    servers: [...servers],
    name: 'candor',
    ...(user === undefined ? {} : { user, pass: pass ?? '' }),
    ...(isTls ? { tls: ca === undefined ? {} : { ca } } : {}),
    timeout: answerMsMax,
    pingInterval: 5_000,
    maxPingOut: 2,
    maxReconnectAttempts: -1,
    reconnectTimeWait: retryMs,
    // Logins may be changed while a site runs.
    ignoreAuthErrorAbort: true,
  };
}

/** A server answers a ping after it took all that was sent before. */
async function confirmed(connection: NatsConnection, answerMsMax: number): Promise<void> {
  const late = new AbortController();
  try {
    await Promise.race([
      connection.flush(),
      sleep(answerMsMax, undefined, { signal: late.signal }).then(() => {
        throw new Error('the server of news did not answer in time');
      }),
    ]);
  } finally {
    late.abort();
  }
}

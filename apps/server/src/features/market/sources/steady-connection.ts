/**
 * Keeps one WebSocket open for as long as it is needed. It reconnects after a loss, closes a silent connection, and
 * replaces the connection before the server's own limit; the next one opens before the old one closes.
 */
import { randomInt } from 'node:crypto';
import type { Clock } from '../../../platform/clock/clock.ts';
import { type Connection, openConnection } from './connection.ts';

export interface SteadyOptions {
  readonly url: string;
  readonly clock: Pick<Clock, 'now'>;
  /** A longer frame ends the connection. */
  readonly frameBytesMax: number;
  /** Sent first on every new connection. */
  readonly greetings: readonly string[];
  /** @param isCurrent false for frames of the old connection while the next one is already open beside it. */
  readonly onFrame: (frame: string, isCurrent: boolean) => void;
  readonly onHealth: (state: 'up' | 'down', reason: string) => void;
  readonly limits: ConnectionLimits;
}

export interface ConnectionLimits {
  /** A connection this old is replaced. */
  readonly rotateAfterMs: number;
  /** After this long without a frame or a ping the connection is dead, even if it looks open. */
  readonly silentAfterMs: number;
  readonly checkEveryMs: number;
  /** First and longest pause before a reconnect. */
  readonly backoffMs: readonly [first: number, longest: number];
  /** Sent repeatedly, if the server requires messages from us. */
  readonly keepAlive?: { readonly text: string; readonly everyMs: number };
}

export interface SteadyConnection {
  /** Number of connections opened so far. */
  opened(): number;
  /** Opens the next connection and then closes this one. After a failure it retries only after the longest pause. */
  rotate(): void;
  stop(): void;
}

/**
 * Doubles with every failure up to the longest pause. A random value between half and all of it spreads the clients.
 */
export function reconnectPauseMs(failures: number, [first, longest]: ConnectionLimits['backoffMs']): number {
  const whole = Math.min(longest, first * 2 ** Math.min(failures, 16));
  return whole / 2 + randomInt(0, Math.ceil(whole / 2) + 1);
}

export function keepConnected({
  url,
  frameBytesMax,
  clock,
  greetings,
  onFrame,
  onHealth,
  limits,
}: SteadyOptions): SteadyConnection {
  let current: Connection | undefined;
  let successor: Connection | undefined;
  let retry: NodeJS.Timeout | undefined;
  let [opened, failures] = [0, 0];
  let saidAt = clock.now();
  let rotatedAt = Number.NEGATIVE_INFINITY;

  const dial = (): Connection => {
    const connection = openConnection(url, {
      frameBytesMax,
      clock,
      onFrame: (frame) => onFrame(frame, connection === current),
      onOpen: () => onOpen(connection),
      onClose: (reason) => onClose(connection, reason),
    });
    return connection;
  };

  const onOpen = (connection: Connection): void => {
    opened += 1;
    clearTimeout(retry);
    for (const greeting of greetings) connection.send(greeting);
    if (connection === successor) {
      const old = current;
      [current, successor] = [connection, undefined];
      old?.close();
    }
    onHealth('up', 'connected');
  };

  const onClose = (connection: Connection, reason: string): void => {
    if (connection === successor) successor = undefined;
    if (connection !== current) return;
    current = undefined;
    onHealth('down', reason);
    // A connection that is accepted and dropped at once, as after a refused subscription, counts as a failure too.
    if (connection.ageMs() > limits.backoffMs[1]) failures = 0;
    retry = setTimeout(
      () => {
        current = dial();
      },
      reconnectPauseMs(failures, limits.backoffMs),
    );
    failures += 1;
  };

  const rotate = (): void => {
    if (successor !== undefined || clock.now() - rotatedAt < limits.backoffMs[1]) return;
    rotatedAt = clock.now();
    successor = dial();
  };

  const check = setInterval(() => {
    if (current === undefined) return;
    const { keepAlive } = limits;
    if (keepAlive !== undefined && clock.now() - saidAt >= keepAlive.everyMs) {
      saidAt = clock.now();
      current.send(keepAlive.text);
    }
    if (current.silentForMs() > limits.silentAfterMs) current.fail('silent');
    else if (current.ageMs() > limits.rotateAfterMs) rotate();
  }, limits.checkEveryMs);

  current = dial();
  return {
    opened: () => opened,
    rotate,
    stop: () => {
      clearInterval(check);
      clearTimeout(retry);
      current?.close();
      successor?.close();
    },
  };
}

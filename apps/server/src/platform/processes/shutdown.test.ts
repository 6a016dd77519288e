import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { MockInstance } from 'vitest';
import type { Log } from '../log/log.ts';
import { createShutdown } from './shutdown.ts';

let exit: MockInstance;
let said: unknown[][];
let log: Log;
const before = process.listeners('unhandledRejection');

beforeEach(() => {
  // Its own time limit would end the process of the tests.
  vi.useFakeTimers();
  exit = vi.spyOn(process, 'exit').mockImplementation((() => undefined) as never);
  said = [];
  const say = (...words: unknown[]): void => void said.push(words);
  log = { info: say, error: say, fatal: say } as unknown as Log;
});
afterEach(() => {
  vi.useRealTimers();
  for (const listener of process.listeners('unhandledRejection'))
    if (!before.includes(listener)) process.off('unhandledRejection', listener);
});

it('closes what was opened last first, once, and ends the process with its code', async () => {
  const shutdown = createShutdown(log);
  const closed: string[] = [];
  for (const name of ['database', 'server'])
    shutdown.onStop(async () => {
      closed.push(name);
    });
  expect(shutdown.isStopping()).toBe(false);
  await Promise.all([shutdown.stop('a signal', 3), shutdown.stop('another signal', 4)]);
  expect(shutdown.isStopping()).toBe(true);
  expect(closed).toEqual(['server', 'database']);
  expect(exit.mock.calls).toEqual([[3]]);
});

it('says what could not be closed, and closes the rest', async () => {
  const shutdown = createShutdown(log);
  const closed = vi.fn(async () => undefined);
  const err = new Error('broken');
  shutdown.onStop(closed);
  shutdown.onStop(async () => await Promise.reject(err));
  await shutdown.stop('a signal', 0);
  expect(said).toContainEqual([{ err }, 'an error while stopping']);
  expect(closed).toHaveBeenCalledOnce();
  expect(exit).toHaveBeenCalledExactlyOnceWith(0);
});

it('ends the process when closing takes too long', () => {
  const shutdown = createShutdown(log);
  shutdown.onStop(async () => await new Promise(() => undefined));
  void shutdown.stop('a signal', 0);
  vi.advanceTimersByTime(8_999);
  expect(exit).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(exit).toHaveBeenCalledExactlyOnceWith(1);
});

it('ends the process in order when a promise failed and nobody looked', async () => {
  const shutdown = createShutdown(log);
  const closed = vi.fn(async () => undefined);
  shutdown.onStop(closed);
  const err = new Error('nobody looked');
  const own = process.listeners('unhandledRejection').find((listener) => !before.includes(listener));
  own?.(err, Promise.resolve());
  expect(said.slice(0, 2)).toEqual([
    [{ err }, 'unhandled rejection'],
    [{ reason: 'unhandled rejection' }, 'stopping'],
  ]);
  await vi.waitFor(() => expect(exit).toHaveBeenCalledExactlyOnceWith(1));
  expect(closed).toHaveBeenCalledOnce();
});

it('says at once that it is not ready, works on for as long as balancers need, and then closes', async () => {
  const shutdown = createShutdown(log);
  const happened: string[] = [];
  shutdown.drainFor(5_000);
  shutdown.onFall(() => happened.push('not ready'));
  shutdown.onStop(async () => void happened.push('closed'));
  const stopped = shutdown.stop('SIGTERM', 0);
  expect(happened).toEqual(['not ready']);
  await vi.advanceTimersByTimeAsync(4_999);
  expect(happened).toEqual(['not ready']);
  await vi.advanceTimersByTimeAsync(1);
  await stopped;
  expect([happened, exit.mock.calls]).toEqual([['not ready', 'closed'], [[0]]]);
});

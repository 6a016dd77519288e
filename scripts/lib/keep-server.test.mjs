import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keepServer } from './keep-server.mjs';

/** @type {EventEmitter[]} */
let servers;
/** @type {string[]} */
let said;
/** @type {number[]} */
let exits;
let stopping = false;

beforeEach(() => {
  vi.useFakeTimers();
  [servers, said, exits, stopping] = [[], [], [], false];
  keepServer({
    spawnServer: () => {
      const server = new EventEmitter();
      servers.push(server);
      return server;
    },
    isStopping: () => stopping,
    say: (text) => void said.push(text),
    exit: (code) => void exits.push(code),
  });
});
afterEach(() => void vi.useRealTimers());

function ready() {
  servers.at(-1)?.emit('message', { type: 'ready' });
}

/** @param {number | null} code @param {string | null} signal */
function die(code, signal = null) {
  servers.at(-1)?.emit('exit', code, signal);
}

it('starts a dead server again, with growing waits, and says so', async () => {
  ready();
  for (const waitMs of [200, 400, 800, 1_600, 3_200, 6_400, 12_800, 25_600, 30_000, 30_000]) {
    const before = servers.length;
    die(null, 'SIGKILL');
    expect(said.at(-1)).toBe(`The server died (signal SIGKILL). It is started again in ${waitMs / 1000} s.`);
    await vi.advanceTimersByTimeAsync(waitMs - 1);
    expect(servers).toHaveLength(before);
    await vi.advanceTimersByTimeAsync(1);
    expect(servers).toHaveLength(before + 1);
  }
  await vi.advanceTimersByTimeAsync(60_000);
  die(1);
  expect(said.at(-1)).toBe('The server died (exit code 1). It is started again in 0.2 s.');
  expect(exits).toEqual([]);
});

it('does not restart a server that never came up', async () => {
  die(1);
  await vi.advanceTimersByTimeAsync(60_000);
  expect([servers.length, exits]).toEqual([1, [1]]);
});

it('ends when the server ends by itself', async () => {
  ready();
  die(0);
  await vi.advanceTimersByTimeAsync(60_000);
  expect([servers.length, exits]).toEqual([1, [0]]);
});

it('ends with the server when it is asked to stop, even while it waits', async () => {
  ready();
  die(1);
  stopping = true;
  await vi.advanceTimersByTimeAsync(60_000);
  expect([servers.length, exits]).toEqual([1, [1]]);
});

import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { assert } from '@candor/domain/assert';
import { expect, it, vi } from 'vitest';
import { WebSocketServer } from 'ws';
import { keepConnected, reconnectPauseMs } from './steady-connection.ts';

it.each([
  [0, 500],
  [1, 1000],
  [5, 16_000],
  [6, 30_000],
  [1000, 30_000],
])('after %i failures the pause is a random part between half of %i ms and all of it', (failures, whole) => {
  const pauses = Array.from({ length: 500 }, () => reconnectPauseMs(failures, [500, 30_000]));
  expect(Math.min(...pauses)).toBeGreaterThanOrEqual(whole / 2);
  expect(Math.max(...pauses)).toBeLessThanOrEqual(whole);
  expect(Math.max(...pauses) - Math.min(...pauses)).toBeGreaterThan(whole / 4);
});

interface Gate {
  readonly url: string;
  readonly ws: WebSocketServer;
  dialled: number;
  readonly dialledAtMs: number[];
  close(): Promise<void>;
}

/** A server where the test decides what happens to the nth connection. */
async function openGate(fate: (nth: number) => 'kept' | 'dropped' | 'refused'): Promise<Gate> {
  const http = createServer();
  const ws = new WebSocketServer({ noServer: true });
  http.on('upgrade', (request, socket, head) => {
    gate.dialled += 1;
    gate.dialledAtMs.push(performance.now());
    const decided = fate(gate.dialled);
    if (decided === 'refused') socket.end('HTTP/1.1 503 Service Unavailable\r\n\r\n');
    else
      ws.handleUpgrade(request, socket, head, (taken) => {
        if (decided === 'dropped') taken.close();
      });
  });
  await new Promise<void>((resolve) => {
    http.listen(0, '127.0.0.1', resolve);
  });
  const address = http.address();
  assert(address !== null && typeof address === 'object', 'it listens on a port');
  const gate: Gate = {
    url: `ws://127.0.0.1:${address.port}`,
    ws,
    dialled: 0,
    dialledAtMs: [],
    close: async () => {
      ws.close();
      http.closeAllConnections();
      await new Promise((resolve) => {
        http.close(resolve);
      });
    },
  };
  return gate;
}

/** A loaded machine may stand still for many seconds. It costs time only in a test that fails. */
const PATIENT = { timeout: 50_000 };
const LIMITS = { rotateAfterMs: 60_000, silentAfterMs: 600_000, checkEveryMs: 2 } as const;

it('keeps an old connection that has no replacement, and does not flood the server', async () => {
  const gate = await openGate((nth) => (nth === 1 ? 'kept' : 'refused'));
  const clock = { nowMs: 1_000_000, now: () => clock.nowMs };
  const events: string[] = [];
  const connection = keepConnected({
    url: gate.url,
    frameBytesMax: 1024,
    clock,
    greetings: [],
    onFrame: (frame) => events.push(frame),
    onHealth: (state) => events.push(state),
    limits: { ...LIMITS, backoffMs: [500, 30_000] },
  });
  await vi.waitFor(() => expect(events).toEqual(['up']), PATIENT);
  clock.nowMs += 60_001;
  await vi.waitFor(() => expect(gate.dialled).toBe(2), PATIENT);
  await sleep(50);
  expect(gate.dialled).toBe(2);
  clock.nowMs += 30_000;
  await vi.waitFor(() => expect(gate.dialled).toBe(3), PATIENT);
  const [kept] = gate.ws.clients;
  kept?.send('still here');
  await vi.waitFor(() => expect(events).toEqual(['up', 'still here']), PATIENT);
  connection.stop();
  await gate.close();
});

it('reconnects more and more slowly when each connection is accepted and dropped at once', async () => {
  const gate = await openGate(() => 'dropped');
  const clock = { nowMs: 1_000_000, now: () => clock.nowMs };
  const states: string[] = [];
  const connection = keepConnected({
    url: gate.url,
    frameBytesMax: 1024,
    clock,
    greetings: [],
    onFrame: () => undefined,
    onHealth: (state) => states.push(state),
    limits: { ...LIMITS, backoffMs: [20, 60_000] },
  });
  await vi.waitFor(() => expect(gate.dialledAtMs).toHaveLength(7), PATIENT);
  expect(states.slice(0, 4)).toEqual(['up', 'down', 'up', 'down']);
  // The pauses are 20, 40, 80 … ms, each at least half of that. A timer may fire a millisecond early.
  const pauses = gate.dialledAtMs.slice(1).map((atMs, index) => atMs - (gate.dialledAtMs[index] ?? 0));
  expect(pauses.filter((ms, index) => ms < 10 * 2 ** index - 1)).toEqual([]);
  connection.stop();
  await gate.close();
});

it('starts again with the short pause after a connection that lasted', async () => {
  const gate = await openGate((nth) => (nth >= 10 ? 'kept' : 'dropped'));
  const clock = { nowMs: 1_000_000, now: () => clock.nowMs };
  const connection = keepConnected({
    url: gate.url,
    frameBytesMax: 1024,
    clock,
    greetings: [],
    onFrame: () => undefined,
    onHealth: () => undefined,
    limits: { ...LIMITS, rotateAfterMs: 10_000_000, backoffMs: [2, 60_000] },
  });
  await vi.waitFor(() => expect([gate.dialled, gate.ws.clients.size]).toEqual([10, 1]), PATIENT);
  clock.nowMs += 60_001;
  const pauses = vi.spyOn(globalThis, 'setTimeout');
  for (const client of gate.ws.clients) client.close();
  await vi.waitFor(() => expect(gate.dialled).toBe(11), PATIENT);
  // The first pause is one or two milliseconds, and a tenth in a row would be at least half a second.
  const asked = pauses.mock.calls.map(([, ms = 0]) => ms);
  expect(asked.some((ms) => ms === 1 || ms === 2)).toBe(true);
  expect(asked.filter((ms) => ms >= 512 && ms <= 1_024)).toEqual([]);
  connection.stop();
  await gate.close();
});

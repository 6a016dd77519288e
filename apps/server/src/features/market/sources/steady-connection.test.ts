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
])('after %i failures the pause is drawn between the half of %i ms and the whole', (failures, whole) => {
  const pauses = Array.from({ length: 500 }, () => reconnectPauseMs(failures, [500, 30_000]));
  expect(Math.min(...pauses)).toBeGreaterThanOrEqual(whole / 2);
  expect(Math.max(...pauses)).toBeLessThanOrEqual(whole);
  expect(Math.max(...pauses) - Math.min(...pauses)).toBeGreaterThan(whole / 4);
});

it('stays with an old connection that nothing replaces, and does not storm the server', async () => {
  const http = createServer();
  const ws = new WebSocketServer({ noServer: true });
  let dialled = 0;
  http.on('upgrade', (request, socket, head) => {
    dialled += 1;
    if (dialled > 1) socket.end('HTTP/1.1 503 Service Unavailable\r\n\r\n');
    else ws.handleUpgrade(request, socket, head, () => undefined);
  });
  await new Promise<void>((resolve) => {
    http.listen(0, '127.0.0.1', resolve);
  });
  const address = http.address();
  assert(address !== null && typeof address === 'object', 'it listens on a port');
  const clock = { nowMs: 1_000_000, now: () => clock.nowMs };
  const heard: string[] = [];
  const connection = keepConnected({
    url: `ws://127.0.0.1:${address.port}`,
    clock,
    greetings: [],
    onFrame: (frame) => heard.push(frame),
    onHealth: (state) => heard.push(state),
    limits: { rotateAfterMs: 60_000, silentAfterMs: 600_000, checkEveryMs: 2, backoffMs: [500, 30_000] },
  });
  await vi.waitFor(() => expect(heard).toEqual(['up']));
  clock.nowMs += 60_001;
  await vi.waitFor(() => expect(dialled).toBe(2));
  await sleep(50);
  expect(dialled).toBe(2);
  clock.nowMs += 30_000;
  await vi.waitFor(() => expect(dialled).toBe(3));
  const [kept] = ws.clients;
  kept?.send('still here');
  await vi.waitFor(() => expect(heard).toEqual(['up', 'still here']));
  connection.stop();
  ws.close();
  http.closeAllConnections();
  await new Promise((resolve) => {
    http.close(resolve);
  });
});

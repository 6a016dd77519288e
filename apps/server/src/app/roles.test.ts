import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { expect, it, vi } from 'vitest';
import { startTestServer } from '../testing/test-server.ts';
import type { Context } from './context.ts';
import { startRoles } from './roles.ts';

it('a port in use is named in the error, and every role stops', async () => {
  const neighbour = createServer();
  await new Promise<void>((resolve) => neighbour.listen(0, '127.0.0.1', resolve));
  const { port } = neighbour.address() as AddressInfo;
  const server = await startTestServer({ PORT: String(port), HOST: '127.0.0.1' });
  const asked: { mock: { calls: unknown[] } }[] = [];
  const worker: Context = {
    ...server.worker,
    openPool: (options) => {
      const pool = server.worker.openPool(options);
      asked.push(vi.spyOn(pool, 'connect'));
      return pool;
    },
  };
  // Its jobs start with a timer: a job that was not stopped queries the database when time goes on.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await expect(startRoles([worker, server.context])).rejects.toThrow(`Port ${port} is taken`);
  await vi.advanceTimersByTimeAsync(60_000);
  vi.useRealTimers();
  expect(new Set(asked.map(({ mock }) => mock.calls.length))).toEqual(new Set([0]));
  neighbour.close();
  await server.stop();
});

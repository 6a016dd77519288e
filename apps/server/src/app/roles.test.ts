import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { startTestServer } from '../testing/test-server.ts';
import type { Context } from './context.ts';
import { startRoles } from './roles.ts';

it('a port that is taken is named, and none of the roles runs on', async () => {
  const neighbour = createServer();
  await new Promise<void>((resolve) => neighbour.listen(0, '127.0.0.1', resolve));
  const { port } = neighbour.address() as AddressInfo;
  const server = await startTestServer({ PORT: String(port), HOST: '127.0.0.1' });
  let statements = 0;
  const worker: Context = {
    ...server.worker,
    openPool: (options) => server.worker.openPool(options).on('acquire', () => (statements += 1)),
  };
  await expect(startRoles([worker, server.context])).rejects.toThrow(`Port ${port} is taken`);
  statements = 0;
  await new Promise((resolve) => setTimeout(resolve, 700));
  expect(statements).toBe(0);
  neighbour.close();
  await server.stop();
});

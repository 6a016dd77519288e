import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { claimStore } from '../services/files/same-store.ts';
import { databaseNow } from '../testing/factories.ts';
import { startTestServer } from '../testing/test-server.ts';
import type { TestServer } from '../testing/test-server.ts';
import { archivedOrder, archiveMonth } from './order-archive.ts';

/** What the commands of an operator refuse, and how they say it. What they do is tested beside the code that does it. */
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(async () => await server.stop());

async function archive(month: string): Promise<string> {
  return await archiveMonth(server.context.config, server.ownerUrl, month);
}

async function read(id: string): Promise<string> {
  return await archivedOrder(server.context.config, server.ownerUrl, id);
}

it('nothing is archived into a store that is not that of the site', async () => {
  await expect(archive('2001-01')).rejects.toThrow('No worker has marked the store of archive yet');
  await claimStore(server.worker.pool, 'archive', server.context.files);
  await expect(archive('2001-01')).rejects.toThrow('2001-01 has no table of its own');
});

it('a month that may not be archived says why', async () => {
  const month = new Date(await databaseNow(server.pool)).toISOString().slice(0, 7);
  await expect(archive(month)).rejects.toThrow(`${month} is not over for as long as ORDER_MONTHS_KEPT says`);
  for (const wrong of ['2026-13', '2026-1', '2026-01-01', 'january'])
    await expect(archive(wrong)).rejects.toThrow(`${wrong} is no month`);
});

it('an order that is in no file is told', async () => {
  const id = randomUUID();
  await expect(read(id)).rejects.toThrow(`No archived month has the order ${id}`);
  await expect(read('17')).rejects.toThrow('17 is no id of an order');
});

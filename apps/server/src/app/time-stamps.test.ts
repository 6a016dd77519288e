import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { logTimeStampsView } from '@candor/contract/trading';
import { verifyLogCheckpoint } from '@candor/proof/order-log/log-checkpoint';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { takeFeedLead } from '../features/market/feed/feed-store.ts';
import { openOrderLog } from '../features/market/feed/grow-order-log.ts';
import type { OrderLog } from '../features/market/feed/grow-order-log.ts';
import { createTurn, stampHead } from '../features/order-log/time-stamps/stamp-head.ts';
import { insertTimeStamp } from '../features/order-log/time-stamps/time-stamp-store.ts';
import { placeOrders } from '../features/trading/place-orders.ts';
import { readTimeAuthority } from '../services/order-log/read-time-authority.ts';
import { nodeCrypto } from '../services/receipts/node-crypto.ts';
import { tried } from '../testing/attacks.ts';
import { makeCommand, makeFresh, makeMember, makeProduct } from '../testing/factories.ts';
import { startTestServer } from '../testing/test-server.ts';
import type { TestServer } from '../testing/test-server.ts';
import { makeTimeAuthority, serveTimeAuthority } from '../testing/test-time-authority.ts';
import type { ServedAuthority, TestTimeAuthority } from '../testing/test-time-authority.ts';

/* The heads of the order log and an authority of the real protocol, on this machine. */

let server: TestServer;
let log: OrderLog;
let authority: TestTimeAuthority;
const served: ServedAuthority[] = [];

beforeAll(async () => {
  server = await startTestServer();
  authority = await makeTimeAuthority();
  await makeProduct(server.ownerPool);
  log = await openOrderLog({ db: server.pools.feed, log: server.context.log }, await takeFeedLead(server.pools.feed));
});
afterEach(async () => {
  for (const one of served.splice(0)) await one.stop();
  // A stamp stands for ever, so each test gets a log without one as the database's owner makes it.
  await server.ownerPool.query('alter table log_time_stamp disable trigger keep_sealed');
  await server.ownerPool.query('delete from log_time_stamp');
  await server.ownerPool.query('alter table log_time_stamp enable trigger keep_sealed');
});
afterAll(async () => await server.stop());

async function grow(): Promise<number> {
  const memberId = await makeMember(server.pool);
  await makeFresh(server);
  const [placed] = await placeOrders(server.pool, 'practice', [makeCommand(memberId)]);
  expect(placed?.ok).toBe(true);
  return (await log.commit(0)).size;
}

async function serve(listener: RequestListener): Promise<string> {
  const one = await serveTimeAuthority(listener);
  served.push(one);
  return one.url;
}

const honest: RequestListener = (request, response) => {
  void buffer(request)
    .then(async (asked) => await authority.answer(asked, { atMs: server.context.clock.now() }))
    .then((answer) => response.setHeader('content-type', 'application/timestamp-reply').end(answer));
};

const refuses: RequestListener = (_, response) => response.writeHead(503).end();

/** One look of the worker. */
async function stamp(url: string, callMsMax = 10_000): Promise<boolean> {
  const deps = { pool: server.pools.worker, signer: server.context.signer, clock: server.context.clock, callMsMax };
  return await stampHead(deps, { url, roots: [authority.root] }, new AbortController().signal);
}

async function shown(query = ''): Promise<ReturnType<typeof logTimeStampsView.parse>['items']> {
  const { body } = await server.call('GET', `/api/log/time-stamps${query}`);
  return logTimeStampsView.parse(body.data).items;
}

it('stamps the newest head once an hour, and shows it to everyone', async () => {
  const size = await grow();
  const url = await serve(honest);
  await expect(stamp(url)).resolves.toBe(true);
  await expect(stamp(url)).resolves.toBe(false);
  const [newest, ...others] = await shown();
  expect(others).toEqual([]);
  expect(newest).toMatchObject({ size, authority: 'Test time' });
  await expect(
    verifyLogCheckpoint(newest?.checkpoint ?? '', [server.context.signer.key], nodeCrypto),
  ).resolves.toMatchObject({
    ok: true,
    value: { head: { size } },
  });
});

it('does not stamp a head twice, and pages by the hour', async () => {
  const url = await serve(honest);
  await grow();
  await stamp(url);
  await moveAnHourBack();
  await expect(stamp(url)).resolves.toBe(false);
  const size = await grow();
  await expect(stamp(url)).resolves.toBe(true);
  const items = await shown('?before=2999-01-01T00:00:00.000Z');
  expect(items.map((item) => item.size)).toEqual([size, size - 1]);
  const older = await shown(`?before=${items[0]?.hour}`);
  expect(older.map((item) => item.size)).toEqual([size - 1]);
});

it.each<[string, RequestListener]>([
  ['no address', (request) => request.socket.destroy()],
  ['an error', (_, response) => response.writeHead(500).end()],
  ['another address', (_, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()],
  ['a page', (_, response) => response.end('<html>')],
  ['40 kB', (_, response) => response.end(Buffer.alloc(40_000))],
  ['nothing, ever', () => undefined],
])('keeps nothing of an authority that answers with %s', async (_, listener) => {
  await grow();
  await expect(stamp(await serve(listener), 300)).rejects.toThrow();
  expect(await shown('?before=2998-01-01T00:00:00.000Z')).toEqual([]);
});

it('counts each failure, says each reason once, and stops in the middle of a call', async () => {
  await grow();
  const answers: RequestListener[] = [refuses, refuses, honest, refuses];
  const url = await serve((request, response) => answers.shift()?.(request, response));
  const said = vi.spyOn(server.context.log, 'warn');
  let failures = 0;
  const deps = { ...server.context, pool: server.pools.worker, onFailure: () => (failures += 1) };
  const stopping = new AbortController();
  const turn = createTurn(deps, { url, roots: [authority.root] }, stopping.signal);
  await turn();
  await turn();
  expect([failures, said.mock.calls.length]).toEqual([2, 1]);
  await turn();
  await moveAnHourBack();
  await grow();
  await turn();
  expect([failures, said.mock.calls.length]).toEqual([3, 2]);
  // Nobody answers any more.
  const last = turn();
  await expect.poll(() => answers.length).toBe(0);
  stopping.abort();
  await last;
  expect(failures).toBe(3);
});

it('keeps in the database only what is for a head of the log, and never less', async () => {
  const size = await grow();
  await stamp(await serve(honest));
  const [row] = await shown('?before=2997-01-01T00:00:00.000Z');
  const kept = {
    hour: Date.parse('2020-01-01T00:00:00Z'),
    size,
    checkpoint: row?.checkpoint ?? '',
    authority: 'Test time',
    stampedAt: 0,
    token: Buffer.from('token'),
  };
  const worker = server.pools.worker;
  const other = kept.checkpoint.replace(`\n${size}\n`, `\n${size + 1}\n`);
  await expect(insertTimeStamp(worker, { ...kept, checkpoint: other })).rejects.toThrow('TIME_STAMP_REFUSED');
  await expect(insertTimeStamp(worker, { ...kept, checkpoint: `${kept.checkpoint}x` })).rejects.toThrow('REFUSED');
  await expect(insertTimeStamp(worker, kept)).resolves.toBe(true);
  await expect(insertTimeStamp(worker, kept)).resolves.toBe(false);
  for (const sql of ['update log_time_stamp set size = size', 'delete from log_time_stamp', 'truncate log_time_stamp'])
    expect(await tried(server.ownerPool, sql), sql).toBe('CD010');
});

it('reads the certificates of its setting, and says what is wrong with it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'candor-roots-'));
  const file = join(folder, 'roots.pem');
  const setting = { url: 'http://tsa.example', rootsFile: file };
  await expect(readTimeAuthority(undefined)).resolves.toBeUndefined();
  await expect(readTimeAuthority(setting)).rejects.toThrow('TIMESTAMP_ROOTS');
  await writeFile(file, 'no certificate');
  await expect(readTimeAuthority(setting)).rejects.toThrow('it has 0 certificates');
  const pem = `-----BEGIN CERTIFICATE-----\n${Buffer.from(authority.root).toString('base64')}\n-----END CERTIFICATE-----\n`;
  await writeFile(file, pem.replace('MII', 'AAA'));
  await expect(readTimeAuthority(setting)).rejects.toThrow('TIMESTAMP_ROOTS');
  await writeFile(file, `Test root\n${pem}${pem}`);
  await expect(readTimeAuthority(setting)).resolves.toEqual({
    url: setting.url,
    roots: [authority.root, authority.root],
  });
  await rm(folder, { recursive: true });
});

/** As if the stamps that there are had been made an hour ago. */
async function moveAnHourBack(): Promise<void> {
  await server.ownerPool.query('alter table log_time_stamp disable trigger keep_sealed');
  await server.ownerPool.query(`update log_time_stamp set hour = hour - interval '1 hour'`);
  await server.ownerPool.query('alter table log_time_stamp enable trigger keep_sealed');
}

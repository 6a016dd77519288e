import { createHash } from 'node:crypto';
import { logProofView, logWitnessesView } from '@candor/contract/trading';
import { fromHex } from '@candor/proof/encoding';
import { orderEntry } from '@candor/proof/order-log/entries';
import { verifyLogCheckpoint } from '@candor/proof/order-log/log-checkpoint';
import { readEntryBundle } from '@candor/proof/order-log/tiles';
import { EMPTY_ROOT, hashRange } from '@candor/proof/order-log/tree';
import { verifyInclusion } from '@candor/proof/order-log/verify-proof';
import type { TreeHead } from '@candor/proof/order-log/verify-proof';
import { orderDocument } from '@candor/proof/order-document';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { takeFeedLead } from '../features/market/feed/feed-store.ts';
import { openOrderLog } from '../features/market/feed/grow-order-log.ts';
import type { OrderLog } from '../features/market/feed/grow-order-log.ts';
import { nodeCrypto } from '../services/receipts/node-crypto.ts';
import { acceptedTexts } from '../services/receipts/accepted-order.ts';
import { selectOrder } from '../features/trading/order-store.ts';
import { placeOrders } from '../features/trading/place-orders.ts';
import { makeCommand, makeFresh, makeMember, makeProduct, makeSession } from '../testing/factories.ts';
import { startTestServer } from '../testing/test-server.ts';
import type { TestServer } from '../testing/test-server.ts';

let server: TestServer;
let log: OrderLog;
beforeAll(async () => {
  server = await startTestServer();
  await makeProduct(server.ownerPool);
  log = await openOrderLog({ db: server.pools.feed, log: server.context.log }, await takeFeedLead(server.pools.feed));
});
afterAll(async () => await server.stop());

/** Orders of that many members; returns the last of them. */
async function placed(count: number): Promise<{ memberId: bigint; orderId: string }> {
  const members = await Promise.all(Array.from({ length: count }, async () => await makeMember(server.pool)));
  const commands = members.map((memberId) => makeCommand(memberId));
  await makeFresh(server);
  const answers = await placeOrders(server.pool, 'practice', commands);
  expect(answers.every(({ ok }) => ok)).toBe(true);
  const [memberId, answer] = [members.at(-1), answers.at(-1)];
  if (memberId === undefined || answer?.ok !== true) throw new Error('no order');
  return { memberId, orderId: answer.order.id };
}

async function checkpoint(): Promise<TreeHead> {
  const { status, text, headers } = await server.call('GET', '/api/log/checkpoint');
  expect(status).toBe(200);
  expect(headers['content-type']).toBe('text/plain; charset=utf-8');
  const read = await verifyLogCheckpoint(text, [server.context.signer.key], nodeCrypto);
  if (!read.ok) throw new Error(read.error);
  return read.value.head;
}

async function octets(path: string): Promise<Buffer | null> {
  const response = await server.http.app.inject({ method: 'GET', url: path });
  if (response.statusCode === 404) return null;
  expect(response.statusCode).toBe(200);
  expect(response.headers).toMatchObject({
    'content-type': 'application/octet-stream',
    'cache-control': 'public, max-age=31536000, immutable',
  });
  return response.rawPayload;
}

function sha256(bytes: Uint8Array) {
  return new Uint8Array(createHash('sha256').update(bytes).digest());
}

it('serves the signed head, the tiles and the entries under it, and nothing beyond', async () => {
  expect(await checkpoint()).toEqual({ size: 0, root: EMPTY_ROOT });
  expect(await octets('/api/log/tile/0/000.p/1')).toBeNull();
  // The first entry is that of the terms.
  await placed(299);
  await log.commit(0);
  const head = await checkpoint();
  expect(head.size).toBe(300);
  const [full, part, top] = [
    await octets('/api/log/tile/0/000'),
    await octets('/api/log/tile/0/001.p/44'),
    await octets('/api/log/tile/1/000.p/1'),
  ];
  expect([full?.length, part?.length, top?.length]).toEqual([8_192, 44 * 32, 32]);
  const leaves = Buffer.concat([full ?? Buffer.alloc(0), part ?? Buffer.alloc(0)]);
  const leaf = (index: number) => leaves.subarray(index * 32, (index + 1) * 32);
  const node = (level: number, index: number): Uint8Array =>
    level === 0
      ? leaf(index)
      : sha256(Buffer.concat([Buffer.from([1]), node(level - 1, 2 * index), node(level - 1, 2 * index + 1)]));
  expect(Buffer.from(hashRange({ start: 0, end: 300 }, node, sha256)).toString('hex')).toBe(head.root);
  expect(Buffer.from(node(8, 0))).toEqual(top);
  // The entries hash to the leaves.
  const entries = [
    ...(readEntryBundle((await octets('/api/log/tile/entries/000')) ?? Buffer.alloc(0)) ?? []),
    ...(readEntryBundle((await octets('/api/log/tile/entries/001.p/44')) ?? Buffer.alloc(0)) ?? []),
  ];
  expect(entries).toHaveLength(300);
  expect(entries.every((entry, index) => leaf(index).equals(sha256(Buffer.concat([Buffer.from([0]), entry]))))).toBe(
    true,
  );
  // A narrower tile is the beginning of a wider one.
  expect(await octets('/api/log/tile/0/001.p/3')).toEqual(part?.subarray(0, 96));
  for (const path of [
    '0/001',
    '0/001.p/45',
    '0/002.p/1',
    '1/000.p/2',
    '2/000.p/1',
    'entries/001',
    'entries/x001/000.p/1',
  ])
    expect(await octets(`/api/log/tile/${path}`), path).toBeNull();
});

it.each([
  '0/0',
  '0/1',
  '7/000',
  '0/000.p/0',
  '0/000.p/256',
  '-1/000',
  '0/x000/000',
  '0/000/',
  '',
  'entries',
  '0/000?x=1',
  '%30/000',
  '0/../0/000',
])('answers another path with 404, or with what it names: %s', async (path) => {
  const response = await server.http.app.inject({ method: 'GET', url: `/api/log/tile/${path}` });
  expect([200, 404]).toContain(response.statusCode);
  if (response.statusCode === 404) expect(response.headers['cache-control']).toBe('no-store');
  else expect(response.rawPayload).toHaveLength(8_192);
});

it('proves an order to its member, under the newest head until its entry tick is there, and to nobody else', async () => {
  const { memberId, orderId } = await placed(1);
  const token = await makeSession(server.pool, memberId);
  const read = async () =>
    logProofView.parse((await server.call('GET', `/api/trade/orders/${orderId}/log-proof`, { token })).body.data);
  const before = await read();
  expect(before).toMatchObject({ index: null, proof: [] });
  const head = await log.commit(0);
  const after = await read();
  expect(after).toMatchObject({ ...head, index: head.size - 1 });
  const row = await selectOrder(server.pool, memberId, orderId);
  if (row === undefined || after.nonce === null || after.index === null) throw new Error('no order');
  const document = orderDocument(acceptedTexts(row));
  const entry = await orderEntry(document, after.nonce, nodeCrypto);
  const proof = after.proof.map((text) => fromHex(text) ?? new Uint8Array(0));
  expect(await verifyInclusion({ index: after.index, entry, proof }, head, nodeCrypto)).toBe(true);
  // Another nonce, and so another order, is not proven by it.
  const other = await orderEntry(document, crypto.randomUUID(), nodeCrypto);
  expect(await verifyInclusion({ index: after.index, entry: other, proof }, head, nodeCrypto)).toBe(false);
  const stranger = await makeSession(server.pool, await makeMember(server.pool));
  const refused = await server.call('GET', `/api/trade/orders/${orderId}/log-proof`, { token: stranger });
  expect(refused.body.error).toBe('ORDER_NOT_FOUND');
});

it('names no witness while the operator lists none', async () => {
  const { status, body } = await server.call('GET', '/api/log/witnesses');
  expect(status).toBe(200);
  expect(logWitnessesView.parse(body.data)).toEqual({ items: [] });
});

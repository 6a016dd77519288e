import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ticksView } from '@candor/contract/market';
import { receiptView } from '@candor/contract/trading';
import type { OrderView } from '@candor/contract/trading';
import { verifyReceipt } from '@candor/proof/verify-receipt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { archiveTicks } from '../features/market/archive/archive-ticks.ts';
import { settleDueOrders } from '../features/trading/settle-due-orders.ts';
import type { Files } from '../services/files/files.ts';
import { nodeCrypto } from '../services/receipts/node-crypto.ts';
import { databaseNow, makeMember, makeProduct, makeSession, makeTicks, writePast } from '../testing/factories.ts';
import { PRICE, placeSigned, sealLog, signMinute } from '../testing/signed-orders.ts';
import { deviceOf } from '../testing/test-device.ts';
import { startTestServer } from '../testing/test-server.ts';
import type { TestServer } from '../testing/test-server.ts';

/** Reads of ticks return the same before and after the ticks leave the database. */

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const PRODUCT = 'OLDUSD';
let server: TestServer;
let token: string;
let order: OrderView;
/** A midnight a hundred days ago, in the middle of the order's run. */
let midnight: number;
let before: { receipt: string; ticks: string };

async function receiptOf() {
  return (await server.call('GET', `/api/trade/orders/${order.id}/receipt`, { token })).body;
}

async function ticksOf(fromSeq = 1, toSeq = 5000) {
  return (await server.call('GET', `/api/market/products/${PRODUCT}/ticks?fromSeq=${fromSeq}&toSeq=${toSeq}`)).body;
}

async function readAll() {
  return {
    receipt: receiptView.parse((await receiptOf()).data).receipt,
    ticks: JSON.stringify(ticksView.parse((await ticksOf()).data)),
  };
}

function deps() {
  return { ...server.worker, files: server.context.files };
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

async function isStored(ms: number): Promise<boolean> {
  const name = `tick_${dayOf(ms).replaceAll('-', '')}`;
  const { rows } = await server.ownerPool.query<{ is: boolean }>('select to_regclass($1) is not null as is', [name]);
  return rows[0]?.is === true;
}

/** What the device would have signed then. */
async function signAgain({ id, direction, durationSec, stake, wallet }: OrderView, signedAt: number): Promise<void> {
  const { rows } = await server.ownerPool.query<{ key: string; hash: string }>(
    `select o.key, encode(t.hash, 'hex') as hash from trade_order o join terms t on t.product = $2 and t.version = o.terms_version
     where o.id = $1`,
    [id, PRODUCT],
  );
  const [{ key: idempotencyKey, hash: termsHash } = { key: '', hash: '' }] = rows;
  const figures = { product: PRODUCT, direction, durationSec, stake, wallet, termsHash, idempotencyKey };
  const acceptBy = signedAt + 3000;
  const { signature } = deviceOf(token).signOrder({ ...figures, signedAt, acceptBy });
  await writePast(
    server.ownerPool,
    `update trade_order set request_signature = decode($2, 'hex'), request_terms_hash = decode($3, 'hex'),
       requested_at = to_timestamp($4::float8 / 1000), request_deadline = to_timestamp($5::float8 / 1000) where id = $1`,
    [id, signature, termsHash, signedAt, acceptBy],
  );
}

/** Moves an order that was placed now to an earlier time. Otherwise the test would have to wait. */
async function moveBack(placed: OrderView, acceptedAt: number): Promise<OrderView> {
  const shift = Math.floor((Date.parse(placed.acceptedAt) - acceptedAt) / 1000);
  await writePast(
    server.ownerPool,
    `update trade_order set product = $2, submitted_at = submitted_at - $3 * interval '1 second',
       accepted_at = accepted_at - $3 * interval '1 second', entry_at = entry_at - $3 * interval '1 second',
       closes_at = closes_at - $3 * interval '1 second', requested_at = requested_at - $3 * interval '1 second',
       request_deadline = request_deadline - $3 * interval '1 second' where id = $1`,
    [placed.id, PRODUCT, shift],
  );
  await signAgain(placed, Date.parse(placed.acceptedAt) - shift * 1000);
  await writePast(
    server.ownerPool,
    `update position set product = $2, closes_at = closes_at - $3 * interval '1 second' where order_id = $1`,
    [placed.id, PRODUCT, shift],
  );
  await writePast(server.ownerPool, `update transfer set at = at - $2 * interval '1 second' where ref_id = $1`, [
    placed.id,
    shift,
  ]);
  const entryAt = new Date(Date.parse(placed.entryAt) - shift * 1000).toISOString();
  return { ...placed, product: PRODUCT, entryAt };
}

beforeAll(async () => {
  server = await startTestServer();
  token = await makeSession(server.pool, await makeMember(server.pool));
  midnight = Math.floor((await databaseNow(server.pool)) / DAY_MS) * DAY_MS - 100 * DAY_MS;
  await makeProduct(server.ownerPool, PRODUCT);
  order = await moveBack(await placeSigned(server, token, 'NOWUSD'), midnight - 4000);
  expect(Date.parse(order.entryAt)).toBeLessThan(midnight);
  const log = await sealLog(server);
  const seconds = Array.from({ length: 181 }, (_, second) => midnight - MINUTE_MS + second * 1000);
  await makeTicks(
    server,
    PRODUCT,
    seconds.map((at) => ({ at, price: at < midnight ? PRICE : PRICE + 1, log })),
  );
  await makeTicks(server, PRODUCT, [{ at: midnight + 3 * DAY_MS, price: PRICE, log }]);
  for (const slot of [-1, 0, 1, 2].map((minute) => midnight + minute * MINUTE_MS))
    await signMinute(server, PRODUCT, slot);
  await signMinute(server, PRODUCT, midnight + 3 * DAY_MS);
  await settleDueOrders(server.pools.worker);
  await sealLog(server);
  before = await readAll();
});
afterAll(async () => await server.stop());

describe('a receipt, and the ticks by number', () => {
  it('are complete while all ticks are in the database', async () => {
    const verification = await verifyReceipt(before.receipt, {
      crypto: nodeCrypto,
      trustedKeys: [server.context.signer.key],
    });
    expect(verification.steps.filter(({ ok }) => !ok)).toEqual([]);
    expect(verification).toMatchObject({ verdict: 'valid', receipt: { outcome: { status: 'won' } } });
    expect(verification.receipt?.ticks).toHaveLength(121);
    // Of the entry and of the close; below they come from the lines of the archive.
    expect(verification.receipt?.sources?.map(([, reports]) => reports.length)).toEqual([1, 1]);
    expect(ticksView.parse(JSON.parse(before.ticks))).toHaveLength(182);
  });

  it('are the same to the byte when part of the ticks is archived', async () => {
    const files: Files = {
      ...server.context.files,
      write: async (name, bytes) => {
        if (name.includes(dayOf(midnight))) throw new Error('no space left');
        await server.context.files.write(name, bytes);
      },
    };
    expect(await archiveTicks({ ...deps(), files })).toBe(1);
    expect([await isStored(midnight - 1), await isStored(midnight)]).toEqual([false, true]);
    expect(await readAll()).toEqual(before);
  });

  it('are the same to the byte when all ticks are archived', async () => {
    expect(await archiveTicks(deps())).toBe(1);
    expect([await isStored(midnight - 1), await isStored(midnight)]).toEqual([false, false]);
    expect(await readAll()).toEqual(before);
    expect(ticksView.parse((await ticksOf(60, 62)).data).map(({ seq }) => seq)).toEqual([60, 61, 62]);
    expect((await ticksOf(183, 190)).data).toEqual([]);
  });

  it('are refused with a clear error while an archive file is damaged or missing', async () => {
    const path = join(server.context.config.dataDir, 'archive', 'ticks', dayOf(midnight), `${PRODUCT}.ticks`);
    const kept = await readFile(path);
    const damaged = Buffer.from(kept);
    damaged[damaged.length - 20] = (damaged[damaged.length - 20] ?? 0) ^ 4;
    for (const spoil of [async () => await writeFile(path, damaged), async () => await rm(path)]) {
      await spoil();
      expect(await receiptOf()).toMatchObject({ code: 500, error: 'TICKS_UNAVAILABLE' });
      expect(await ticksOf()).toMatchObject({ code: 500, error: 'TICKS_UNAVAILABLE' });
      expect(await ticksOf(1, 60)).toMatchObject({ code: 200 });
    }
    await writeFile(path, kept);
    expect(await readAll()).toEqual(before);
  });
});

import { createHash } from 'node:crypto';
import { readFairness, listFairnessOrders } from '@candor/contract/calls/fairness';
import { listLogOpenings } from '@candor/contract/calls/order-log';
import { readReceipt } from '@candor/contract/calls/trading';
import { fairnessOrdersView } from '@candor/contract/fairness';
import { logOpeningsView } from '@candor/contract/log-openings';
import type { LogOpening, LogOpeningsView } from '@candor/contract/log-openings';
import { pathOf } from '@candor/contract/operation';
import { receiptView } from '@candor/contract/trading';
import { localDateAt } from '@candor/domain/market/local-time';
import { toHex } from '@candor/proof/encoding';
import { isOpeningOf, orderEntry, settlementEntry } from '@candor/proof/order-log/entries';
import { orderDocument } from '@candor/proof/order-document';
import { verifyReceipt } from '@candor/proof/verify-receipt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { selectOrder } from '../features/trading/order-store.ts';
import { placeOrders } from '../features/trading/place-orders.ts';
import { settleDueOrders } from '../features/trading/settle-due-orders.ts';
import { acceptedTexts } from '../services/receipts/accepted-order.ts';
import { nodeCrypto } from '../services/receipts/node-crypto.ts';
import { selectEntries, selectNewestHead } from '../services/order-log/log-store.ts';
import {
  databaseNow,
  makeCommand,
  makeMember,
  makeProduct,
  makeSession,
  makeTicks,
  writePast,
} from '../testing/factories.ts';
import { placeForLog, settleForLog } from '../testing/log-orders.ts';
import { sealAll } from '../testing/seal-all.ts';
import { startTestServer } from '../testing/test-server.ts';
import type { TestServer } from '../testing/test-server.ts';

/** The order log is opened after settlement, and the public list is what it opens. */
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(async () => await server.stop());

type Placed = {
  readonly memberId: bigint;
  readonly id: string;
  readonly product: string;
  readonly entryAt: number;
  readonly no: bigint;
};

async function place(product: string): Promise<Placed> {
  const memberId = await makeMember(server.pool);
  const [answer] = await placeOrders(server.pool, 'practice', [makeCommand(memberId, { product, stake: '37.00' })]);
  if (answer?.ok !== true) throw new Error(`refused: ${JSON.stringify(answer)}`);
  return {
    memberId,
    id: answer.order.id,
    product,
    entryAt: Date.parse(answer.order.entryAt),
    no: BigInt(answer.order.no),
  };
}

async function makeOpenProduct(product: string): Promise<void> {
  await makeProduct(server.ownerPool, product, { feeRate: 100 });
  await makeTicks(server, product, [{ at: Math.floor((await databaseNow(server.pool)) / 1000) * 1000, price: 10_000 }]);
}

/** The ticks name the newest head, under which the order is. */
async function settle({ product, entryAt, no }: Placed): Promise<void> {
  const { size, root } = await selectNewestHead(server.pool);
  const log = { size: BigInt(size), root, no };
  await makeTicks(server, product, [
    { at: entryAt, price: 10_000, log },
    { at: entryAt + 5_000, price: 10_001, log },
  ]);
  await settleDueOrders(server.pools.worker);
}

async function read(query: string): Promise<{ view: LogOpeningsView; text: string }> {
  const answer = await server.call('GET', `${listLogOpenings.path}?${query}`);
  expect(answer.status).toBe(200);
  return { view: logOpeningsView.parse(answer.body.data), text: answer.text };
}

/** Asked in another way each time, so that no answer is the one that was kept for a second. */
async function openings(limit = 256): Promise<{ items: readonly LogOpening[]; size: number; text: string }> {
  const { view, text } = await read(`from=0&limit=${limit}`);
  return { ...view, text };
}

async function entryAt(index: number): Promise<Uint8Array> {
  return new Uint8Array(await selectEntries(server.pool, index, index + 1));
}

function refOf(id: string): string {
  return createHash('sha256').update(id).digest('hex');
}

it('tells nothing of an order before it is settled, and then what hashes to its entries', async () => {
  expect(await openings(256)).toMatchObject({ size: 0, items: [] });
  await makeOpenProduct('OPENS');
  const order = await place('OPENS');
  await sealAll(server);
  const before = await openings(255);
  expect(before.items.map(({ kind }) => kind)).toEqual(['terms', 'sealed']);
  expect(before.items[1]).toEqual({ index: 1, kind: 'sealed' });
  expect(before.text).not.toContain(refOf(order.id));

  await settle(order);
  // The settlement is not under a head yet.
  expect((await openings(254)).items.map(({ kind }) => kind)).toEqual(['terms', 'sealed']);
  await sealAll(server);
  const { items, text } = await openings(253);
  expect(items.map(({ index, kind }) => [index, kind])).toEqual([
    [0, 'terms'],
    [1, 'order'],
    [2, 'settlement'],
  ]);
  for (const item of items) {
    if (item.kind === 'sealed' || item.kind === 'older') throw new Error('it is opened');
    expect(await isOpeningOf(item, await entryAt(item.index), nodeCrypto)).toBe(true);
    // Another place has another entry.
    expect(await isOpeningOf(item, await entryAt((item.index + 1) % 3), nodeCrypto)).toBe(false);
  }
  expect(items[1]).toMatchObject({
    public: { ref: refOf(order.id), product: 'OPENS', durationSec: 5, direction: 'up' },
  });
  expect(items[2]).toMatchObject({ public: { ref: refOf(order.id), status: 'won', reason: null } });
  const row = await selectOrder(server.pool, order.memberId, order.id);
  if (row === undefined) throw new Error('no order');
  const texts = acceptedTexts(row);
  for (const secret of [order.id, row.nonce ?? '']) expect(text).not.toContain(secret);
  // Whole values: the seconds of a moment may have the digits of a stake.
  for (const secret of [texts.stake, texts.fee, texts.payout, row.no]) expect(text).not.toContain(`"${secret}"`);

  // The member's receipt shows the same entries, and the terms before them.
  const token = await makeSession(server.pool, order.memberId);
  const answer = await server.call('GET', pathOf(readReceipt, { id: order.id }), { token });
  const { receipt } = receiptView.parse(answer.body.data);
  const { receipt: file, steps } = await verifyReceipt(receipt, { crypto: nodeCrypto });
  expect(steps.find(({ key }) => key === 'log')).toEqual({ key: 'log', ok: true });
  expect(file?.log).toMatchObject({ index: 1, terms: { index: 0 } });
  if (file?.outcome === undefined || file.outcome === null) throw new Error('no outcome');
  expect(toHex(await orderEntry(orderDocument(texts), row.nonce ?? '', nodeCrypto))).toBe(toHex(await entryAt(1)));
  expect(toHex(await settlementEntry(file.order, file.outcome, row.nonce ?? '', nodeCrypto))).toBe(
    toHex(await entryAt(2)),
  );
});

describe('the public list', () => {
  it('has an order once it is opened, and names both its places', async () => {
    await makeOpenProduct('LISTED');
    const order = await place('LISTED');
    await sealAll(server);
    await settle(order);
    const date = localDateAt(server.context.site.timeZone, order.entryAt + 5_000);
    const listed = async (limit: number) => {
      const answer = await server.call('GET', `${listFairnessOrders.path}?date=${date}&limit=${limit}`);
      return fairnessOrdersView.parse(answer.body.data).items.filter(({ product }) => product === 'LISTED');
    };
    expect(await listed(1000)).toEqual([]);
    await sealAll(server);
    const { items } = await openings(252);
    const place1 = items.findIndex((item) => item.kind === 'order' && item.public.ref === refOf(order.id));
    const place2 = items.findIndex((item) => item.kind === 'settlement' && item.public.ref === refOf(order.id));
    expect(place1).toBeGreaterThan(0);
    expect(await listed(999)).toMatchObject([{ ref: refOf(order.id), index: place1, settledIndex: place2 }]);
  });

  it('names places of orders in the middle of a batch', async () => {
    const orders: Placed[] = [];
    for (const product of ['MIDA', 'MIDB', 'MIDC']) {
      await makeOpenProduct(product);
      orders.push(await place(product));
    }
    await sealAll(server);
    for (const order of orders.toReversed()) await settle(order);
    await sealAll(server);
    const { items } = await openings(251);
    const date = localDateAt(server.context.site.timeZone, (orders[0]?.entryAt ?? 0) + 5_000);
    const answer = await server.call('GET', `${listFairnessOrders.path}?date=${date}&limit=998`);
    const rows = fairnessOrdersView.parse(answer.body.data).items.filter(({ product }) => product.startsWith('MID'));
    expect(rows).toHaveLength(3);
    for (const { ref, index, settledIndex } of rows) {
      expect(items[index ?? 0]).toMatchObject({ kind: 'order', public: { ref } });
      expect(items[settledIndex ?? 0]).toMatchObject({ kind: 'settlement', public: { ref } });
    }
    expect((await server.call('GET', readFairness.path)).status).toBe(200);
  });
});

describe('a page', () => {
  it('begins at any entry and ends at the newest head', async () => {
    const { items, size } = await openings(250);
    expect(items.map(({ index }) => index)).toEqual(Array.from({ length: size }, (_, index) => index));
    for (let from = 0; from <= size; from += 1) {
      for (const limit of [1, 2, 3]) {
        const { view } = await read(`from=${from}&limit=${limit}`);
        expect(view).toEqual({ size, items: items.slice(from, from + limit) });
      }
    }
    expect((await read(`from=${size + 1000}`)).view).toEqual({ size, items: [] });
  });

  it.each(['', 'from=-1', 'from=x', 'from=0&limit=0', 'from=0&limit=257', 'from=9007199254740992', 'from=0&more=1'])(
    'refuses %s',
    async (query) => {
      expect((await server.call('GET', `${listLogOpenings.path}?${query}`)).body).toMatchObject({ code: 400 });
    },
  );

  it('is made of what the database opens, for nobody but this call', async () => {
    for (const role of ['feed', 'worker', 'console'] as const)
      await expect(server.pools[role].query('select from log_openings(0, 1)')).rejects.toMatchObject({ code: '42501' });
  });
});

it('never opens the entries of an order from before', async () => {
  await makeProduct(server.ownerPool);
  const { size } = await openings(249);
  await placeForLog(server.ownerPool, 300);
  await settleForLog(server.ownerPool, 1, 1);
  await sealAll(server);
  const { view } = await read(`from=${size}&limit=248`);
  expect(view.items.map(({ kind }) => kind)).toEqual(['terms', ...Array.from({ length: 247 }, () => 'older')]);
  const { rows } = await server.pool.query('select from log_openings(0, 1000000)');
  expect(rows).toHaveLength(256);
  const last = async (limit: number) => (await read(`from=${size + 300}&limit=${limit}`)).view.items;
  expect((await last(246)).map(({ kind }) => kind)).toEqual(['older', 'older', 'older']);
  await writePast(
    server.ownerPool,
    `delete from settlement s using trade_order o where o.id = s.order_id and o.product = 'TESTUSD'`,
  );
  await writePast(server.ownerPool, `delete from trade_order where product = 'TESTUSD'`);
  // A deleted order has an entry that nobody opens.
  expect(new Set((await last(244)).map(({ kind }) => kind))).toEqual(new Set(['sealed']));
});

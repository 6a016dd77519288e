import { amount } from '@candor/domain/testing/test-currency';
/** A product whose prices fall below zero, like oil in April 2020: from its sources to a member's receipt. */
import { randomUUID } from 'node:crypto';
import { candlesView, productView } from '@candor/contract/market';
import { listCandles, readProduct } from '@candor/contract/calls/market';
import { placeOrder, readOrder, readReceipt } from '@candor/contract/calls/trading';
import { pathOf } from '@candor/contract/operation';
import { orderView, receiptView } from '@candor/contract/trading';
import { parsePrice } from '@candor/domain/price';
import { parseVerifierKey } from '@candor/proof/signed-note';
import { webCrypto as crypto } from '@candor/proof/testing/web-crypto';
import { verifyReceipt } from '@candor/proof/verify-receipt';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fillCandles } from '../features/market/feed/candle-store.ts';
import { createCandleWriter } from '../features/market/feed/candle-writer.ts';
import { readFeedProducts, takeFeedLead } from '../features/market/feed/feed-store.ts';
import { openOrderLog } from '../features/market/feed/grow-order-log.ts';
import { createCheckpoints } from '../features/market/feed/publish-checkpoints.ts';
import { publishTicks } from '../features/market/feed/publish-ticks.ts';
import { createSampleBook } from '../features/market/feed/sample-book.ts';
import type { Source } from '../features/market/sources/source.ts';
import { settleDueOrders } from '../features/trading/settle-due-orders.ts';
import { makeMember, makeProduct, makeSession } from './factories.ts';
import { type MovableClock, makeClockMovable } from './movable-clock.ts';
import { createTestDb } from './test-db.ts';
import { type TestServer, startTestServer } from './test-server.ts';

const OIL = 'OILUSD';
const SECOND_MS = 1000;
const HOUR_MS = 3_600_000;

let server: TestServer;
let databaseClock: MovableClock;
let token: string;

beforeAll(async () => {
  const db = await createTestDb();
  databaseClock = await makeClockMovable(db.ownerUrl);
  server = await startTestServer({}, db);
  await makeProduct(server.ownerPool, OIL, { signedScale: 2000 });
  token = await makeSession(server.pool, await makeMember(server.pool));
});

afterAll(async () => {
  await databaseClock.close();
  await server.stop();
});

function units(text: string) {
  const parsed = parsePrice(text, 2);
  if (!parsed.ok) throw new Error(`${text} is no price`);
  return parsed.value;
}

/** Three sources; `says` sets what each quotes from now on. */
function threeSources() {
  let quotes: readonly string[] = [];
  const sources = [0, 1, 2].map((place): Source => {
    const name = `source ${place}`;
    return {
      name,
      kind: 'live',
      historyDays: 0,
      quotes: ({ product }) => product === OIL,
      start: () => Promise.resolve(),
      stop: () => Promise.resolve(),
      history: () => Promise.resolve([]),
      sampleAt: (product, at) => {
        const quote = quotes[place];
        return quote === undefined ? null : { product, source: name, price: units(quote), at, receivedAt: at };
      },
    };
  });
  const says = (...texts: readonly string[]): void => {
    quotes = texts;
  };
  return { sources, says };
}

it('an order wins at −37.63 over −40.00, and the receipt proves it', async () => {
  const { context, pools } = server;
  const pool = pools.feed;
  const { clock, bus, log, signer } = context;
  const { sources, says } = threeSources();
  const [first, ...others] = sources;
  if (first === undefined) throw new Error('no source');
  const dayAgo = Math.floor((clock.now() - 24 * HOUR_MS) / 60_000) * 60_000 - 60_000;
  const then = { o: units('18.27'), h: units('18.27'), l: units('-0.10'), c: units('-0.10') };
  await fillCandles(pool, [{ product: OIL, candle: { t: dayAgo, ...then, v: null, src: 'source' } }]);
  const epoch = await takeFeedLead(pool);
  const lead = {
    epoch,
    orderLog: await openOrderLog({ db: pool, log }, epoch),
    products: (await readFeedProducts(pool)).filter(({ product }) => product === OIL),
    heads: null,
    validAt: new Map(),
    lastPrices: new Map(),
    chosen: new Map([[OIL, [first, ...others] as const]]),
    book: createSampleBook(),
    candles: createCandleWriter(),
  };
  const checkpoints = createCheckpoints({ db: pool, log, signer, onCheckpointRefused: () => undefined }, lead.epoch);
  const second = async (...quotes: readonly string[]): Promise<number> => {
    says(...quotes);
    const at = await databaseClock.nextSecond(clock);
    await publishTicks({ db: pool, clock, bus, log }, lead, at);
    await lead.candles.flush(pool);
    await checkpoints.look(at);
    return at;
  };
  const shown = async () =>
    productView.parse((await server.call('GET', pathOf(readProduct, { code: OIL }), { token })).body.data);

  await second('0.00', '0.00', '0.01');
  expect((await shown()).last).toMatchObject({ price: '0.00', status: 'OK' });
  await second('-40.00', '-40.02', '40.00');
  // One source lost the sign: its price is left out, and the mean of the others counts.
  expect((await shown()).last).toMatchObject({ price: '-40.01', status: 'OK' });
  await second('-40.00', '-40.00', '-40.00');

  const placed = await server.call('POST', placeOrder.path, {
    token,
    key: randomUUID(),
    body: { product: OIL, direction: 'up', durationSec: 5, stake: amount('100') },
  });
  const order = orderView.parse(placed.body.data);
  const closesAt = Date.parse(order.closesAt);
  // A busy machine may miss the exact second of the close: the price is already there two seconds before it.
  let at = await second('-40.00', '-40.00', '-40.00');
  while (at < closesAt - 3 * SECOND_MS) at = await second('-40.00', '-40.00', '-40.00');
  while (at < closesAt) at = await second('-37.63', '-37.63', '-37.60');
  await settleDueOrders(server.pools.worker);
  const settled = orderView.parse((await server.call('GET', pathOf(readOrder, { id: order.id }), { token })).body.data);
  expect(settled).toMatchObject({
    status: 'won',
    entryPrice: '-40.00',
    exitPrice: '-37.63',
    profit: amount('85'),
  });

  const { receipt } = receiptView.parse(
    (await server.call('GET', pathOf(readReceipt, { id: order.id }), { token })).body.data,
  );
  const key = await parseVerifierKey(signer.vkey, crypto);
  if (!key.ok) throw new Error('the key does not read');
  const verified = await verifyReceipt(receipt, { crypto, trustedKeys: [key.value] });
  expect(verified.steps.filter((step) => !step.ok)).toEqual([]);
  expect(verified).toMatchObject({ keyTrust: 'trusted', receipt: { outcome: { exit: { price: '-37.63' } } } });
  const raised = await verifyReceipt(receipt.replaceAll('"-37.63"', '"-47.63"'), { crypto, trustedKeys: [key.value] });
  expect(raised.verdict).toBe('invalid');

  // A change in per cent from a price that was not above zero has no meaning.
  expect(await shown()).toMatchObject({ change24h: null, sparkline: expect.arrayContaining(['-0.10']) });
  const { body } = await server.call('GET', `${pathOf(listCandles, { code: OIL })}?interval=1d`, { token });
  expect(candlesView.parse(body.data).map(({ l }) => l)).toContain('-40.01');
});

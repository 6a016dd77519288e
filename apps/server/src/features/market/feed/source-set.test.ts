import type { Feed, Listing } from '@candor/contract/market';
import { price } from '@candor/domain/price';
import pino from 'pino';
import { expect, it } from 'vitest';
import type { Sample, Source } from '../sources/source.ts';
import type { FeedProduct } from './feed-store.ts';
import { createSampleBook } from './sample-book.ts';
import { type SourceSet, createSourceSet } from './source-set.ts';

/** Products come, and change their sources, while prices come. */
const AT = Date.parse('2026-12-01T10:00:00.000Z');

function product(code: string, sources: Listing): FeedProduct {
  return {
    product: code,
    category: 'crypto',
    decimals: 2,
    signedScale: null,
    calendar: null,
    forbidden: false,
    simulated: { level: 10_000, volatility: 5_000 },
    sources,
    rule: { freshMs: 5_000, minSources: 1, nearPpm: 5_000 },
  };
}

type Say = (product: string, units: bigint) => void;

interface Opened {
  readonly name: string;
  readonly symbols: string[];
  say: Say;
  isStopped: boolean;
}

const nothing: Say = () => undefined;

/** Exchanges that quote these symbols only. */
function site(answering: readonly string[], feed: 'auto' | Feed = 'auto') {
  const opened: Opened[] = [];
  let nowMs = AT;
  const book = createSampleBook();
  const exchange = (name: 'binance' | 'okx'): Source => {
    const symbols: string[] = [];
    const own: Opened = { name, symbols, say: nothing, isStopped: false };
    return {
      name,
      kind: 'live',
      historyDays: 1,
      quotes: ({ sources }) => sources[name] !== undefined,
      start: (instruments, onSample, onHealth) => {
        own.say = (code, units) =>
          onSample({ product: code, source: name, price: price(units), at: nowMs, receivedAt: nowMs });
        opened.push(own);
        for (const { product: code, sources } of instruments) {
          const symbol = sources[name] ?? '';
          own.symbols.push(symbol);
          if (answering.includes(symbol)) own.say(code, 10_000n);
        }
        if (!own.symbols.some((symbol) => answering.includes(symbol)))
          onHealth({ source: name, state: 'down', reason: 'no route' });
        return Promise.resolve();
      },
      stop: () => {
        own.isStopped = true;
        return Promise.resolve();
      },
      figures: () => ({ state: 'up', prices: [], contradictions: 1, resyncs: 0, missing: 0, quarantined: 0 }),
      history: () => Promise.resolve([]),
    };
  };
  const simulator: Source = {
    name: 'simulator',
    kind: 'simulated',
    historyDays: 1,
    quotes: () => true,
    start: () => Promise.resolve(),
    stop: () => Promise.resolve(),
    history: () => Promise.resolve([]),
  };
  const set = createSourceSet({
    feed,
    offer: () => ({
      live: [exchange('binance'), exchange('okx')],
      openReplay: () => Promise.reject(new Error()),
      simulator,
    }),
    book,
    log: pino({ level: 'silent' }),
    now: () => nowMs,
    liveWaitMs: 20,
  });
  return { set, book, opened, pass: (ms: number) => (nowMs += ms), now: () => nowMs };
}

function namesOf(set: SourceSet, code: string): string[] {
  return (set.chosen.get(code) ?? []).map(({ name }) => name);
}

function pricesOf(samples: readonly Sample[]): [string, bigint][] {
  return samples.map((sample) => [sample.source, sample.price]);
}

it('a product that comes gets connections of its own; those of the others stay as they are', async () => {
  const { set, opened, book, now } = site(['BTCUSDT', 'DOGEUSDT']);
  const btc = product('BTCUSDT', { binance: 'BTCUSDT' });
  await set.adapt([btc]);
  const doge = product('DOGEUSDT', { binance: 'DOGEUSDT' });
  const prepared: string[] = [];
  await set.adapt([btc, doge], (instruments) => {
    // Before its first tick, and no earlier than its sources are known.
    expect(namesOf(set, 'DOGEUSDT')).toEqual([]);
    prepared.push(...instruments.map((one) => one.product));
    opened[1]?.say('DOGEUSDT', 10_007n);
    return Promise.resolve();
  });
  expect(prepared).toEqual(['DOGEUSDT']);
  expect([namesOf(set, 'BTCUSDT'), namesOf(set, 'DOGEUSDT')]).toEqual([['binance'], ['binance']]);
  expect(opened.map(({ symbols, isStopped }) => [symbols, isStopped])).toEqual([
    [['BTCUSDT'], false],
    [['DOGEUSDT'], false],
  ]);
  // What it said before it was taken is not lost.
  expect(pricesOf(book.samplesAt('DOGEUSDT', AT))).toEqual([['binance', 10_007n]]);
  await set.adapt([btc, doge]);
  expect(opened).toHaveLength(2);
  // One exchange over two connections is one source.
  expect(set.figures()).toMatchObject([{ source: 'binance', state: 'up', contradictions: 2 }]);
  // Nothing is made of its prices, so it is not up.
  book.put({ product: 'BTCUSDT', source: 'binance', price: price(1n), at: now() + 1_001, receivedAt: now() });
  expect(set.figures()).toMatchObject([{ source: 'binance', state: 'ahead' }]);
});

it('other sources take over when they gave a price, and nothing of the old ones stays', async () => {
  const { set, opened, book, now } = site(['BTCUSDT', 'BTC-USDT', 'ETHUSDT']);
  const [btc, eth] = [product('BTCUSDT', { binance: 'BTCUSDT' }), product('ETHUSDT', { binance: 'ETHUSDT' })];
  await set.adapt([btc, eth]);
  await set.adapt([product('BTCUSDT', { okx: 'BTC-USDT' }), eth]);
  expect([namesOf(set, 'BTCUSDT'), namesOf(set, 'ETHUSDT')]).toEqual([['okx'], ['binance']]);
  opened[0]?.say('BTCUSDT', 9_000n);
  opened[0]?.say('ETHUSDT', 10_001n);
  expect(pricesOf(book.samplesAt('BTCUSDT', now()))).toEqual([['okx', 10_000n]]);
  expect(pricesOf(book.samplesAt('ETHUSDT', now()))).toEqual([['binance', 10_001n]]);
  // It still serves the other product.
  expect(opened[0]?.isStopped).toBe(false);
  await set.adapt([product('BTCUSDT', { okx: 'BTC-USDT' }), product('ETHUSDT', { okx: 'BTC-USDT' })]);
  expect(opened[0]?.isStopped).toBe(true);
});

it('sources that give no price take over nothing, and are asked again a minute later', async () => {
  const answering = ['BTCUSDT'];
  const { set, opened, pass } = site(answering);
  await set.adapt([product('BTCUSDT', { binance: 'BTCUSDT' })]);
  const changed = product('BTCUSDT', { okx: 'NO-SUCH' });
  await set.adapt([changed]);
  expect(namesOf(set, 'BTCUSDT')).toEqual(['binance']);
  expect(set.chosen.get('BTCUSDT')?.[0].kind).toBe('live');
  expect(opened[0]?.isStopped).toBe(false);
  answering.push('NO-SUCH');
  await set.adapt([changed]);
  expect(namesOf(set, 'BTCUSDT')).toEqual(['binance']);
  pass(60_000);
  await set.adapt([changed]);
  expect(namesOf(set, 'BTCUSDT')).toEqual(['okx']);
});

it('a product keeps the kind of its prices: what began as simulated stays so', async () => {
  const answering: string[] = [];
  const { set, opened, pass } = site(answering);
  await set.adapt([product('BTCUSDT', { binance: 'BTCUSDT' })]);
  expect(namesOf(set, 'BTCUSDT')).toEqual(['simulator']);
  answering.push('BTCUSDT', 'BTC-USDT');
  pass(120_000);
  await set.adapt([product('BTCUSDT', { okx: 'BTC-USDT' })]);
  expect(namesOf(set, 'BTCUSDT')).toEqual(['simulator']);
  expect(opened).toHaveLength(1);
});

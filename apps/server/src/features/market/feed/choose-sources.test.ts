import { setTimeout as sleep } from 'node:timers/promises';
import { price } from '@candor/domain/price';
import pino from 'pino';
import { describe, expect, it, vi } from 'vitest';
import { createBinance } from '../sources/binance.ts';
import type { ExchangeOptions, ExchangeSource } from '../sources/exchange.ts';
import { BINANCE, OKX } from '../sources/fake-dialects.ts';
import { startFakeExchange } from '../sources/fake-exchange.ts';
import { createOkx } from '../sources/okx.ts';
import type { Instrument, Source } from '../sources/source.ts';
import { type ChooseOptions, type SourceOffer, chooseSources } from './choose-sources.ts';

const instruments: Instrument[] = ['BTCUSDT', 'ETHUSDT', 'EURUSD'].map((product) => ({
  product,
  category: 'crypto',
  decimals: 2,
  signedScale: null,
  calendar: null,
}));

let stopped: string[] = [];

/** @param delivered products a live source delivers at once; null: it cannot connect. */
function fake(
  kind: Source['kind'],
  products: readonly string[],
  delivered: readonly string[] | null = products,
  name: string = kind,
): Source {
  return {
    name,
    kind,
    historyDays: 1,
    quotes: ({ product }) => products.includes(product),
    start: (_instruments, onSample, onHealth) => {
      if (delivered === null) onHealth({ source: name, state: 'down', reason: 'no route' });
      for (const product of delivered ?? [])
        onSample({ product, source: name, price: price(1n), at: 0, receivedAt: 0 });
      return Promise.resolve();
    },
    stop: () => {
      stopped.push(name);
      return Promise.resolve();
    },
    history: () => Promise.resolve([]),
  };
}

const all = instruments.map(({ product }) => product);

async function choose(feed: ChooseOptions['feed'], offer: Partial<SourceOffer>): Promise<Record<string, string>> {
  stopped = [];
  const { byProduct } = await chooseSources(
    {
      live: [],
      openReplay: () => Promise.resolve(fake('replay', ['BTCUSDT', 'EURUSD'])),
      simulator: fake('simulated', all),
      ...offer,
    },
    { feed, instruments, onSample: () => undefined, log: pino({ level: 'silent' }), liveWaitMs: 20 },
  );
  return Object.fromEntries(
    [...byProduct].map(([product, sources]) => [product, sources.map(({ name }) => name).join('+')]),
  );
}

describe('chooseSources', () => {
  it('auto: live when a live source answers, else the simulator; a recording can be foreseen', async () => {
    const live = [fake('live', ['BTCUSDT', 'ETHUSDT'], ['BTCUSDT'])];
    const openReplay = () => Promise.reject(new Error('opened'));
    const chosen = await choose('auto', { live, openReplay });
    expect(chosen).toEqual({ BTCUSDT: 'live', EURUSD: 'simulated', ETHUSDT: 'simulated' });
    expect(stopped).toEqual([]);
  });

  it('auto: stops a live source that cannot be reached', async () => {
    const live = [fake('live', ['BTCUSDT', 'ETHUSDT'], null)];
    const chosen = await choose('auto', { live });
    expect(chosen).toEqual({ BTCUSDT: 'simulated', EURUSD: 'simulated', ETHUSDT: 'simulated' });
    expect(stopped).toEqual(['live']);
  });

  it('live: never falls back, even while no source sends', async () => {
    const live = [fake('live', ['BTCUSDT', 'ETHUSDT'], null)];
    expect(await choose('live', { live })).toEqual({ BTCUSDT: 'live', ETHUSDT: 'live' });
  });

  it('replay: simulates products without a recording', async () => {
    expect(await choose('replay', {})).toEqual({ BTCUSDT: 'replay', EURUSD: 'replay', ETHUSDT: 'simulated' });
  });

  it('simulated: opens no other source', async () => {
    const openReplay = () => Promise.reject(new Error('opened'));
    expect(await choose('simulated', { openReplay, live: [fake('live', all)] })).toEqual({
      BTCUSDT: 'simulated',
      ETHUSDT: 'simulated',
      EURUSD: 'simulated',
    });
  });

  it('auto: a product received from one exchange uses every exchange that was reached', async () => {
    const live = [
      fake('live', ['BTCUSDT', 'ETHUSDT'], ['BTCUSDT'], 'one'),
      fake('live', ['BTCUSDT', 'EURUSD'], ['EURUSD'], 'two'),
      fake('live', all, null, 'three'),
    ];
    expect(await choose('auto', { live })).toEqual({ BTCUSDT: 'one+two', EURUSD: 'two', ETHUSDT: 'simulated' });
    // The third is waited for.
    expect(stopped).toEqual([]);
  });

  it('live: uses every exchange that quotes a product', async () => {
    const live = [fake('live', ['BTCUSDT'], null, 'one'), fake('live', all, ['EURUSD'], 'two')];
    expect(await choose('live', { live })).toEqual({ BTCUSDT: 'one+two', ETHUSDT: 'two', EURUSD: 'two' });
    expect(stopped).toEqual([]);
  });

  it('adds no live source to a product that was not received in time', async () => {
    const samples: string[] = [];
    let say: (product: string) => void = () => undefined;
    const late: Source = {
      ...fake('live', ['BTCUSDT', 'ETHUSDT']),
      start: (_instruments, onSample) => {
        say = (product) => onSample({ product, source: 'live', price: price(1n), at: 0, receivedAt: 0 });
        say('BTCUSDT');
        return Promise.resolve();
      },
    };
    await chooseSources(
      { live: [late], openReplay: () => Promise.resolve(fake('replay', [])), simulator: fake('simulated', all, []) },
      {
        feed: 'auto',
        instruments,
        onSample: ({ product, source }) => samples.push(`${source} ${product}`),
        log: pino({ level: 'silent' }),
        liveWaitMs: 20,
      },
    );
    say('ETHUSDT');
    say('BTCUSDT');
    expect(samples).toEqual(['live BTCUSDT', 'live BTCUSDT']);
  });

  it('auto: stops every source that it started', async () => {
    stopped = [];
    const chosen = await chooseSources(
      {
        live: [fake('live', ['BTCUSDT'], ['BTCUSDT'], 'one'), fake('live', ['BTCUSDT'], null, 'two')],
        openReplay: () => Promise.resolve(fake('replay', ['EURUSD'])),
        simulator: fake('simulated', all),
      },
      { feed: 'auto', instruments, onSample: () => undefined, log: pino({ level: 'silent' }), liveWaitMs: 20 },
    );
    expect(stopped).toEqual([]);
    await chosen.stop();
    expect(stopped.toSorted()).toEqual(['one', 'simulated', 'two']);
  });
});

describe('an exchange that is down at the start', () => {
  const START = Date.parse('2026-11-21T10:00:00.000Z');
  const [btc, sol] = ['BTCUSDT', 'SOLUSDT'].map((product) => ({
    product,
    category: 'crypto' as const,
    decimals: 2,
    signedScale: null,
    calendar: null,
  }));

  /** A source whose start ends with its first price, however busy this machine is. */
  const untilHeard = (source: Source): Source => ({
    ...source,
    start: async (instruments, onSample, onHealth) => {
      const heard = Promise.withResolvers<void>();
      await source.start(
        instruments,
        (sample) => {
          onSample(sample);
          heard.resolve();
        },
        onHealth,
      );
      await heard.promise;
    },
  });

  it('is tried again and joins live products when it is back, but no others', async () => {
    if (btc === undefined || sol === undefined) throw new Error('no instruments');
    const okx = await startFakeExchange();
    const away = await startFakeExchange();
    const port = Number(new URL(away.restUrl).port);
    await away.close();
    const connect = (create: (options: ExchangeOptions) => ExchangeSource, streamUrl: string) =>
      create({
        clock: { now: () => START },
        log: pino({ level: 'silent' }),
        streamUrl,
        limits: { checkEveryMs: 5, backoffMs: [5, 20] },
      });
    const samples: string[] = [];
    const speaking = setInterval(() => okx.send(OKX.trade('BTC-USDT', { id: 1, price: '100.00', at: START })), 5);
    const chosen = await chooseSources(
      {
        live: [connect(createBinance, away.streamUrl), untilHeard(connect(createOkx, okx.streamUrl))],
        openReplay: () => Promise.resolve(fake('replay', [])),
        simulator: fake('simulated', ['BTCUSDT', 'SOLUSDT'], []),
      },
      {
        feed: 'auto',
        instruments: [btc, sol],
        onSample: ({ product, source }) => samples.push(`${source} ${product}`),
        log: pino({ level: 'silent' }),
        liveWaitMs: 1,
      },
    );
    clearInterval(speaking);
    const names = () =>
      [...chosen.byProduct].map(([product, sources]) => [product, ...sources.map(({ name }) => name)]);
    expect(names()).toEqual([
      ['BTCUSDT', 'okx'],
      ['SOLUSDT', 'simulated'],
    ]);

    const back = await startFakeExchange(port);
    await vi.waitFor(() => expect(back.sockets()).toHaveLength(1), { timeout: 3000 });
    expect(names()).toEqual([
      ['BTCUSDT', 'okx'],
      ['SOLUSDT', 'simulated'],
    ]);
    back.send(BINANCE.trade('SOLUSDT', { id: 1, price: '10.00', at: START }));
    back.send(BINANCE.trade('BTCUSDT', { id: 1, price: '100.00', at: START }));
    await vi.waitFor(() => expect(samples).toContain('binance BTCUSDT'));
    expect(names()).toEqual([
      ['BTCUSDT', 'okx', 'binance'],
      ['SOLUSDT', 'simulated'],
    ]);
    expect(samples).not.toContain('binance SOLUSDT');

    await chosen.stop();
    await vi.waitFor(() => expect([...okx.sockets(), ...back.sockets()]).toEqual([]));
    await okx.close();
    await back.close();
  });

  it('is given up when no product is live: the kind of a product never changes', async () => {
    const away = await startFakeExchange();
    const port = Number(new URL(away.restUrl).port);
    await away.close();
    const binance = createBinance({
      clock: { now: () => START },
      log: pino({ level: 'silent' }),
      streamUrl: away.streamUrl,
      limits: { checkEveryMs: 5, backoffMs: [5, 20] },
    });
    expect(await choose('auto', { live: [binance] })).toMatchObject({ BTCUSDT: 'simulated', ETHUSDT: 'simulated' });
    const back = await startFakeExchange(port);
    await sleep(100);
    expect(back.dialled).toEqual([]);
    await back.close();
  });
});

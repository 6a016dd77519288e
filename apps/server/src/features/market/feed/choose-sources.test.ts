import { setTimeout as sleep } from 'node:timers/promises';
import { price } from '@candor/domain/price';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createBinance } from '../sources/binance.ts';
import type { ExchangeOptions, ExchangeSource } from '../sources/exchange.ts';
import { BINANCE, OKX } from '../sources/fake-dialects.ts';
import { startFakeExchange } from '../sources/fake-exchange.ts';
import { createOkx } from '../sources/okx.ts';
import type { RuledInstrument, Source, SourceHealth } from '../sources/source.ts';
import { type ChooseOptions, type ChosenSources, type SourceOffer, chooseSources } from './choose-sources.ts';

const instruments: RuledInstrument[] = ['BTCUSDT', 'ETHUSDT', 'EURUSD'].map((product) => ({
  product,
  category: 'crypto',
  decimals: 2,
  signedScale: null,
  calendar: null,
  sources: {},
  rule: { freshMs: 5_000, minSources: 1, nearPpm: 5_000 },
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

async function choose(
  feed: ChooseOptions['feed'],
  offer: Partial<SourceOffer>,
  of = instruments,
): Promise<Record<string, string>> {
  stopped = [];
  const { byProduct } = await chooseSources(
    {
      live: [],
      openReplay: () => Promise.resolve(fake('replay', ['BTCUSDT', 'EURUSD'])),
      simulator: fake('simulated', all),
      ...offer,
    },
    { feed, instruments: of, onSample: () => undefined, log: pino({ level: 'silent' }), liveWaitMs: 20 },
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

  it('auto: a product that fewer exchanges deliver than must agree is simulated', async () => {
    const rule = { freshMs: 5_000, minSources: 2, nearPpm: 5_000 };
    const strict = instruments.map((instrument) => ({ ...instrument, rule }));
    const live = [fake('live', ['BTCUSDT'], ['BTCUSDT'], 'one'), fake('live', ['BTCUSDT'], null, 'two')];
    expect(await choose('auto', { live }, strict)).toMatchObject({ BTCUSDT: 'simulated' });
    const both = [fake('live', ['BTCUSDT'], ['BTCUSDT'], 'one'), fake('live', ['BTCUSDT'], ['BTCUSDT'], 'two')];
    expect(await choose('auto', { live: both }, strict)).toMatchObject({ BTCUSDT: 'one+two' });
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

  it('auto: stops every source that it started, once', async () => {
    stopped = [];
    const chosen = await chooseSources(
      {
        live: [
          fake('live', ['BTCUSDT'], ['BTCUSDT'], 'one'),
          fake('live', ['BTCUSDT'], null, 'two'),
          fake('live', ['ETHUSDT'], null, 'of no live product'),
        ],
        openReplay: () => Promise.resolve(fake('replay', ['EURUSD'])),
        simulator: fake('simulated', all),
      },
      { feed: 'auto', instruments, onSample: () => undefined, log: pino({ level: 'silent' }), liveWaitMs: 20 },
    );
    expect(stopped).toEqual(['of no live product']);
    await chosen.stop();
    expect(stopped.toSorted()).toEqual(['of no live product', 'one', 'simulated', 'two']);
  });
});

describe('while it chooses', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** A source that says only what the test says for it. `starts` are the products of each start. */
  function quiet(kind: Source['kind'], products: readonly string[], name: string = kind) {
    const starts: string[][] = [];
    const starting = {
      until: Promise.resolve(),
      say: (_product: string) => {},
      report: (_state: SourceHealth['state']) => {},
    };
    const source: Source = {
      ...fake(kind, products, [], name),
      start: async (given, onSample, onHealth) => {
        starts.push(given.map(({ product }) => product));
        starting.say = (product) => onSample({ product, source: name, price: price(1n), at: 0, receivedAt: 0 });
        starting.report = (state) => onHealth({ source: name, state, reason: '' });
        await starting.until;
      },
    };
    return { source, starts, starting };
  }

  function begin(live: readonly Source[], simulator: Source) {
    const [lines, samples]: [Record<string, unknown>[], string[]] = [[], []];
    const onSample: ChooseOptions['onSample'] = ({ product, source }) => samples.push(`${source} ${product}`);
    const log = pino(
      { timestamp: false, base: {}, formatters: { level: (level) => ({ level }) } },
      { write: (line) => void lines.push(JSON.parse(line)) },
    );
    const openReplay = () => Promise.resolve(fake('replay', []));
    const choosing = { chosen: null as ChosenSources | null, lines, samples };
    void chooseSources(
      { live, openReplay, simulator },
      { feed: 'auto', instruments, onSample, log, liveWaitMs: 1000 },
    ).then((chosen) => (choosing.chosen = chosen));
    return choosing;
  }
  const soon = async () => await vi.advanceTimersByTimeAsync(0);

  it('waits until a source has given every product it quotes, and no longer', async () => {
    const { source, starts, starting } = quiet('live', ['BTCUSDT', 'ETHUSDT']);
    const choosing = begin([source], fake('simulated', all));
    await soon();
    expect(starts).toEqual([['BTCUSDT', 'ETHUSDT']]);
    starting.say('ETHUSDT');
    await soon();
    expect(choosing.chosen).toBeNull();
    starting.say('BTCUSDT');
    await soon();
    expect([...(choosing.chosen?.byProduct.keys() ?? [])]).toEqual(['BTCUSDT', 'ETHUSDT', 'EURUSD']);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('adds no live source to a product that was not received in time, and none twice', async () => {
    const { source, starting } = quiet('live', ['BTCUSDT', 'ETHUSDT']);
    const choosing = begin([source], fake('simulated', all, []));
    starting.say('BTCUSDT');
    await vi.advanceTimersByTimeAsync(1000);
    for (const product of ['ETHUSDT', 'BTCUSDT']) starting.say(product);
    expect(choosing.samples).toEqual(['live BTCUSDT', 'live BTCUSDT']);
    expect(choosing.chosen?.byProduct.get('BTCUSDT')).toEqual([source]);
  });

  it('waits for a source that is up, and no longer for one that says it is down', async () => {
    const { source, starting } = quiet('live', ['BTCUSDT']);
    const choosing = begin([source], fake('simulated', all));
    await soon();
    starting.report('up');
    await soon();
    expect(choosing.chosen).toBeNull();
    starting.report('down');
    await soon();
    expect(choosing.chosen).not.toBeNull();
  });

  it('starts no source that has no product to give', async () => {
    const live = [quiet('live', [], 'of nothing'), quiet('live', all)];
    const simulator = quiet('simulated', all);
    const choosing = begin(
      live.map(({ source }) => source),
      simulator.source,
    );
    for (const product of all) live[1]?.starting.say(product);
    await soon();
    expect(choosing.chosen?.byProduct.size).toBe(all.length);
    expect([...live, simulator].map(({ starts }) => starts.length)).toEqual([0, 1, 0]);
  });

  it('has started and stopped the sources when it has chosen', async () => {
    const [stop, start] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const unreached = { ...fake('live', all, null), stop: async () => await stop.promise };
    const simulator = quiet('simulated', all);
    simulator.starting.until = start.promise;
    const choosing = begin([unreached], simulator.source);
    await soon();
    expect(simulator.starts).toEqual([]);
    stop.resolve();
    await soon();
    expect([simulator.starts, choosing.chosen]).toEqual([[all], null]);
    start.resolve();
    await soon();
    expect(choosing.chosen).not.toBeNull();
  });

  it('has stopped the sources when its stop ends', async () => {
    const stop = Promise.withResolvers<void>();
    const choosing = begin([], { ...fake('simulated', all), stop: async () => await stop.promise });
    await soon();
    let isStopped = false;
    void choosing.chosen?.stop().then(() => (isStopped = true));
    await soon();
    expect(isStopped).toBe(false);
    stop.resolve();
    await soon();
    expect(isStopped).toBe(true);
  });

  it('logs each change of a source once, and which sources make each price', async () => {
    const [one, two, simulator] = [
      quiet('live', ['BTCUSDT'], 'one'),
      quiet('live', ['BTCUSDT'], 'two'),
      quiet('simulated', all),
    ];
    const { lines } = begin([one.source, two.source], simulator.source);
    one.starting.say('BTCUSDT');
    two.starting.say('BTCUSDT');
    await soon();
    expect(lines).toEqual([
      {
        level: 'info',
        feed: 'auto',
        sources: { BTCUSDT: 'live: one, two', ETHUSDT: 'simulated: simulated', EURUSD: 'simulated: simulated' },
        msg: 'sources',
      },
    ]);
    lines.length = 0;
    simulator.starting.report('up');
    const states = ['down', 'down', 'silent', 'up', 'partly', 'up', 'silent', 'silent', 'up', 'down'] as const;
    for (const state of states) two.starting.report(state);
    expect(lines.map(({ level, source, state, msg }) => [level, source, state, msg])).toEqual([
      ['info', 'simulated', 'up', 'source'],
      ['warn', 'two', 'down', 'source'],
      ['info', 'two', 'silent', 'source'],
      ['info', 'two', 'up', 'source'],
      ['warn', 'two', 'silent', 'source'],
      ['info', 'two', 'up', 'source'],
      ['warn', 'two', 'down', 'source'],
    ]);
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
    sources: product === 'BTCUSDT' ? { binance: product, okx: 'BTC-USDT' } : { binance: product, okx: 'SOL-USDT' },
    rule: { freshMs: 5_000, minSources: 1, nearPpm: 5_000 },
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
    await vi.waitFor(() => expect(back.sockets()).toHaveLength(1));
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

import type { Category, Exchange } from '@candor/contract/market';
import { EXCHANGES } from '@candor/contract/market';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ExchangeOptions } from '../sources/exchange.ts';
import { binanceBook, DIALECTS } from '../sources/fake-dialects.ts';
import { startFakeExchange, type FakeExchange } from '../sources/fake-exchange.ts';
import { REAL_EXCHANGES } from './source-trials.jobs.ts';
import { trySource, type TrialDeps } from './try-source.ts';

/** Symbols are tried against servers that speak the exchanges' format, by the adapters that make prices. */
let fake: FakeExchange;
beforeEach(async () => {
  fake = await startFakeExchange();
});
afterEach(async () => await fake.close());

/** The real adapters, each at the fake exchange. */
function exchangesAt({ streamUrl, restUrl }: Pick<FakeExchange, 'streamUrl' | 'restUrl'>): TrialDeps['exchanges'] {
  const at = (exchange: Exchange) => (options: ExchangeOptions) =>
    REAL_EXCHANGES[exchange]({
      ...options,
      streamUrl,
      restUrl,
      limits: { checkEveryMs: 10, backoffMs: [5_000, 5_000] },
    });
  return { binance: at('binance'), okx: at('okx'), coinbase: at('coinbase'), kraken: at('kraken') };
}

async function tried(exchange: Exchange, symbol: string, category: Category = 'crypto', at: typeof fake = fake) {
  return await trySource(exchange, symbol, category, {
    clock: { now: () => Date.now(), uncertaintyMs: () => 0 },
    log: pino({ level: 'silent' }),
    exchanges: exchangesAt(at),
    listenMs: 400,
  });
}

async function connected(): Promise<void> {
  await vi.waitFor(() => expect(fake.sockets()).toHaveLength(1));
}

describe.each(DIALECTS)('%s', (name, { symbol, trade }) => {
  const exchange = EXCHANGES.find((one) => one === name) ?? 'binance';

  it('tells the newest price, its age, the decimals that were seen and how many trades there were', async () => {
    const trial = tried(exchange, symbol);
    await connected();
    const at = Date.now() - 50;
    fake.send(trade(symbol, { id: 10, price: '0.08120', at }));
    fake.send(trade(symbol, { id: 11, price: '0.0813', at: at + 1 }));
    fake.send(trade(symbol, { id: 12, price: '0.081', at: at + 2 }));
    const result = await trial;
    expect(result).toMatchObject({ outcome: 'PRICED', price: '0.0810', decimals: 4, trades: 3 });
    expect(result.ageMs).toBeGreaterThanOrEqual(40);
    expect(result.ageMs).toBeLessThan(5_000);
    // Nothing stays behind.
    await vi.waitFor(() => expect(fake.sockets()).toHaveLength(0));
  });

  it('says that it cannot be reached', async () => {
    const gone = { ...fake, streamUrl: 'ws://127.0.0.1:1', restUrl: 'http://127.0.0.1:1' };
    expect(await tried(exchange, symbol, 'crypto', gone)).toMatchObject({ outcome: 'UNREACHABLE', price: null });
  });

  it('says that an answer without sense to it is of a symbol that it does not know', async () => {
    // As the exchange answers for its list of bars: an error, or no list.
    fake.answer = () => ({
      code: '51001',
      msg: 'no such instrument',
      data: null,
      error: ['EQuery:Unknown asset pair'],
    });
    expect(await tried(exchange, symbol)).toMatchObject({ outcome: 'UNKNOWN', price: null, trades: 0 });
  });
});

it.each<[Exchange, string, string]>([
  ['okx', 'AAA-BBB', '{"event":"error","code":"60018","msg":"Wrong URL or channel"}'],
  ['kraken', 'AAA/BBB', '{"method":"subscribe","error":"Currency pair not supported AAA/BBB","success":false}'],
  ['coinbase', 'AAA-BBB', '{"type":"error","message":"Failed to subscribe","reason":"AAA-BBB is not a valid product"}'],
])('%s refuses a symbol that it does not know', async (exchange, symbol, refusal) => {
  const trial = tried(exchange, symbol);
  await connected();
  fake.send(refusal);
  expect(await trial).toMatchObject({ outcome: 'UNKNOWN' });
});

it('a symbol that is quiet has the price of its last bar', async () => {
  const t = Math.floor(Date.now() / 60_000) * 60_000 - 120_000;
  fake.answer = (_path, query) =>
    Number(query.get('startTime')) > t
      ? []
      : [[t, '1.10', '1.20', '1.00', '1.15', '7', t + 59_999, '0', 1, '0', '0', '0']];
  const result = await tried('binance', 'AAABBB');
  expect(result).toMatchObject({ outcome: 'QUIET', price: '1.15', decimals: 2, trades: 0 });
  expect(result.ageMs).toBeGreaterThanOrEqual(120_000);
});

it('nothing at all within the last hour is quiet, too', async () => {
  expect(await tried('binance', 'AAABBB')).toMatchObject({ outcome: 'QUIET', price: null, ageMs: null });
});

it('outside of crypto the middle of bid and ask is the price', async () => {
  const trial = tried('binance', 'XAUUSD', 'metal');
  await connected();
  fake.send(binanceBook('XAUUSD', '4060.10', '4060.20'));
  expect(await trial).toMatchObject({ outcome: 'PRICED', price: '4060.15', trades: 0 });
});

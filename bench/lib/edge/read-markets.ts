/** The markets that the bench plays: what MARKETDATA_DIR has, and the simulator. */
import { createReadStream } from 'node:fs';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import { divHalfEven } from '@candor/domain/decimal';
import { parsePrice } from '@candor/domain/price';
import { TEST_CURRENCY } from '@candor/domain/testing/test-currency';
import type { Terms } from '@candor/domain/trading/terms';
import * as z from 'zod/mini';
import {
  CATALOGUE,
  type CatalogueProduct,
  ENTRY_DELAY_SEC,
  firstTerms,
} from '../../../apps/server/src/features/market/catalogue.ts';
import { createRandomness } from '../../../apps/server/src/features/market/sources/keystream.ts';
import { type MdtTable, readMdt } from '../../../apps/server/src/features/market/sources/mdt.ts';
import { walkModel } from '../../../apps/server/src/features/market/sources/price-walk.ts';
import { createSimulator, type LastPrice } from '../../../apps/server/src/features/market/sources/simulator.ts';
import { type EdgeMarket, ticksOf } from './market.ts';
import { PUBLISHED_AFTER_MS } from './strategies.ts';
import { type BookTape, cut, delayed, type Tape, thinned } from './tape.ts';

const SECOND_MS = 1000;
/** 64 hex digits, any. */
const SEED = '5eed'.repeat(16);
const SIMULATED_FROM = Date.parse('2026-01-05T00:00:00.000Z');
const WIRE = 'wire/binance-spot-combined.ndjson.gz';
const QUOTES: readonly (readonly [product: string, file: string])[] = [
  ['BTCUSD', 'quotes/BTCUSD.dukascopy.mdt.gz'],
  ['EURUSD', 'quotes/EURUSD.oanda.mdt.gz'],
  ['NZDUSD', 'quotes/NZDUSD.oanda.mdt.gz'],
  ['XAUUSD', 'quotes/XAUUSD.oanda.mdt.gz'],
];
/** No recording has several exchanges at once. So two of three sources are the recorded one, late by so much. */
/** Two days are enough to tell a small edge from chance. */
const QUOTES_MS_MAX = 2 * 86_400_000;
const LATE_MS = [300, 600] as const;

const frameSchema = z.object({
  stream: z.string(),
  data: z.looseObject({
    T: z.optional(z.number()),
    t: z.optional(z.number()),
    p: z.optional(z.string()),
    b: z.optional(z.string()),
    B: z.optional(z.string()),
    a: z.optional(z.string()),
    A: z.optional(z.string()),
  }),
});

export function productOf(code: string): CatalogueProduct {
  const found = CATALOGUE.find((product) => product.code === code);
  if (found === undefined) throw new Error(`${code} is not in the catalogue`);
  return found;
}

/** The terms of a new site whose prices come from exchanges, or from the simulator. */
function termsOf(code: string, feed: 'live' | 'simulated'): Terms {
  return firstTerms(productOf(code), TEST_CURRENCY, feed === 'live' ? ENTRY_DELAY_SEC : undefined);
}

/** Trades and best prices of one exchange, and markets made of them. */
export async function readExchange(folder: string): Promise<readonly EdgeMarket[]> {
  const path = join(folder, WIRE);
  if (!(await isReadable(path))) return [];
  const recorded = await readWire(path);
  return ['BTCUSDT', 'ETHUSDT'].flatMap((code) => {
    const tapes = recorded.get(code);
    if (tapes === undefined) return [];
    const { trades, book } = tapes;
    const terms = termsOf(code, 'live');
    const rule = ruleOf(terms);
    const source = { name: 'recorded', tape: trades, isConfirmed: false };
    const behind = LATE_MS.map((ms) => delayed(trades, ms));
    const late = behind.map((tape, index) => ({ name: `late ${index}`, tape, isConfirmed: false }));
    return [
      {
        name: code,
        terms,
        feed: 'live',
        ticks: ticksOf([source], rule, 'live'),
        seen: trades,
        book,
        behind: [],
      },
      {
        name: `${code}, two of three sources ${LATE_MS.map((ms) => ms / SECOND_MS).join(' and ')} s behind`,
        terms,
        feed: 'live',
        ticks: ticksOf([source, ...late], rule, 'live'),
        seen: trades,
        book: null,
        behind: [trades, ...behind],
      },
    ] satisfies EdgeMarket[];
  });
}

/** Quotes of brokers. Their middle is the price, and each counts from its moment. */
export async function readQuotes(folder: string): Promise<readonly EdgeMarket[]> {
  const markets: EdgeMarket[] = [];
  for (const [code, file] of QUOTES) {
    const path = join(folder, file);
    if (!(await isReadable(path))) continue;
    const terms = termsOf(code, 'live');
    const seen = cut(middlesOf(await readMdt(path), terms.decimals), QUOTES_MS_MAX);
    const source = { name: 'recorded', tape: seen, isConfirmed: false };
    markets.push({
      name: code,
      terms,
      feed: 'live',
      ticks: ticksOf([source], ruleOf(terms), 'live'),
      seen,
      book: null,
      behind: [],
    });
  }
  return markets;
}

/** A source that trades only every so often, though its best prices follow the market: the last trade is the price meanwhile. */
export function thinMarket(market: EdgeMarket, meanSec: number): EdgeMarket {
  const random = createRandomness(`thin ${market.name}`);
  const tape = thinned(market.seen, () => -Math.log(random.uniform()) * meanSec * SECOND_MS);
  const ticks = ticksOf([{ name: 'thin', tape, isConfirmed: true }], ruleOf(market.terms), 'live');
  return { ...market, name: `${market.name}, a source that trades every ${meanSec} s`, ticks, behind: [tape] };
}

/** The simulator's own ticks. A member sees each when it is published, and nothing before. */
export function simulate({ code, category, simulated }: CatalogueProduct, seconds: number): EdgeMarket {
  const terms = termsOf(code, 'simulated');
  let last: LastPrice | null = null;
  const simulator = createSimulator({
    seeds: { at: () => ({ day: '2026-01-05', seed: SEED, commitment: '0'.repeat(64) }) },
    historySeed: 'edge',
    historyDays: 0,
    models: new Map([[code, walkModel(category, simulated)]]),
    lastPrice: () => last,
  });
  const [at, prices] = [new Float64Array(seconds), new Float64Array(seconds)];
  for (let row = 0; row < seconds; row += 1) {
    const second = SIMULATED_FROM + row * SECOND_MS;
    const sample = simulator.sampleAt?.(code, second);
    if (sample === null || sample === undefined) throw new Error(`${code} has no simulated price`);
    last = { price: sample.price, okAt: second, isFirst: false };
    at[row] = second;
    prices[row] = Number(sample.price);
  }
  const tape = { at, price: prices };
  const ticks = ticksOf([{ name: 'simulator', tape, isConfirmed: false }], ruleOf(terms), 'simulated');
  return {
    name: code,
    terms,
    feed: 'simulated',
    ticks,
    seen: delayed(tape, PUBLISHED_AFTER_MS),
    book: null,
    behind: [],
  };
}

function ruleOf({ priceRule }: Terms): NonNullable<Terms['priceRule']> {
  if (priceRule === undefined) throw new Error('the terms of the catalogue have a price rule');
  return priceRule;
}

function middlesOf(table: MdtTable, decimals: number): Tape {
  if (table.kind !== 'quotes') throw new Error('not a recording of quotes');
  const up = 10n ** BigInt(decimals);
  const down = 2n * 10n ** BigInt(table.header.dec);
  const price = Float64Array.from(table.at, (_, row) =>
    Number(divHalfEven(BigInt((table.bid[row] ?? 0) + (table.ask[row] ?? 0)) * up, down)),
  );
  return { at: table.at, price };
}

/** The recorder's clock was behind the exchange's. Best prices have no time of the exchange, so they get the latest one they can have. */
async function readWire(path: string): Promise<ReadonlyMap<string, { trades: Tape; book: BookTape }>> {
  interface Rows {
    trades: { at: number; id: number; price: number }[];
    book: { at: number; bid: number; bidQty: number; ask: number; askQty: number }[];
  }
  const rows = new Map<string, Rows>();
  let aheadMs = Number.NEGATIVE_INFINITY;
  for await (const line of createInterface({ input: createReadStream(path).pipe(createGunzip()) })) {
    const [, receivedNs, json] = /^(\d+) (\{.*)$/.exec(line) ?? [];
    if (receivedNs === undefined || json === undefined) continue;
    const { stream, data } = frameSchema.parse(JSON.parse(json));
    const code = stream.slice(0, stream.indexOf('@')).toUpperCase();
    const receivedAt = Number(receivedNs) / 1e6;
    const of = rows.get(code) ?? { trades: [], book: [] };
    rows.set(code, of);
    if (data.T !== undefined) {
      aheadMs = Math.max(aheadMs, data.T - receivedAt);
      of.trades.push({ at: data.T, id: data.t ?? 0, price: units(code, data.p) });
    } else if (data.b !== undefined) {
      const quantities = { bidQty: Number(data.B), askQty: Number(data.A) };
      of.book.push({ at: receivedAt, bid: units(code, data.b), ask: units(code, data.a), ...quantities });
    }
  }
  return new Map(
    [...rows].map(([code, { trades, book }]) => {
      const sorted = trades.toSorted((a, b) => a.at - b.at || a.id - b.id);
      return [
        code,
        {
          trades: {
            at: Float64Array.from(sorted, ({ at }) => at),
            price: Float64Array.from(sorted, (row) => row.price),
          },
          book: {
            at: Float64Array.from(book, ({ at }) => at + aheadMs),
            bid: Float64Array.from(book, ({ bid }) => bid),
            bidQty: Float64Array.from(book, ({ bidQty }) => bidQty),
            ask: Float64Array.from(book, ({ ask }) => ask),
            askQty: Float64Array.from(book, ({ askQty }) => askQty),
          },
        },
      ];
    }),
  );
}

function units(code: string, text: string | undefined): number {
  const read = parsePrice(text ?? '', productOf(code).decimals, { round: 'HALF_EVEN' });
  if (!read.ok) throw new Error(`${String(text)} is not a price`);
  return Number(read.value);
}

function isReadable(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

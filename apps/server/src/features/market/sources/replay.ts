/**
 * Plays one recording per product as a pure function of wall time. The same second always has the same price, also
 * after a restart, and history is the same function of past time. Sessions follow today's calendar, not the
 * recording's.
 */
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { type Candle, MINUTE_MS } from '@candor/domain/market/candles';
import { writeDecimal } from '@candor/domain/decimal';
import { price } from '@candor/domain/price';
import { openMinutes } from './open-minutes.ts';
import { readMdt } from './mdt.ts';
import { type Recording, cutToSeconds, recordedIndex } from './recording.ts';
import { type Instrument, QTY_DECIMALS, type Sample, type Source } from './source.ts';

/** One recording per product; recordings are never joined. */
const RECORDINGS: Readonly<Record<string, { file: string; supplier: string }>> = {
  BTCUSDT: { file: 'trades/BTCUSDT.binance.mdt.gz', supplier: 'binance' },
  ETHUSDT: { file: 'trades/ETHUSDT.binance.mdt.gz', supplier: 'binance' },
  BTCUSD: { file: 'quotes/BTCUSD.dukascopy.mdt.gz', supplier: 'dukascopy' },
  EURUSD: { file: 'quotes/EURUSD.oanda.mdt.gz', supplier: 'oanda' },
  NZDUSD: { file: 'quotes/NZDUSD.oanda.mdt.gz', supplier: 'oanda' },
  XAUUSD: { file: 'quotes/XAUUSD.oanda.mdt.gz', supplier: 'oanda' },
};

const HISTORY_DAYS = 30;

/** Reads the recordings that exist; for an empty folder, the source quotes nothing. */
export async function openReplay(marketdataDir: string, instruments: readonly Instrument[]): Promise<Source> {
  const recordings = new Map<string, Recording>();
  for (const { product, decimals } of instruments) {
    const entry = RECORDINGS[product];
    if (entry === undefined) continue;
    const path = join(marketdataDir, entry.file);
    if (await isReadable(path)) recordings.set(product, cutToSeconds(await readMdt(path), decimals));
  }
  return createReplay(recordings);
}

/** Replay of recordings that are already read. */
export function createReplay(recordings: ReadonlyMap<string, Recording>): Source {
  const name = 'recording';
  const sampleAt = (product: string, atMs: number): Sample | null => {
    const recording = recordings.get(product);
    if (recording === undefined) return null;
    const index = recordedIndex(recording.prices.length, atMs);
    const units = recording.prices[index];
    if (units === undefined) return null;
    const qty = recording.quantities?.[index];
    return {
      product,
      source: sourceName(product),
      price: price(BigInt(units)),
      at: atMs,
      receivedAt: atMs,
      ...(qty === undefined ? {} : { qty }),
    };
  };
  return {
    name,
    kind: 'replay',
    historyDays: HISTORY_DAYS,
    quotes: ({ product }) => recordings.has(product),
    start: (_instruments, _onSample, onHealth) => {
      onHealth({ source: name, state: 'up', reason: `${recordings.size} recordings` });
      return Promise.resolve();
    },
    stop: () => Promise.resolve(),
    sampleAt,
    history: ({ product, calendar }, fromMs, toMs) => {
      const recording = recordings.get(product);
      const bars =
        recording === undefined
          ? []
          : Array.from(openMinutes(calendar, fromMs, toMs), (t) => minuteOf(recording, t, sourceName(product)));
      return Promise.resolve(bars);
    },
  };
}

/** The bar of sixty replayed seconds. */
function minuteOf({ prices, quantities }: Recording, t: number, src: string): Candle {
  const first = prices[recordedIndex(prices.length, t)] ?? 0;
  let [high, low, close, traded] = [first, first, first, 0n];
  for (let at = t; at < t + MINUTE_MS; at += 1000) {
    const index = recordedIndex(prices.length, at);
    close = prices[index] ?? close;
    if (close > high) high = close;
    if (close < low) low = close;
    if (quantities !== null) traded += quantities[index] ?? 0n;
  }
  return {
    t,
    o: price(BigInt(first)),
    h: price(BigInt(high)),
    l: price(BigInt(low)),
    c: price(BigInt(close)),
    v: quantities === null ? null : writeDecimal(traded, QTY_DECIMALS),
    src,
  };
}

function sourceName(product: string): string {
  return `recording:${RECORDINGS[product]?.supplier ?? 'other'}`;
}

function isReadable(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

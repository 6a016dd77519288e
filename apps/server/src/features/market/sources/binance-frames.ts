/**
 * Binance's spot market data format: what a frame of a combined stream or an answer of the REST interface says, or why
 * it is not to be believed. Pure. Format: developers.binance.com, "Web Socket Streams" and "Market Data endpoints".
 */
import { readDecimal } from '@candor/domain/decimal';
import type { Candle } from '@candor/domain/market/candles';
import { type Price, parsePrice } from '@candor/domain/price';
import { type Result, err, ok } from '@candor/domain/result';
import * as z from 'zod/mini';
import { QTY_DECIMALS } from './source.ts';

export type BadFrame = 'NOT_JSON' | 'SHAPE' | 'SYMBOL' | 'PRICE' | 'QUANTITY' | 'CROSSED';

export interface Trade {
  readonly event: 'trade';
  readonly symbol: string;
  readonly id: number;
  readonly price: Price;
  /** In units of 10^-8. */
  readonly qty: bigint;
  readonly at: number;
}

/** Best bid and ask. */
export interface BookTop {
  readonly event: 'book';
  readonly symbol: string;
  readonly bid: Price;
  readonly ask: Price;
}

/** The server is about to go away and asks for a new connection. */
export interface Shutdown {
  readonly event: 'shutdown';
}

/** Price decimals by symbol; a symbol not in it was not asked for. */
export type DecimalsOf = ReadonlyMap<string, number>;

const id = z.int().check(z.minimum(0));
const text = z.string().check(z.maxLength(40));

const tradeSchema = z.object({ e: z.literal('trade'), s: text, t: id, p: text, q: text, T: id });
const bookSchema = z.object({ u: id, s: text, b: text, a: text });
const shutdownSchema = z.object({ e: z.literal('serverShutdown') });
const frameSchema = z.union([
  z.object({ stream: text, data: z.union([tradeSchema, bookSchema, shutdownSchema]) }),
  shutdownSchema,
]);

/** Reads one frame of `/stream?streams=…`. */
export const readFrame = (frame: string, decimalsOf: DecimalsOf): Result<Trade | BookTop | Shutdown, BadFrame> => {
  const json = parseJson(frame);
  if (json === undefined) return err('NOT_JSON');
  const parsed = frameSchema.safeParse(json);
  if (!parsed.success) return err('SHAPE');
  const data = 'data' in parsed.data ? parsed.data.data : parsed.data;
  if ('t' in data) return readTrade({ id: data.t, symbol: data.s, p: data.p, q: data.q, at: data.T }, decimalsOf);
  if ('u' in data) return readBook(data, decimalsOf);
  return ok({ event: 'shutdown' });
};

const readBook = ({ s, b, a }: z.infer<typeof bookSchema>, decimalsOf: DecimalsOf): Result<BookTop, BadFrame> => {
  const decimals = decimalsOf.get(s);
  if (decimals === undefined) return err('SYMBOL');
  const [bid, ask] = [readPrice(b, decimals), readPrice(a, decimals)];
  if (bid === null || ask === null) return err('PRICE');
  return bid > ask ? err('CROSSED') : ok({ event: 'book', symbol: s, bid, ask });
};

const readTrade = (
  raw: { id: number; symbol: string; p: string; q: string; at: number },
  decimalsOf: DecimalsOf,
): Result<Trade, BadFrame> => {
  const decimals = decimalsOf.get(raw.symbol);
  if (decimals === undefined) return err('SYMBOL');
  const price = readPrice(raw.p, decimals);
  if (price === null) return err('PRICE');
  const qty = parsePrice(raw.q, QTY_DECIMALS);
  if (!qty.ok || qty.value <= 0n) return err('QUANTITY');
  return ok({ event: 'trade', symbol: raw.symbol, id: raw.id, price, qty: qty.value, at: raw.at });
};

/** A price above zero; the exchange writes eight decimals whatever the tick size. */
const readPrice = (decimal: string, decimals: number): Price | null => {
  const parsed = parsePrice(decimal, decimals, { round: 'HALF_EVEN' });
  return parsed.ok && parsed.value > 0n ? parsed.value : null;
};

const restTradesSchema = z.array(z.object({ id, price: text, qty: text, time: id }));

/** The answer of GET /api/v3/trades: trades in order of their ids, those that do not read left out. */
export const readRestTrades = (answer: unknown, symbol: string, decimalsOf: DecimalsOf): Trade[] =>
  restTradesSchema.parse(answer).flatMap((row) => {
    const trade = readTrade({ id: row.id, symbol, p: row.price, q: row.qty, at: row.time }, decimalsOf);
    return trade.ok ? [trade.value] : [];
  });

const klinesSchema = z.array(z.tuple([id, text, text, text, text, text], z.union([z.string(), z.number()])));

/** The answer of GET /api/v3/klines with interval=1m: bars that read and make sense, oldest first. */
export const readKlines = (answer: unknown, decimals: number, src: string): Candle[] =>
  klinesSchema.parse(answer).flatMap(([t, open, high, low, close, volume]) => {
    const [o, h, l, c] = [open, high, low, close].map((part) => readPrice(part, decimals));
    if (!o || !h || !l || !c || readDecimal(volume) === null) return [];
    return l <= o && l <= c && h >= o && h >= c ? [{ t, o, h, l, c, v: volume, src }] : [];
  });

const parseJson = (frame: string): unknown => {
  try {
    return JSON.parse(frame) as unknown;
  } catch {
    return undefined;
  }
};

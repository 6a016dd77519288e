/**
 * Binance's spot market data format: what a frame of a combined stream or an answer of the REST API says, or why it is
 * rejected. Pure. Format: developers.binance.com, "Web Socket Streams" and "Market Data endpoints".
 */
import type { Candle } from '@candor/domain/market/candles';
import type { PriceRule } from '@candor/domain/market/price-rule';
import { ok } from '@candor/domain/result';
import * as z from 'zod/mini';
import {
  type RuleOf,
  type FrameRead,
  type Trade,
  allOf,
  decimalSchema,
  idSchema,
  parseFrame,
  readBars,
  readBook,
  readTrade,
  readTrades,
  textSchema,
} from './exchange-frames.ts';

const tradeSchema = z.object({
  e: z.literal('trade'),
  s: textSchema,
  t: idSchema,
  p: decimalSchema,
  q: decimalSchema,
  T: idSchema,
});
const bookSchema = z.object({ u: idSchema, s: textSchema, b: decimalSchema, a: decimalSchema });
const shutdownSchema = z.object({ e: z.literal('serverShutdown') });
const frameSchema = z.union([
  z.object({ stream: textSchema, data: z.union([tradeSchema, bookSchema, shutdownSchema]) }),
  shutdownSchema,
]);

/** Reads one frame of `/stream?streams=…`. */
export function readFrame(frame: string, ruleOf: RuleOf): FrameRead {
  const parsed = parseFrame(frame, frameSchema);
  if (!parsed.ok) return parsed;
  const data = 'data' in parsed.value ? parsed.value.data : parsed.value;
  if ('t' in data) {
    return allOf([readTrade({ id: data.t, symbol: data.s, price: data.p, qty: data.q, at: data.T }, ruleOf)]);
  }
  if ('u' in data) return allOf([readBook({ symbol: data.s, bid: data.b, ask: data.a }, ruleOf)]);
  return ok([{ event: 'shutdown' }]);
}

const restTradesSchema = z.array(z.object({ id: idSchema, price: decimalSchema, qty: decimalSchema, time: idSchema }));

/** The answer of GET /api/v3/trades. */
export function readRestTrades(answer: unknown, symbol: string, ruleOf: RuleOf): Trade[] {
  return readTrades(
    restTradesSchema.parse(answer).map(({ id, price, qty, time }) => ({ symbol, id, price, qty, at: time })),
    ruleOf,
  );
}

const klinesSchema = z.array(
  z.tuple(
    [idSchema, decimalSchema, decimalSchema, decimalSchema, decimalSchema, decimalSchema],
    z.union([z.string(), z.number()]),
  ),
);

/** The answer of GET /api/v3/klines with interval=1m. */
export function readKlines(answer: unknown, rule: PriceRule, src: string): Candle[] {
  return readBars(
    klinesSchema.parse(answer).map(([t, open, high, low, close, volume]) => ({ t, open, high, low, close, volume })),
    rule,
    src,
  );
}

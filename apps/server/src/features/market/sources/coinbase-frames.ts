/** Coinbase Exchange's market data format, pure. Format: docs.cdp.coinbase.com/exchange, "WebSocket Channels", "REST: Products". */
import type { Candle } from '@candor/domain/market/candles';
import type { PriceRule } from '@candor/domain/market/price-rule';
import { err, ok } from '@candor/domain/result';
import * as z from 'zod/mini';
import {
  type RuleOf,
  type FrameRead,
  type Trade,
  allOf,
  decimalSchema,
  figureSchema,
  idSchema,
  momentSchema,
  parseFrame,
  readBars,
  readTrade,
  readTrades,
  textSchema,
} from './exchange-frames.ts';

const tradeFields = { trade_id: idSchema, price: decimalSchema, size: decimalSchema, time: momentSchema };
const knownSchema = z.discriminatedUnion('type', [
  z.object({ type: z.enum(['match', 'last_match']), product_id: textSchema, ...tradeFields }),
  z.object({ type: z.literal('heartbeat'), product_id: textSchema, last_trade_id: idSchema }),
  z.object({ type: z.literal('subscriptions') }),
  z.object({ type: z.literal('error') }),
]);
const TYPES: readonly string[] = ['match', 'last_match', 'heartbeat', 'subscriptions', 'error'];
/**
 * New message types can appear at any time and must be ignored: https://docs.cdp.coinbase.com/exchange/websocket-feed
 */
const otherSchema = z.pipe(
  z.object({ type: textSchema.check(z.refine((type) => !TYPES.includes(type))) }),
  z.transform(() => ({ type: 'other' as const })),
);
const frameSchema = z.union([knownSchema, otherSchema]);

/** Reads one frame of the channels `matches` and `heartbeat`. */
export function readFrame(frame: string, ruleOf: RuleOf): FrameRead {
  const parsed = parseFrame(frame, frameSchema);
  if (!parsed.ok) return parsed;
  const { value: data } = parsed;
  if (data.type === 'subscriptions' || data.type === 'other') return ok([]);
  if (data.type === 'error') return err('REFUSED');
  const symbol = data.product_id;
  if (data.type === 'heartbeat') {
    return ruleOf.has(symbol) ? ok([{ event: 'heartbeat', symbol, lastId: data.last_trade_id }]) : err('SYMBOL');
  }
  return allOf([readTrade(rawTrade(symbol, data), ruleOf, data.type === 'match' ? 'trade' : 'lastTrade')]);
}

interface TradeFields {
  trade_id: number;
  price: string;
  size: string;
  time: number;
}

function rawTrade(symbol: string, { trade_id: id, price, size, time }: TradeFields) {
  return {
    symbol,
    id,
    price,
    qty: size,
    at: time,
  };
}

const restTradesSchema = z.array(z.object(tradeFields));

/** The answer of GET /products/{id}/trades. */
export function readRestTrades(answer: unknown, symbol: string, ruleOf: RuleOf): Trade[] {
  return readTrades(
    restTradesSchema.parse(answer).map((row) => rawTrade(symbol, row)),
    ruleOf,
  );
}

const candlesSchema = z.array(
  z.tuple([idSchema, figureSchema, figureSchema, figureSchema, figureSchema, figureSchema]),
);

/** The answer of GET /products/{id}/candles with granularity=60: seconds, low, high, open, close, volume. */
export function readCandles(answer: unknown, rule: PriceRule, src: string): Candle[] {
  return readBars(
    candlesSchema
      .parse(answer)
      .map(([seconds, low, high, open, close, volume]) => ({ t: seconds * 1000, open, high, low, close, volume })),
    rule,
    src,
  );
}

/** Kraken's market data format, pure. Format: docs.kraken.com, "Spot WebSocket v2" and "Spot REST: Market Data". */
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
  readBook,
  readTrade,
  readTrades,
  textSchema,
} from './exchange-frames.ts';

const tradeSchema = z.object({
  symbol: textSchema,
  price: figureSchema,
  qty: figureSchema,
  trade_id: idSchema,
  timestamp: momentSchema,
});
const tickerSchema = z.object({ symbol: textSchema, bid: figureSchema, ask: figureSchema });
const frameSchema = z.union([
  z.object({ channel: z.literal('trade'), type: z.enum(['snapshot', 'update']), data: z.array(tradeSchema) }),
  z.object({ channel: z.literal('ticker'), data: z.array(tickerSchema) }),
  z.object({ channel: z.enum(['heartbeat', 'status']) }),
  z.object({ method: z.literal('subscribe'), success: z.boolean() }),
]);

/** Reads one frame of `/v2`. */
export function readFrame(frame: string, ruleOf: RuleOf): FrameRead {
  const parsed = parseFrame(frame, frameSchema);
  if (!parsed.ok) return parsed;
  const { value: data } = parsed;
  if ('success' in data) return data.success ? ok([]) : err('REFUSED');
  if (data.channel === 'ticker') return allOf(data.data.map((row) => readBook(row, ruleOf)));
  if (data.channel !== 'trade') return ok([]);
  if (data.type === 'update') return allOf(data.data.map((row) => readTrade(rawTrade(row), ruleOf)));
  // The snapshot holds fifty trades of a symbol, oldest first. We only need the current trade id.
  const newest = new Map(data.data.map((row) => [row.symbol, row]));
  return allOf([...newest.values()].map((row) => readTrade(rawTrade(row), ruleOf, 'lastTrade')));
}

function rawTrade({ symbol, price, qty, trade_id: id, timestamp: at }: z.infer<typeof tradeSchema>) {
  return {
    symbol,
    id,
    price,
    qty,
    at,
  };
}

/** REST has its own name for the pair; the answer holds that name and `last`. */
function rowsSchema<Row extends z.ZodMiniType>(row: Row) {
  return z.object({
    error: z.array(z.string()).check(z.length(0)),
    result: z.record(z.string(), z.union([z.array(row), z.string(), z.number()])),
  });
}

const restTradesSchema = rowsSchema(
  z.tuple([decimalSchema, decimalSchema, z.number(), z.string(), z.string(), z.string(), idSchema]),
);

/** The answer of GET /0/public/Trades. */
export function readRestTrades(answer: unknown, symbol: string, ruleOf: RuleOf): Trade[] {
  return readTrades(
    Object.values(restTradesSchema.parse(answer).result).flatMap((rows) =>
      Array.isArray(rows)
        ? rows.map(([price, qty, seconds, , , , id]) => ({ symbol, id, price, qty, at: millisecondsOf(seconds) }))
        : [],
    ),
    ruleOf,
  );
}

/** Rounded down like the stream's times, so that a trade has the same time by both. By its digits: a product may be off by one. */
function millisecondsOf(seconds: number): number {
  const [whole = '', fraction = ''] = String(seconds).split('.');
  return Number(whole) * 1000 + Number(fraction.slice(0, 3).padEnd(3, '0'));
}

const barsSchema = rowsSchema(
  z.tuple([
    idSchema,
    decimalSchema,
    decimalSchema,
    decimalSchema,
    decimalSchema,
    decimalSchema,
    decimalSchema,
    z.number(),
  ]),
);

/** The answer of GET /0/public/OHLC with interval=1: seconds, open, high, low, close, mean, volume, trades. */
export function readOhlc(answer: unknown, rule: PriceRule, src: string): Candle[] {
  return readBars(
    Object.values(barsSchema.parse(answer).result).flatMap((rows) =>
      Array.isArray(rows)
        ? rows.map(([seconds, open, high, low, close, , volume]) => ({
            t: seconds * 1000,
            open,
            high,
            low,
            close,
            volume,
          }))
        : [],
    ),
    rule,
    src,
  );
}

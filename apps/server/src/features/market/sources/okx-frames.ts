/** OKX's v5 public market data format, pure. Format: www.okx.com/docs-v5, "Trades channel", "Tickers channel", "Market data". */
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
  parseFrame,
  readBars,
  readBook,
  readTrade,
  readTrades,
  textSchema,
} from './exchange-frames.ts';

const idText = z.string().check(z.regex(/^\d{1,15}$/));

const tradeSchema = z.object({
  instId: textSchema,
  tradeId: idText,
  px: decimalSchema,
  sz: decimalSchema,
  ts: idText,
  // Frames from some years ago do not have this field: each was one trade.
  count: z.optional(idText),
});
const tickerSchema = z.object({ instId: textSchema, bidPx: decimalSchema, askPx: decimalSchema });
const frameSchema = z.union([
  z.object({ arg: z.object({ channel: z.literal('trades') }), data: z.array(tradeSchema) }),
  z.object({ arg: z.object({ channel: z.literal('tickers') }), data: z.array(tickerSchema) }),
  z.object({ event: z.enum(['subscribe', 'error', 'notice']) }),
]);

/** Reads one frame of `/ws/v5/public`. */
export function readFrame(frame: string, ruleOf: RuleOf): FrameRead {
  if (frame === 'pong') return ok([]);
  const parsed = parseFrame(frame, frameSchema);
  if (!parsed.ok) return parsed;
  if ('event' in parsed.value) {
    if (parsed.value.event === 'error') return err('REFUSED');
    // OKX sends only one notice: this connection is about to be closed.
    return ok(parsed.value.event === 'notice' ? [{ event: 'shutdown' }] : []);
  }
  return allOf(
    parsed.value.data.map((row) =>
      'tradeId' in row
        ? readTrade(rawTrade(row), ruleOf)
        : readBook({ symbol: row.instId, bid: row.bidPx, ask: row.askPx }, ruleOf),
    ),
  );
}

/** The fills of one order at one price come as one trade, with the id of the last fill. */
function rawTrade({ instId, tradeId, px, sz, ts, count = '1' }: z.infer<typeof tradeSchema>) {
  return {
    symbol: instId,
    id: Number(tradeId),
    firstId: Number(tradeId) - Math.max(1, Number(count)) + 1,
    price: px,
    qty: sz,
    at: Number(ts),
  };
}

const restTradesSchema = z.object({ code: z.literal('0'), data: z.array(tradeSchema) });

/** The answer of GET /api/v5/market/history-trades. */
export function readRestTrades(answer: unknown, ruleOf: RuleOf): Trade[] {
  return readTrades(restTradesSchema.parse(answer).data.map(rawTrade), ruleOf);
}

const candlesSchema = z.object({
  code: z.literal('0'),
  data: z.array(
    z.tuple([idText, decimalSchema, decimalSchema, decimalSchema, decimalSchema, decimalSchema], z.string()),
  ),
});

/** The answer of GET /api/v5/market/history-candles with bar=1m. */
export function readCandles(answer: unknown, rule: PriceRule, src: string): Candle[] {
  return readBars(
    candlesSchema
      .parse(answer)
      .data.map(([t, open, high, low, close, volume]) => ({ t: Number(t), open, high, low, close, volume })),
    rule,
    src,
  );
}

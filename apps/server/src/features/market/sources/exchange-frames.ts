/** The common events of every exchange's frames, and the checks that every frame must pass. Pure. */
import { readDecimal, withoutExponent } from '@candor/domain/decimal';
import type { Candle } from '@candor/domain/market/candles';
import { type PriceRule, isLegalPrice } from '@candor/domain/market/price-rule';
import { type Price, parsePrice } from '@candor/domain/price';
import { type Result, err, ok } from '@candor/domain/result';
import * as z from 'zod/mini';
import { QTY_DECIMALS } from './source.ts';

/** Why a frame is rejected. REFUSED: the exchange says that it does not do what we asked for. */
export type BadFrame = 'NOT_JSON' | 'SHAPE' | 'SYMBOL' | 'PRICE' | 'QUANTITY' | 'CROSSED' | 'REFUSED';

export interface Trade {
  /** `lastTrade`: the newest trade before we subscribed; it may be old. */
  readonly event: 'trade' | 'lastTrade';
  readonly symbol: string;
  /** The id of the first trade it contains, if the exchange joins the fills of one order; otherwise the id itself. */
  readonly firstId: number;
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

/** The exchange is alive, and this is its newest trade. */
export interface Heartbeat {
  readonly event: 'heartbeat';
  readonly symbol: string;
  readonly lastId: number;
}

/** The server is about to go away and asks for a new connection. */
export interface Shutdown {
  readonly event: 'shutdown';
}

export type MarketEvent = Trade | BookTop | Heartbeat | Shutdown;

/** The events of one frame, oldest first; empty if the frame only keeps the connection alive. */
export type FrameRead = Result<readonly MarketEvent[], BadFrame>;

/** The allowed prices by the exchange's symbol; a symbol that is missing here was not requested. */
export type RuleOf = ReadonlyMap<string, PriceRule>;

export const idSchema = z.int().check(z.minimum(0));
export const textSchema = z.string().check(z.maxLength(40));

/** A figure as text. Small and large ones may have an exponent; one that cannot be read stays, and is refused as price or quantity. */
export const decimalSchema = z.pipe(
  textSchema,
  z.transform((text) => withoutExponent(text) ?? text),
);

/** A figure that an exchange writes as a JSON number. A double holds it exactly: these have at most 15 digits. */
export const figureSchema = z.pipe(
  z.number(),
  z.transform((value) => withoutExponent(String(value)) ?? String(value)),
);
/** A time as ISO text, in epoch ms. */
export const momentSchema = z.pipe(
  textSchema,
  z.transform((value) => Date.parse(value)),
);

export interface RawTrade {
  readonly symbol: string;
  readonly id: number;
  readonly firstId?: number;
  readonly price: string;
  readonly qty: string;
  /** Epoch ms. */
  readonly at: number;
}

export function readTrade(raw: RawTrade, ruleOf: RuleOf, event: Trade['event'] = 'trade'): Result<Trade, BadFrame> {
  const { symbol, id, firstId = id, at } = raw;
  const rule = ruleOf.get(symbol);
  if (rule === undefined) return err('SYMBOL');
  const price = readPrice(raw.price, rule);
  if (price === null) return err('PRICE');
  // A quantity below our last decimal is still a trade: its volume counts as nothing, its price counts.
  const qty = parsePrice(raw.qty, QTY_DECIMALS, { round: 'HALF_EVEN' });
  if (!qty.ok || (readDecimal(raw.qty)?.units ?? 0n) <= 0n) return err('QUANTITY');
  return Number.isInteger(at) ? ok({ event, symbol, firstId, id, price, qty: qty.value, at }) : err('SHAPE');
}

/** The valid trades of an answer that may hold other entries too. */
export function readTrades(raws: readonly RawTrade[], ruleOf: RuleOf): Trade[] {
  return raws.flatMap((raw) => {
    const trade = readTrade(raw, ruleOf);
    return trade.ok ? [trade.value] : [];
  });
}

export function readBook(raw: { symbol: string; bid: string; ask: string }, ruleOf: RuleOf): Result<BookTop, BadFrame> {
  const rule = ruleOf.get(raw.symbol);
  if (rule === undefined) return err('SYMBOL');
  const [bid, ask] = [readPrice(raw.bid, rule), readPrice(raw.ask, rule)];
  if (bid === null || ask === null) return err('PRICE');
  return bid > ask ? err('CROSSED') : ok({ event: 'book', symbol: raw.symbol, bid, ask });
}

/** All events of a frame, or the first reason why one of them is invalid. A frame is never taken in part. */
export function allOf(events: readonly Result<MarketEvent, BadFrame>[]): FrameRead {
  const read: MarketEvent[] = [];
  for (const event of events) {
    if (!event.ok) return event;
    read.push(event.value);
  }
  return ok(read);
}

export interface RawBar {
  readonly t: number;
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly close: string;
  readonly volume: string;
}

/** The bars that are valid and make sense, oldest first. */
export function readBars(raws: readonly RawBar[], rule: PriceRule, src: string): Candle[] {
  return raws
    .flatMap(({ t, open, high, low, close, volume }) => {
      const [o, h] = [readPrice(open, rule), readPrice(high, rule)];
      const [l, c] = [readPrice(low, rule), readPrice(close, rule)];
      if (o === null || h === null || l === null || c === null || readDecimal(volume) === null) return [];
      return l <= o && l <= c && h >= o && h >= c ? [{ t, o, h, l, c, v: volume, src }] : [];
    })
    .toSorted((a, b) => a.t - b.t);
}

/** A price that the product may have; exchanges may write any number of decimals. */
function readPrice(decimal: string, rule: PriceRule): Price | null {
  const parsed = parsePrice(decimal, rule.decimals, { round: 'HALF_EVEN' });
  return parsed.ok && isLegalPrice(parsed.value, rule) ? parsed.value : null;
}

/** A frame that matches its schema, or the reason why it does not. */
export function parseFrame<Schema extends z.ZodMiniType>(
  frame: string,
  schema: Schema,
): Result<z.infer<Schema>, BadFrame> {
  try {
    const parsed = schema.safeParse(JSON.parse(frame));
    return parsed.success ? ok(parsed.data) : err('SHAPE');
  } catch {
    return err('NOT_JSON');
  }
}

import {
  CATEGORIES,
  type CandleView,
  type CheckpointView,
  FEEDS,
  type Feed,
  type ProductView,
  type ProofKeyView,
  type SessionsView,
  type StopsView,
  TICK_STATUSES,
  type TickView,
} from '@candor/contract/market';
import { stopReasonOf } from '@candor/contract/stop-reasons';
import type { Candle } from '@candor/domain/market/candles';
import { divHalfEven, writeDecimal } from '@candor/domain/decimal';
import { productStatus } from '@candor/domain/market/product-status';
import { type SessionCalendar, sessionAt, sessionsBetween } from '@candor/domain/market/sessions';
import { RATE_DECIMALS, RATE_SCALE, currency, formatMoney, formatRate } from '@candor/domain/money';
import type { Currency } from '@candor/domain/money';
import { formatPrice, price } from '@candor/domain/price';
import * as z from 'zod/mini';
import {
  limitsOf,
  parseCalendar,
  parseDurations,
  parsePresets,
  parseRateUnits,
} from '../../services/quotes/terms-json.ts';
import { verifierKeyText } from '@candor/proof/signed-note';
import type { StoredKey } from '../../services/proof/key-store.ts';
import type { CheckpointRow } from './feed/checkpoint-store.ts';
import type { PublishedTick } from '../../services/ticks/tick-store.ts';
import type { ProductRow, StopRow } from './market-store.ts';
import { SIMULATOR } from './sources/simulator.ts';

const namesSchema = z.object({ 'zh-Hans': z.string(), 'zh-Hant': z.string(), en: z.string() });
const categorySchema = z.enum(CATEGORIES);
const feedSchema = z.enum(FEEDS);
const statusSchema = z.enum(TICK_STATUSES);

/** A product as it is shown at `nowMs`. */
export function productView(row: ProductRow, nowMs: number): ProductView {
  const calendar = parseCalendar(row.calendar);
  const category = categorySchema.parse(row.category);
  const paidIn = currency(row.currency, row.currencyDecimals);
  const { status, opensAt } = productStatus({ forbidden: row.forbidden, session: sessionAt(calendar, nowMs) });
  const closes = (row.closes ?? []).flatMap((close) => (close === null ? [] : [BigInt(close)]));
  return {
    code: row.code,
    names: namesSchema.parse(row.names),
    category,
    decimals: row.decimals,
    status,
    opensAt: opensAt === null ? null : new Date(opensAt).toISOString(),
    ...stopOf(row),
    feed: feedOf(row),
    last: lastOf(row),
    change24h: changeOf(row),
    durations: parseDurations(row.durations).map((duration) => ({
      seconds: duration.seconds,
      payoutRate: formatRate(duration.payoutRate),
      minStake: formatMoney(duration.minStake, paidIn),
      maxStake: formatMoney(duration.maxStake, paidIn),
    })),
    presets: parsePresets(row.presets).map((preset) => formatMoney(preset, paidIn)),
    feeRate: formatRate(parseRateUnits(row.feeRate)),
    termsVersion: row.termsVersion,
    termsHash: row.termsHash,
    acceptWithinMs: row.acceptWithinMs,
    entryDelaySec: row.entryDelaySec,
    ...limitsView(row, paidIn),
    sessions: sessionsKey(category, calendar),
    sparkline: closes.map((close) => formatPrice(price(close), row.decimals)),
  };
}

function limitsView(row: ProductRow, paidIn: Currency): Pick<ProductView, 'lossLimits'> {
  const limits = limitsOf(row);
  if (limits === null) return {};
  const { second, product, day } = limits;
  return {
    lossLimits: {
      second: formatMoney(second, paidIn),
      product: formatMoney(product, paidIn),
      day: formatMoney(day, paidIn),
    },
  };
}

function stopOf({ stopCode, stoppedAt }: ProductRow): Pick<ProductView, 'stop'> {
  if (stopCode === null || stoppedAt === null) return {};
  return { stop: { reason: stopReasonOf(stopCode), since: new Date(stoppedAt).toISOString() } };
}

/** Before the first tick, the kind is the kind of the source that filled the history. */
function feedOf({ feed, src }: ProductRow): Feed {
  if (feed !== null) return feedSchema.parse(feed);
  if (src === null || src === SIMULATOR) return 'simulated';
  return src.startsWith('recording:') ? 'replay' : 'live';
}

function lastOf(row: ProductRow): ProductView['last'] {
  return row.lastSeq === null || row.lastAt === null || row.lastPrice === null
    ? null
    : {
        seq: Number(row.lastSeq),
        at: new Date(row.lastAt).toISOString(),
        price: formatPrice(price(row.lastPrice), row.decimals),
        status: statusSchema.parse(row.lastStatus),
      };
}

/** Compares with the close 24 hours before the newest candle, so that a weekend does not show as no change. */
function changeOf({ closes, lastPrice: last }: ProductRow): string | null {
  const then = closes?.at(0);
  const now = last ?? closes?.at(-1);
  if (then === undefined || then === null || now === undefined || now === null || BigInt(then) <= 0n) return null;
  return writeDecimal(divHalfEven((BigInt(now) - BigInt(then)) * RATE_SCALE, BigInt(then)), RATE_DECIMALS);
}

/** Key of the text that describes the usual hours: always, forex, metal, index-berlin, index-chicago. */
const DAY_MS = 86_400_000;
/** How many days before and after today the sessions of a product are shown. */
const SESSION_DAYS = 8;

/** Whole days, so that an answer stays the same for a day. */
export function sessionsView(row: Pick<ProductRow, 'calendar'>, nowMs: number): SessionsView {
  const today = Math.floor(nowMs / DAY_MS) * DAY_MS;
  const [from, to] = [today - SESSION_DAYS * DAY_MS, today + (SESSION_DAYS + 1) * DAY_MS];
  const iso = (ms: number): string => new Date(ms).toISOString();
  const sessions = sessionsBetween(parseCalendar(row.calendar), from, to);
  return {
    from: iso(from),
    to: iso(to),
    sessions: sessions.map(({ startsAt, endsAt }) => ({ startsAt: iso(startsAt), endsAt: iso(endsAt) })),
  };
}

export function stopView({ scope, code, stoppedAt, endedAt }: StopRow): StopsView[number] {
  return {
    scope: scope === 'all' ? 'all' : scope.startsWith('category/') ? 'category' : 'product',
    reason: stopReasonOf(code),
    from: new Date(stoppedAt).toISOString(),
    until: endedAt === null ? null : new Date(endedAt).toISOString(),
  };
}

function sessionsKey(category: string, calendar: SessionCalendar): string {
  if (calendar === null) return 'always';
  if (category !== 'index') return category;
  return `index-${calendar.timeZone.split('/').at(-1)?.toLowerCase() ?? 'other'}`;
}

export function candleView({ t, o, h, l, c, v, src }: Candle, decimals: number): CandleView {
  return {
    t: new Date(t).toISOString(),
    o: formatPrice(o, decimals),
    h: formatPrice(h, decimals),
    l: formatPrice(l, decimals),
    c: formatPrice(c, decimals),
    v,
    ...(src === undefined ? {} : { src }),
  };
}

/** A published tick with every field that its hash covers. */
export function tickView(product: string, tick: PublishedTick): TickView {
  return {
    product,
    seq: Number(tick.seq),
    at: new Date(tick.at).toISOString(),
    price: tick.price,
    status: statusSchema.parse(tick.status),
    feed: feedSchema.parse(tick.feed),
    epoch: Number(tick.epoch),
    sourcesDigest: tick.sourcesDigest,
    prevHash: tick.prevHash,
    hash: tick.hash,
    log: tick.log === undefined || tick.log === null ? null : { size: Number(tick.log.size), root: tick.log.root },
  };
}

export function checkpointView(row: CheckpointRow): CheckpointView {
  return {
    ...row,
    slot: new Date(row.slot).toISOString(),
    seq: Number(row.seq),
    at: new Date(row.at).toISOString(),
  };
}

export function proofKeyView(key: StoredKey): ProofKeyView {
  return {
    id: key.keyHash,
    name: key.name,
    vkey: verifierKeyText(key),
    createdAt: new Date(key.createdAt).toISOString(),
    retiredAt: key.retiredAt === null ? null : new Date(key.retiredAt).toISOString(),
    introduction: key.introduction,
  };
}

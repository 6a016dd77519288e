/** What a site serves to everyone besides its log: products, ticks, checkpoints, settled orders. Nothing is checked but its shape. */
import { parseCanonicalJson } from '../../src/canonical-json.ts';
import type { JsonValue } from '../../src/canonical-json.ts';
import { parseIso } from '../../src/lines.ts';
import { bool, count, hash, line, listOf, moment, nullOr, oneOf, partOf, text } from '../../src/shape.ts';
import type { Reader } from '../../src/shape.ts';
import type { SourceReport } from '../../src/source-reports.ts';
import type { CanonicalTick } from '../../src/tick-chain.ts';
import type { TermsPriceRule } from '@candor/domain/trading/terms';
import { TICK_STATUSES } from '@candor/domain/trading/tick';
import { VOID_REASONS } from '@candor/domain/trading/settle-order';
import { openingsCalls } from './openings-data.ts';
import type { OpeningsData, Wallet } from './openings-data.ts';
import { createAnswerReader } from './read-answer.ts';
import type { SiteClient } from './site-client.ts';

const MODES = ['practice', 'live'] as const;
export const TICKS_A_CALL = 5_000;
const ORDERS_A_CALL = 1_000;
const CHECKPOINTS_A_CALL = 100;
const PRODUCTS_MAX = 1_000;
const SOURCES_MAX = 100;
const SEEDS_MAX = 10_000;
const TERMS_MAX = 10_000;

export type PublicTick = Omit<CanonicalTick, 'epoch' | 'log'> & {
  readonly epoch: number;
  readonly log: { readonly size: bigint; readonly root: string } | null;
  readonly hash: string;
};

export type PublicProduct = {
  readonly code: string;
  readonly lastSeq: number;
  /** Its market has no closing times at all. */
  readonly isAlwaysOpen: boolean;
};

/** When a product trades, by the site's calendar of now; epoch ms. Each ends before `endsAt`. */
export type PublicSessions = {
  readonly from: number;
  readonly to: number;
  readonly sessions: readonly { readonly startsAt: number; readonly endsAt: number }[];
};

export type PublicCheckpoint = { readonly slot: number; readonly note: string };

export type PublicOrder = {
  readonly ref: string;
  readonly product: string;
  readonly durationSec: number;
  readonly direction: 'up' | 'down';
  readonly entrySeq: number | null;
  readonly exitSeq: number | null;
  readonly entryPrice: string | null;
  readonly exitPrice: string | null;
  readonly outcome: 'won' | 'lost' | 'tied' | 'voided';
  readonly reason: (typeof VOID_REASONS)[number] | null;
  readonly closesAt: string;
  /** The entries of the order and of its settlement in the order log; null for one whose entries are never opened. */
  readonly index: number | null;
  readonly settledIndex: number | null;
};

/** What the sources said of a price. */
export type PublicSources = readonly SourceReport[];

export type Page<T> = { readonly items: readonly T[]; readonly nextCursor: string | null };

/** A rule by which the prices of a product are made, and from when. */
export type PublicRule = { readonly from: number; readonly rule: TermsPriceRule };

/** Every call may throw SiteUnreachable and DataMalformed. */
export type PublicData = OpeningsData & {
  readonly readSite: () => Promise<{ readonly mode: 'practice' | 'live'; readonly timeZone: string }>;
  readonly readProducts: () => Promise<readonly PublicProduct[]>;
  /** Both ends included, at most TICKS_A_CALL. */
  readonly readTicks: (product: string, fromSeq: number, toSeq: number) => Promise<readonly PublicTick[]>;
  /** The same of what the sources said. */
  readonly readSources: (product: string, fromSeq: number, toSeq: number) => Promise<readonly PublicSources[]>;
  /** The rules of prices in the terms of a product, each from when it was published (epoch ms). */
  readonly readRules: (product: string) => Promise<readonly PublicRule[]>;
  readonly readSessions: (product: string) => Promise<PublicSessions>;
  /** The seeds of simulated prices that are published for a UTC day. */
  readonly readSeeds: (date: string) => Promise<readonly string[]>;
  /** Newest first. */
  readonly readCheckpoints: (
    product: string,
    kind: 'hour' | 'minute',
    cursor: string | null,
  ) => Promise<Page<PublicCheckpoint>>;
  /** The notes by which keys were handed over. */
  readonly readIntroductions: () => Promise<readonly string[]>;
  readonly readOrders: (
    wallet: Wallet,
    date: string,
    cursor: string | null,
  ) => Promise<Page<PublicOrder> & { readonly final: boolean }>;
};

export function createPublicData(client: SiteClient): PublicData {
  const read = createAnswerReader(client);
  return {
    ...openingsCalls(read),
    readSite: async () => await read('/api/index/getconf', siteShape),
    readProducts: async () =>
      (await read('/api/market/products', listOf(productShape, PRODUCTS_MAX))).map(({ code, last, sessions }) => ({
        code,
        lastSeq: last?.seq ?? 0,
        isAlwaysOpen: sessions === 'always',
      })),
    readTicks: async (product, fromSeq, toSeq) => {
      const path = `/api/market/products/${encodeURIComponent(product)}/ticks?fromSeq=${fromSeq}&toSeq=${toSeq}`;
      return (await read(path, listOf(tickShape, TICKS_A_CALL))).map(tickOf);
    },
    readSources: async (product, fromSeq, toSeq) => {
      const path = `/api/market/products/${encodeURIComponent(product)}/sources?fromSeq=${fromSeq}&toSeq=${toSeq}`;
      return (await read(path, listOf(sourcesShape, TICKS_A_CALL))).map(({ sources }) => sources);
    },
    readRules: async (product) => {
      const path = `/api/market/products/${encodeURIComponent(product)}/terms`;
      const versions = await read(path, listOf(termsVersionShape, TERMS_MAX));
      return versions.flatMap(({ publishedAt, document }) => {
        const rule = ruleShape(jsonOf(document) ?? null)?.priceRule;
        return rule === undefined ? [] : [{ from: parseIso(publishedAt) ?? 0, rule }];
      });
    },
    readSessions: async (product) => {
      const path = `/api/market/products/${encodeURIComponent(product)}/sessions`;
      const { from, to, sessions } = await read(path, sessionsShape);
      const at = (iso: string): number => parseIso(iso) ?? 0;
      const moments = sessions.map(({ startsAt, endsAt }) => ({ startsAt: at(startsAt), endsAt: at(endsAt) }));
      return { from: at(from), to: at(to), sessions: moments };
    },
    readSeeds: async (date) => {
      const seeds = await read(`/api/market/simulator-seeds?day=${date}`, listOf(seedShape, SEEDS_MAX));
      return seeds.map(({ seed }) => seed);
    },
    readCheckpoints: async (product, kind, cursor) => {
      const path = `/api/market/checkpoints?product=${encodeURIComponent(product)}&kind=${kind}&limit=${CHECKPOINTS_A_CALL}`;
      const { items, nextCursor } = await read(`${path}${cursorPart(cursor)}`, checkpointsShape);
      return { items: items.map(({ slot, note }) => ({ slot: parseIso(slot) ?? 0, note })), nextCursor };
    },
    readIntroductions: async () => {
      const { keys } = await read('/api/market/checkpoints?limit=1', checkpointsShape);
      return keys.flatMap(({ introduction }) => (introduction === null ? [] : [introduction]));
    },
    readOrders: async (wallet, date, cursor) => {
      const path = `/api/market/fairness/orders?wallet=${wallet}&date=${date}&limit=${ORDERS_A_CALL}`;
      return await read(`${path}${cursorPart(cursor)}`, ordersShape);
    },
  };
}

const PRICE = /^-?(0|[1-9]\d*)(\.\d+)?$/;
const price: Reader<string> = (value) => (typeof value === 'string' && PRICE.test(value) ? value : undefined);
const product: Reader<string> = (value) =>
  typeof value === 'string' && /^[A-Z0-9]{3,16}$/.test(value) ? value : undefined;
const seq = count(0);

const siteShape = partOf({ mode: oneOf(MODES), timeZone: line });
const productShape = partOf({ code: product, last: nullOr(partOf({ seq })), sessions: line });
const tickShape = partOf({
  product,
  seq,
  at: moment,
  price,
  status: oneOf(TICK_STATUSES),
  feed: line,
  epoch: seq,
  sourcesDigest: hash,
  prevHash: hash,
  hash,
  log: nullOr(partOf({ size: seq, root: hash })),
});
const plainReport = { source: line, price, receivedAt: moment, verdict: line };
const tracedReport = partOf({ ...plainReport, tradeId: nullOr(line), tradedAt: nullOr(moment) });
const reportShape: Reader<SourceReport> = (value) => tracedReport(value) ?? partOf(plainReport)(value);
const sourcesShape = partOf({ sources: listOf(reportShape, SOURCES_MAX) });
const SESSIONS_MAX = 10_000;
const sessionsShape = partOf({
  from: moment,
  to: moment,
  sessions: listOf(partOf({ startsAt: moment, endsAt: moment }), SESSIONS_MAX),
});
const seedShape = partOf({ seed: hash });
const termsVersionShape = partOf({ publishedAt: moment, document: text });
const ruleShape = partOf({ priceRule: partOf({ freshMs: count(1), minSources: count(1), nearPpm: count(1) }) });
const checkpointsShape = partOf({
  items: listOf(partOf({ slot: moment, note: text }), CHECKPOINTS_A_CALL),
  nextCursor: nullOr(line),
  keys: listOf(partOf({ introduction: nullOr(text) }), PRODUCTS_MAX),
});
const listed = {
  ref: hash,
  product,
  durationSec: count(1),
  direction: oneOf(['up', 'down']),
  entrySeq: nullOr(seq),
  exitSeq: nullOr(seq),
  entryPrice: nullOr(price),
  exitPrice: nullOr(price),
  outcome: oneOf(['won', 'lost', 'tied', 'voided']),
  reason: nullOr(oneOf(VOID_REASONS)),
  closesAt: moment,
} as const;
const placedOrder = partOf<PublicOrder>({ ...listed, index: nullOr(seq), settledIndex: nullOr(seq) });
const plainOrder = partOf<Omit<PublicOrder, 'index' | 'settledIndex'>>(listed);
const orderShape: Reader<PublicOrder> = (value) => {
  const placed = placedOrder(value);
  const plain = placed ?? plainOrder(value);
  return plain === undefined ? undefined : { index: null, settledIndex: null, ...plain };
};
const ordersShape = partOf({
  items: listOf<PublicOrder>(orderShape, ORDERS_A_CALL),
  nextCursor: nullOr(line),
  final: bool,
});

type TickJson = NonNullable<ReturnType<typeof tickShape>>;

function tickOf({ seq, at, log, ...tick }: TickJson): PublicTick {
  const head = log === null ? null : { size: BigInt(log.size), root: log.root };
  return { ...tick, seq: BigInt(seq), at: parseIso(at) ?? 0, log: head };
}

function jsonOf(json: string): JsonValue | undefined {
  const parsed = parseCanonicalJson(json);
  return parsed.ok ? parsed.value : undefined;
}

function cursorPart(cursor: string | null): string {
  return cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
}

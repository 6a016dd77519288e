/**
 * A site of a test with everything that is public: an order log that grows, a chain of prices that names its heads,
 * checkpoints, and settled orders. What it shows can be changed; `relink` makes a chain of changed prices again, as a site
 * that holds its key can.
 */
import { checkpointText, NO_CHECKPOINT_HASH } from '../../src/checkpoint.ts';
import type { CheckpointKind } from '../../src/checkpoint.ts';
import { textHash, toHex, utf8 } from '../../src/encoding.ts';
import { canonicalTickBytes, GENESIS_HASH } from '../../src/tick-chain.ts';
import { makeEntries } from '../../src/testing/naive-tree.ts';
import type { TestSigner } from '../../src/testing/web-crypto.ts';
import { nodeCrypto, sha256 } from '../shell/node-crypto.ts';
import type { PublicOrder, PublicSources, PublicTick } from '../site/public-data.ts';
import { headOf, startTestSite } from './test-site.ts';
import type { TestSite } from './test-site.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
export const PRODUCT = 'BTCUSDT';
/** Half a minute before a full hour. */
export const START_MS = Date.parse('2026-11-21T07:59:30.000Z');
export const DATE = '2026-11-21';

export type Hashed = Omit<PublicTick, 'prevHash' | 'hash'>;

export type PublicSite = {
  readonly site: TestSite;
  ticks: PublicTick[];
  checkpoints: { kind: CheckpointKind; slot: number; note: string }[];
  orders: PublicOrder[];
  isFinal: boolean;
  /** Whether the product is offered; its prices are served in any case. */
  isListed: boolean;
  /** The key of its hours. */
  sessions: string;
  /** When the product trades, by the site's own word. */
  hours: { startsAt: number; endsAt: number }[];
  /** How far the site's clock is ahead of its newest price. */
  aheadMs: number;
  /** What the sources said, by the number of the price. */
  readonly sources: Map<bigint, PublicSources>;
  /** Published seeds by their UTC day. */
  readonly seeds: Map<string, string[]>;
  /** The versions of the product's terms, as they are served. */
  terms: { version?: number; publishedAt: string; document: string }[];
  /** The chain of these prices from its beginning. */
  readonly relink: (ticks: readonly Hashed[]) => PublicTick[];
  /** Signs the checkpoints of what is shown. */
  readonly sign: () => Promise<void>;
  /** More seconds, with two orders in the log every ten. */
  readonly grow: (seconds: number) => Promise<void>;
};

export async function startPublicSite(signer?: TestSigner): Promise<PublicSite> {
  const entries = makeEntries(2_000);
  const shown: PublicSite = {
    site: await startTestSite([], signer),
    ticks: [],
    checkpoints: [],
    orders: [],
    isFinal: false,
    isListed: true,
    sessions: 'always',
    hours: [{ startsAt: START_MS - 8 * 24 * HOUR_MS, endsAt: START_MS + 8 * 24 * HOUR_MS }],
    aheadMs: 0,
    sources: new Map(),
    seeds: new Map(),
    terms: [],
    relink: (ticks) => {
      let prevHash = GENESIS_HASH;
      return ticks.map((tick) => {
        const linked = { ...tick, prevHash };
        prevHash = toHex(sha256(canonicalTickBytes(linked)));
        return { ...linked, hash: prevHash };
      });
    },
    sign: async () => {
      shown.checkpoints = await checkpointsOf(shown.ticks, shown.site.signer);
    },
    grow: async (seconds) => {
      const from = shown.ticks.length;
      const fresh = Array.from({ length: seconds }, (_, index) => tickAt(from + index, entries));
      for (const tick of fresh) shown.sources.set(tick.seq, sourcesOf(tick));
      shown.ticks = shown.relink([...shown.ticks, ...fresh]);
      shown.site.entries = entries.slice(0, sizeAt(shown.ticks.length - 1));
      await shown.sign();
    },
  };
  shown.site.answer = (url) => answerOf(shown, url);
  return shown;
}

/** A settled order of the list, as its prices say. */
export function orderOf(
  ticks: readonly PublicTick[],
  entry: number,
  durationSec: number,
  direction: 'up' | 'down',
): PublicOrder {
  const [first, last] = [ticks[entry], ticks[entry + durationSec]];
  if (first === undefined || last === undefined) throw new Error('the chain has both prices');
  const change = Number(last.price) - Number(first.price);
  return {
    ref: toHex(sha256(utf8(`${entry} ${durationSec} ${direction}`))),
    product: PRODUCT,
    durationSec,
    direction,
    entrySeq: Number(first.seq),
    exitSeq: Number(last.seq),
    entryPrice: first.price,
    exitPrice: last.price,
    outcome: change === 0 ? 'tied' : change > 0 === (direction === 'up') ? 'won' : 'lost',
    reason: null,
    closesAt: new Date(last.at).toISOString(),
    index: null,
    settledIndex: null,
  };
}

/** All sites of tests have the same entries. */
const roots = new Map<number, string>();

function sizeAt(index: number): number {
  return 2 * Math.floor(index / 10);
}

function tickAt(index: number, entries: readonly Uint8Array[]): Hashed {
  const size = sizeAt(index);
  const root = roots.get(size) ?? headOf(entries.slice(0, size)).root;
  roots.set(size, root);
  const at = START_MS + index * SECOND_MS;
  const price = (100 + ((index * 7) % 11) / 4).toFixed(2);
  return {
    product: PRODUCT,
    seq: BigInt(index + 1),
    at,
    price,
    status: 'OK',
    feed: 'live',
    epoch: 1,
    sourcesDigest: digestOf(sourcesOf({ at, price })),
    log: { size: BigInt(size), root },
  };
}

/** An exchange that trades every second, another whose last trade is long past, and one with best prices alone. */
function sourcesOf({ at, price }: Pick<Hashed, 'at' | 'price'>): PublicSources {
  const receivedAt = new Date(at - 20).toISOString();
  const tradedAt = new Date(at - 55).toISOString();
  return [
    { source: 'one', price, tradeId: String(at / SECOND_MS), tradedAt, receivedAt, verdict: 'used' },
    { source: 'quotes', price, tradeId: null, tradedAt: null, receivedAt, verdict: 'used' },
    {
      source: 'two',
      price: '7.00',
      tradeId: '9',
      tradedAt: '2026-11-21T06:00:00.000Z',
      receivedAt,
      verdict: 'outlier',
    },
  ];
}

/** As the format says: six lines a source after its name, four and no name in ticks from before. */
export function digestOf(sources: PublicSources): string {
  const isNew = sources.some(({ tradeId }) => tradeId !== undefined);
  const lines = sources.flatMap(({ source, price, tradeId, tradedAt, receivedAt, verdict }) => [
    source,
    price,
    ...(isNew ? [tradeId ?? '-', tradedAt ?? '-'] : []),
    receivedAt,
    verdict,
  ]);
  return toHex(sha256(utf8([...(isNew ? ['candor-sources-v2'] : []), ...lines].map((line) => `${line}\n`).join(''))));
}

async function checkpointsOf(ticks: readonly PublicTick[], signer: TestSigner): Promise<PublicSite['checkpoints']> {
  const made: PublicSite['checkpoints'] = [];
  let previous = NO_CHECKPOINT_HASH;
  for (const { seq, at, hash } of ticks) {
    if (at % MINUTE_MS !== 0) continue;
    const kind = at % (60 * MINUTE_MS) === 0 ? 'hour' : 'minute';
    const text = checkpointText({ product: PRODUCT, kind, slot: at, seq, at, hash, previous });
    made.push({ kind, slot: at, note: await signer.sign(text) });
    if (kind === 'hour') previous = await textHash(text, nodeCrypto);
  }
  return made;
}

function answerOf(shown: PublicSite, { pathname, searchParams }: URL): unknown {
  const { ticks, checkpoints, orders, isFinal } = shown;
  if (pathname === '/api/index/getconf') return { mode: 'practice', timeZone: 'Asia/Shanghai', name: 'a test' };
  if (pathname === '/api/market/products' && !shown.isListed) return [];
  if (pathname === '/api/market/products')
    return [{ code: PRODUCT, last: { seq: Number(ticks.at(-1)?.seq ?? 0n) }, sessions: shown.sessions }];
  if (pathname === `/api/market/products/${PRODUCT}/ticks`) {
    const [from, to] = [BigInt(searchParams.get('fromSeq') ?? 0), BigInt(searchParams.get('toSeq') ?? 0)];
    return ticks.filter(({ seq }) => seq >= from && seq <= to).map(tickJson);
  }
  if (pathname === `/api/market/products/${PRODUCT}/sources`) {
    const [from, to] = [Number(searchParams.get('fromSeq')), Number(searchParams.get('toSeq'))];
    const served = ticks.filter(({ seq }) => seq >= from && seq <= to && shown.sources.has(seq));
    return served.map(({ seq, sourcesDigest }) => ({
      seq: Number(seq),
      sourcesDigest,
      sources: shown.sources.get(seq),
    }));
  }
  if (pathname === `/api/market/products/${PRODUCT}/terms`)
    return shown.terms.map((one, index) => ({ version: index + 1, ...one }));
  if (pathname === `/api/market/products/${PRODUCT}/sessions`) {
    const iso = (ms: number): string => new Date(ms).toISOString();
    const sessions = shown.hours.map(({ startsAt, endsAt }) => ({ startsAt: iso(startsAt), endsAt: iso(endsAt) }));
    return { from: iso(START_MS - 8 * 24 * HOUR_MS), to: iso(START_MS + 8 * 24 * HOUR_MS), sessions };
  }
  if (pathname === '/api/market/simulator-seeds') {
    const day = searchParams.get('day') ?? '';
    return (shown.seeds.get(day) ?? []).map((seed) => ({ day, seed, commitment: 'ab'.repeat(32) }));
  }
  if (pathname === '/api/market/checkpoints') {
    const kind = searchParams.get('kind');
    const items = checkpoints
      .filter((one) => kind === null || one.kind === kind)
      .map(({ slot, note }) => ({ slot: new Date(slot).toISOString(), note }));
    return { items: items.reverse(), nextCursor: null, keys: [{ introduction: null }] };
  }
  if (pathname === '/api/log/openings') {
    const from = Number(searchParams.get('from'));
    const { entries } = shown.site;
    const items = entries.slice(from, from + 256).map((_, at) => ({ index: from + at, kind: 'older' }));
    return { size: entries.length, items };
  }
  if (pathname === '/api/market/fairness') {
    const countedAt = new Date((ticks.at(-1)?.at ?? START_MS) + shown.aheadMs).toISOString();
    return { from: DATE, to: DATE, countedAt, ...figuresOf(orders) };
  }
  if (pathname === '/api/market/fairness/months') return { wallet: 'practice', items: [] };
  if (pathname === '/api/market/fairness/voids') {
    const countedAt = (ticks.at(-1)?.at ?? START_MS) + shown.aheadMs;
    return voidsOf(orders, { countedAt, days: Number(searchParams.get('days')), ticks });
  }
  if (pathname === '/api/market/fairness/orders') {
    const isDay = searchParams.get('date') === DATE;
    return { items: isDay ? orders : [], nextCursor: null, final: isFinal && isDay };
  }
  return undefined;
}

/** As the site counts them: in all, and by product and duration. */
export function figuresOf(orders: readonly PublicOrder[]): { wallet: 'practice'; totals: unknown; items: unknown[] } {
  const groups = Map.groupBy(orders, ({ product, durationSec }) => `${product} ${durationSec}`);
  const items = [...groups.values()].map((own) => ({
    product: own[0]?.product,
    durationSec: own[0]?.durationSec,
    ...countsOf(own),
  }));
  return { wallet: 'practice', totals: countsOf(orders), items };
}

type VoidCounts = { product: string; orders: number; voided: number; known: number; wouldHaveWon: number };

/** As the site counts void orders: by product, and by hour where there are some. */
export function voidsOf(
  orders: readonly PublicOrder[],
  { countedAt, days, ticks }: { countedAt: number; days: number; ticks: readonly PublicTick[] },
) {
  const hourOf = (ms: number) => Math.floor(ms / HOUR_MS) * HOUR_MS;
  const from = hourOf(countedAt - days * 24 * HOUR_MS);
  const counted = orders.filter(({ closesAt }) => Date.parse(closesAt) >= from);
  const groups = (keyOf: (order: PublicOrder) => string) =>
    [...Map.groupBy(counted, keyOf)].map(([key, own]) => ({ key, ...voidCountsOf(own, ticks) }));
  const hours = groups(({ closesAt }) => new Date(hourOf(Date.parse(closesAt))).toISOString());
  return {
    wallet: 'practice' as const,
    from: new Date(from).toISOString(),
    countedAt: new Date(countedAt).toISOString(),
    products: counted.length === 0 ? [] : [voidCountsOf(counted, ticks)],
    hours: hours.filter(({ voided }) => voided > 0).map(({ key, ...counts }) => ({ hour: key, ...counts })),
  };
}

function voidCountsOf(orders: readonly PublicOrder[], ticks: readonly PublicTick[]): VoidCounts {
  const voided = orders.filter(({ outcome }) => outcome === 'voided');
  const known = voided.flatMap(({ reason, direction, entryPrice, exitPrice, closesAt }) => {
    const isKnown = reason === 'EXIT_NOT_OK' || reason === 'NOT_LOGGED' || reason === 'NO_EXIT_TICK';
    const before = ticks.findLast(({ at }) => at <= Date.parse(closesAt))?.price ?? null;
    const close = reason === 'NO_EXIT_TICK' ? before : exitPrice;
    if (!isKnown || entryPrice === null || close === null) return [];
    const change = Number(close) - Number(entryPrice);
    return [direction === 'up' ? change > 0 : change < 0];
  });
  const wouldHaveWon = known.filter((isRight) => isRight).length;
  return { product: PRODUCT, orders: orders.length, voided: voided.length, known: known.length, wouldHaveWon };
}

function countsOf(orders: readonly PublicOrder[]): Record<string, unknown> {
  const number = (outcome: string): number => orders.filter((order) => order.outcome === outcome).length;
  const voids = Map.groupBy(orders, ({ outcome, reason }) => (outcome === 'voided' ? (reason ?? '') : ''));
  voids.delete('');
  const [won, lost] = [number('won'), number('lost')];
  return {
    orders: orders.length,
    won,
    lost,
    tied: number('tied'),
    voided: number('voided'),
    voidReasons: Object.fromEntries([...voids].map(([reason, own]) => [reason, own.length])),
    winRate: won + lost === 0 ? null : rateOf(won, won + lost),
  };
}

/** With four decimals; of two that are as near the even one. */
function rateOf(part: number, of: number): string {
  const whole = Math.floor((part * 10_000) / of);
  const twice = 2 * (part * 10_000 - whole * of);
  const units = twice > of || (twice === of && whole % 2 === 1) ? whole + 1 : whole;
  return (units / 10_000).toFixed(4);
}

function tickJson({ seq, at, log, ...tick }: PublicTick): unknown {
  const head = log === null ? null : { size: Number(log.size), root: log.root };
  return { ...tick, seq: Number(seq), at: new Date(at).toISOString(), log: head };
}

/** A site of a test whose order log is opened: terms, orders and settlements are its entries, and the list and the figures are these. */
import { canonicalJson } from '../../src/canonical-json.ts';
import { toHex, utf8 } from '../../src/encoding.ts';
import { entryOfOpened } from '../../src/order-log/entries.ts';
import type { Opened } from '../../src/order-log/entries.ts';
import type { PublicOrder as OrderHalf, PublicSettlement } from '../../src/order-log/public-halves.ts';
import { nodeCrypto, sha256 } from '../shell/node-crypto.ts';
import type { ServedOpening } from '../site/openings-data.ts';
import type { PublicOrder, PublicTick } from '../site/public-data.ts';
import { DATE, figuresOf, orderOf, PRODUCT, START_MS, startPublicSite, voidsOf } from './public-site.ts';
import type { PublicSite } from './public-site.ts';
import { headOf } from './test-site.ts';

/** An order by the number of its entry price in the chain. */
export type Planned = { readonly entry: number; readonly durationSec: number; readonly direction: 'up' | 'down' };

export type LogRow = { readonly second: number; readonly opened: Opened };

export type OpenedSite = PublicSite & {
  /** What the log has, each with the second of the chain whose price first names it. */
  log: LogRow[];
  /** What is opened of it. Put something else here to lie. */
  served: ServedOpening[];
  /** How far the figures are behind the newest price. */
  figuresAgeMs: number;
  /** Changes what the figures answer. */
  figures: (honest: ReturnType<typeof figuresOf>) => unknown;
  /** Changes what the void rates answer. */
  voids: (honest: ReturnType<typeof voidsOf>) => unknown;
  /** More seconds, with these orders. */
  readonly live: (seconds: number, orders?: readonly Planned[]) => Promise<void>;
  /** Makes entries, prices, list and openings again of `log`. */
  readonly settle: () => Promise<void>;
};

export const TERMS_TEXT = termsText(1, '0.8500');
const SETTLED_AFTER_MS = 300;

export function termsText(version: number, payoutRate: string): string {
  return canonicalJson({ durations: [{ payoutRate, seconds: 60 }], product: PRODUCT, version });
}

export async function startOpenedSite(): Promise<OpenedSite> {
  const base = await startPublicSite();
  const planned: Planned[] = [];
  const site: OpenedSite = Object.assign(base, {
    log: [{ second: 0, opened: { kind: 'terms', product: PRODUCT, version: 1, hash: hashOf(TERMS_TEXT) } }] as LogRow[],
    served: [] as ServedOpening[],
    figuresAgeMs: 0,
    figures: (honest: ReturnType<typeof figuresOf>): unknown => honest,
    voids: (honest: ReturnType<typeof voidsOf>): unknown => honest,
    live: async (seconds: number, orders: readonly Planned[] = []) => {
      await base.grow(seconds);
      planned.push(...orders);
      const known = new Set(site.log.map(keyOf));
      const fresh = planned.flatMap((plan) => rowsOf(base.ticks, plan)).filter((row) => !known.has(keyOf(row)));
      site.log = [...site.log, ...fresh].toSorted((one, other) => one.second - other.second);
      await site.settle();
    },
    settle: async () => {
      const last = base.ticks.length - 1;
      const rows = site.log.filter(({ second }) => second <= last);
      base.site.entries = await Promise.all(
        rows.map(async ({ opened }) => new Uint8Array(await entryOfOpened(opened, nodeCrypto))),
      );
      const heads = new Map<number, string>();
      base.ticks = base.relink(
        base.ticks.map((tick, second) => {
          const size = rows.filter((row) => row.second <= second).length;
          const root = heads.get(size) ?? headOf(base.site.entries.slice(0, size)).root;
          heads.set(size, root);
          return { ...tick, log: { size: BigInt(size), root } };
        }),
      );
      await base.sign();
      const settled = new Set(rows.flatMap(({ opened }) => (opened.kind === 'settlement' ? [opened.public.ref] : [])));
      site.served = rows.map(({ opened }, index): ServedOpening => {
        if (opened.kind === 'order' && !settled.has(opened.public.ref)) return { index, kind: 'sealed' };
        return { index, ...opened };
      });
      base.orders = listOf(site);
    },
  });
  base.terms = [{ version: 1, publishedAt: new Date(START_MS - 86_400_000).toISOString(), document: TERMS_TEXT }];
  const answer = base.site.answer;
  base.site.answer = (url) => {
    if (url.pathname === '/api/log/openings') {
      const from = Number(url.searchParams.get('from'));
      return { size: site.served.length, items: site.served.slice(from, from + 256) };
    }
    if (url.pathname === '/api/market/fairness') {
      const countedAt = (base.ticks.at(-1)?.at ?? START_MS) - site.figuresAgeMs;
      const settled = listOf(site).filter(({ closesAt }) => Date.parse(closesAt) + SETTLED_AFTER_MS <= countedAt);
      const honest = site.figures(figuresOf(settled));
      return Object.assign({ from: DATE, to: DATE, countedAt: new Date(countedAt).toISOString() }, honest);
    }
    if (url.pathname === '/api/market/fairness/voids') {
      const countedAt = (base.ticks.at(-1)?.at ?? START_MS) - site.figuresAgeMs;
      const settled = listOf(site).filter(({ closesAt }) => Date.parse(closesAt) + SETTLED_AFTER_MS <= countedAt);
      const days = Number(url.searchParams.get('days'));
      return site.voids(voidsOf(settled, { countedAt, days, ticks: base.ticks }));
    }
    return answer(url);
  };
  return site;
}

/** The list that follows from what is in the log. */
export function listOf({ log, ticks }: Pick<OpenedSite, 'log' | 'ticks'>): PublicOrder[] {
  const rows = log.filter(({ second }) => second < ticks.length);
  const orders = new Map<string, { index: number; half: OrderHalf }>();
  return rows
    .flatMap(({ opened }, at): PublicOrder[] => {
      if (opened.kind === 'order') orders.set(opened.public.ref, { index: at, half: opened.public });
      if (opened.kind !== 'settlement') return [];
      const order = orders.get(opened.public.ref);
      if (order === undefined) return [];
      const { ref, product, durationSec, direction, closesAt } = order.half;
      const { entry, exit, status, reason } = opened.public;
      return [
        {
          ref,
          product,
          durationSec,
          direction,
          entrySeq: entry?.seq ?? null,
          exitSeq: exit?.seq ?? null,
          entryPrice: entry?.price ?? null,
          exitPrice: exit?.price ?? null,
          outcome: status,
          reason,
          closesAt,
          index: order.index,
          settledIndex: at,
        },
      ];
    })
    .toSorted((one, other) => one.closesAt.localeCompare(other.closesAt));
}

/** The entry of an order a second before its entry price, and that of its settlement two seconds after its close, if that came. */
function rowsOf(ticks: readonly PublicTick[], { entry, durationSec, direction }: Planned): LogRow[] {
  const first = ticks[entry];
  if (first === undefined) return [];
  const ref = hashOf(`${entry} ${durationSec} ${direction}`);
  const closesAt = first.at + durationSec * 1000;
  const order: OrderHalf = {
    acceptedAt: iso(first.at - 1400),
    closesAt: iso(closesAt),
    direction,
    durationSec,
    entryAt: iso(first.at),
    format: 'candor-public-order-v1',
    product: PRODUCT,
    ref,
    termsHash: hashOf(TERMS_TEXT),
    termsVersion: 1,
    wallet: 'practice',
  };
  const orderRow: LogRow = { second: entry - 1, opened: { kind: 'order', public: order, seal: hashOf(`seal ${ref}`) } };
  const last = ticks[entry + durationSec];
  if (last === undefined) return [orderRow];
  const row = orderOf(ticks, entry, durationSec, direction);
  const settlement: PublicSettlement = {
    entry: { at: iso(first.at), price: first.price, seq: Number(first.seq) },
    exit: { at: iso(last.at), price: last.price, seq: Number(last.seq) },
    format: 'candor-public-settlement-v1',
    reason: null,
    ref,
    settledAt: iso(closesAt + SETTLED_AFTER_MS),
    status: row.outcome,
  };
  const opened: Opened = { kind: 'settlement', public: settlement, seal: hashOf(`settled ${ref}`) };
  return [orderRow, { second: entry + durationSec + 2, opened }];
}

function keyOf({ opened }: LogRow): string {
  return opened.kind === 'terms' ? `${opened.kind} ${opened.version}` : `${opened.kind} ${opened.public.ref}`;
}

function hashOf(text: string): string {
  return toHex(sha256(utf8(text)));
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}

/**
 * The prices around a moment, for settling orders again. Every page is hashed again, and is the one that was followed
 * before where that is known: a site cannot serve one chain to follow and another to settle by.
 */
import { toHex } from '../../src/encoding.ts';
import { canonicalTickBytes } from '../../src/tick-chain.ts';
import { sha256 } from '../shell/node-crypto.ts';
import type { PublicData, PublicTick } from '../site/public-data.ts';

const PAGE_TICKS = 1_000;
/** About 30 MB. */
const PAGES_MAX = 64;

/** The site served these prices otherwise before, or they do not make a chain. */
export class TicksDiffer extends Error {
  override readonly name = 'TicksDiffer';
}

/** The hashes of followed prices, by product and number: one of each page, and the newest. */
export type Anchors = {
  readonly add: (tick: PublicTick) => void;
  readonly hashAt: (product: string, seq: bigint) => string | undefined;
};

export function keepAnchors(): Anchors {
  const pages = new Map<string, Map<bigint, string>>();
  const newest = new Map<string, { seq: bigint; hash: string }>();
  return {
    add: ({ product, seq, hash }) => {
      const known = pages.get(product) ?? new Map<bigint, string>();
      pages.set(product, known);
      if (seq % BigInt(PAGE_TICKS) === 0n) known.set(seq, hash);
      newest.set(product, { seq, hash });
    },
    hashAt: (product, seq) => {
      const last = newest.get(product);
      return last?.seq === seq ? last.hash : pages.get(product)?.get(seq);
    },
  };
}

export type TickPages = {
  /** The prices with `at` in [fromMs, toMs]. @throws TicksDiffer, SiteUnreachable, DataMalformed */
  readonly between: (product: string, fromMs: number, toMs: number) => Promise<readonly PublicTick[]>;
  /** The newest of the followed prices at or before a moment; null if there is none. @throws as `between` */
  readonly before: (product: string, ms: number) => Promise<PublicTick | null>;
};

/** @param lastSeqOf the last price of each product that was followed: nothing after it is read */
export function createTickPages(data: PublicData, lastSeqOf: (product: string) => number, anchors: Anchors): TickPages {
  const kept = new Map<string, readonly PublicTick[]>();
  const pageOf = async (product: string, n: number): Promise<readonly PublicTick[]> => {
    const key = `${product}/${n}`;
    const known = kept.get(key);
    kept.delete(key);
    const page = known ?? (await readPage(product, n));
    kept.set(key, page);
    for (const oldest of kept.keys()) {
      if (kept.size <= PAGES_MAX) break;
      kept.delete(oldest);
    }
    return page;
  };
  const readPage = async (product: string, n: number): Promise<readonly PublicTick[]> => {
    const first = n * PAGE_TICKS + 1;
    const last = Math.min(first + PAGE_TICKS - 1, lastSeqOf(product));
    const page = last < first ? [] : await data.readTicks(product, first, last);
    let before: PublicTick | null = null;
    for (const [index, tick] of page.entries()) {
      const anchor = anchors.hashAt(product, tick.seq);
      const isRight =
        tick.product === product &&
        tick.seq === BigInt(first + index) &&
        (before === null || tick.prevHash === before.hash) &&
        toHex(sha256(canonicalTickBytes(tick))) === tick.hash &&
        (anchor === undefined || anchor === tick.hash);
      if (!isRight) throw new TicksDiffer(`${product}, price ${first + index}`);
      before = tick;
    }
    if (page.length < last - first + 1) throw new TicksDiffer(`${product}, price ${first + page.length}`);
    return page;
  };
  /** The last page that begins at or before the moment. */
  const pageAt = async (product: string, ms: number): Promise<number> => {
    let [low, high] = [0, Math.floor(Math.max(0, lastSeqOf(product) - 1) / PAGE_TICKS)];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      const [first] = await pageOf(product, middle);
      if (first !== undefined && first.at <= ms) low = middle;
      else high = middle - 1;
    }
    return low;
  };
  return {
    before: async (product, ms) => {
      const page = await pageOf(product, await pageAt(product, ms));
      return page.findLast(({ at }) => at <= ms) ?? null;
    },
    between: async (product, fromMs, toMs) => {
      const low = await pageAt(product, fromMs);
      const found: PublicTick[] = [];
      for (let n = low; ; n += 1) {
        const page = await pageOf(product, n);
        found.push(...page.filter(({ at }) => at >= fromMs && at <= toMs));
        if (page.length < PAGE_TICKS || (page.at(-1)?.at ?? 0) >= toMs) return found;
      }
    },
  };
}

/**
 * The sources of all products, while products come and change. What is new or has other sources is chosen by the same rules
 * (choose-sources.ts), on connections of its own: no other product loses a second. The kind of a product's prices stays as it was
 * chosen: other sources take the place of a live product's only when enough of them have given a price.
 */
import type { Log } from '../../../platform/log/log.ts';
import type { Sample, SourceFigures } from '../sources/source.ts';
import { type Chosen, type ChosenSources, type SourceOffer, chooseSources } from './choose-sources.ts';
import type { FeedProduct } from './feed-store.ts';
import type { SampleBook } from './sample-book.ts';

export interface SourceSetOptions {
  readonly feed: Parameters<typeof chooseSources>[1]['feed'];
  /** Sources that nothing was asked of yet, for these products. */
  readonly offer: (instruments: readonly FeedProduct[]) => SourceOffer;
  readonly book: SampleBook;
  readonly log: Log;
  readonly now: () => number;
  readonly liveWaitMs?: number;
}

export interface SourceSet {
  readonly chosen: Pick<Chosen, 'get'>;
  /**
   * Chooses for the products that are new, and anew for those with other sources. `before` runs before the first tick of new products.
   * One at a time: a call while another runs does nothing.
   */
  adapt(products: readonly FeedProduct[], before?: Prepare): Promise<void>;
  figures(): ReturnType<ChosenSources['figures']>;
  stop(): Promise<void>;
}

export type Prepare = (instruments: readonly FeedProduct[], chosen: Chosen) => Promise<void>;

/** Products that were chosen for together. */
interface Group {
  sources: ChosenSources | null;
  /** The newest samples of each product until the group takes it over; null from then on. */
  early: Map<string, Sample[]> | null;
}

/** Several seconds of a busy market. */
const EARLY_MAX = 1_000;

/** What could not be reached is tried again. */
const AGAIN_MS = 60_000;

export function createSourceSet(options: SourceSetOptions): SourceSet {
  const { feed, offer, book, log, now } = options;
  /** Which group a product gets its prices from, and with which listing it was chosen. */
  const held = new Map<string, { group: Group; listing: string }>();
  const triedAt = new Map<string, number>();
  const groups = new Set<Group>();
  let isOver = false;
  let running: Promise<void> | undefined;

  const sourcesOf = (product: string) => held.get(product)?.group.sources?.byProduct.get(product);

  const choose = async (instruments: readonly FeedProduct[], by: SourceSetOptions['feed'], made: SourceOffer) => {
    const group: Group = { sources: null, early: new Map() };
    const sources = await chooseSources(made, {
      ...options,
      feed: by,
      instruments,
      onSample: (sample) => {
        const owner = held.get(sample.product)?.group;
        if (owner === group) book.put(sample);
        else keepEarly(group, sample);
      },
    });
    group.sources = sources;
    groups.add(group);
    return { group, sources };
  };

  /** From now on the prices of a product are those of a group, and nothing of what another said before. */
  const take = ({ product, sources }: FeedProduct, group: Group): void => {
    book.forget(product);
    held.set(product, { group, listing: listingText(sources) });
    for (const sample of group.early?.get(product) ?? []) book.put(sample);
  };

  /** A group that no product needs any more ends its connections. */
  const tidy = async (): Promise<void> => {
    const needed = new Set([...held.values()].map(({ group }) => group));
    for (const group of groups) {
      if (needed.has(group)) continue;
      groups.delete(group);
      await group.sources?.stop();
    }
  };

  const work = async (products: readonly FeedProduct[], before: Prepare | undefined): Promise<void> => {
    const isDue = ({ product, sources }: FeedProduct): boolean => {
      const key = `${product} ${listingText(sources)}`;
      const last = triedAt.get(key);
      // Where nothing can be reached later, once is enough.
      const mayComeLater = (feed === 'auto' || feed === 'live') && Object.keys(sources).length > 0;
      return last === undefined || (mayComeLater && now() - last >= AGAIN_MS);
    };
    const tried = products.filter(isDue);
    const fresh = tried.filter(({ product }) => sourcesOf(product) === undefined);
    const changed = tried.filter(
      ({ product, sources }) =>
        sourcesOf(product)?.[0].kind === 'live' && held.get(product)?.listing !== listingText(sources),
    );
    for (const { product, sources } of [...fresh, ...changed]) triedAt.set(`${product} ${listingText(sources)}`, now());
    if (fresh.length > 0) {
      const { group, sources } = await choose(fresh, feed, offer(fresh));
      const taken = fresh.filter(({ product }) => sources.byProduct.has(product));
      await before?.(taken, sources.byProduct);
      for (const instrument of taken) take(instrument, group);
      group.early = null;
    }
    if (changed.length > 0) {
      const made = offer(changed);
      const { group, sources } = await choose(changed, 'auto', { ...made, simulator: NONE });
      for (const instrument of changed) {
        const { product } = instrument;
        if (sources.byProduct.has(product)) take(instrument, group);
        else log.warn({ product, sources: instrument.sources }, 'its new sources give no price: the old ones stay');
      }
      group.early = null;
    }
    await tidy();
  };

  const stop = async (): Promise<void> => {
    await Promise.all(Array.from(groups, async ({ sources }) => await sources?.stop()));
    groups.clear();
  };

  return {
    chosen: { get: sourcesOf },
    adapt: async (products, before) => {
      if (isOver || running !== undefined) return;
      running = work(products, before).finally(() => (running = undefined));
      await running;
      // It was stopped meanwhile.
      if (isOver) await stop();
    },
    figures: () => {
      const ahead = book.aheadAt(now());
      const all = joined([...groups].flatMap(({ sources }) => sources?.figures() ?? []));
      return all.map((one) => (ahead.includes(one.source) ? { ...one, state: 'ahead' } : one));
    },
    stop: async () => {
      isOver = true;
      await stop();
    },
  };
}

function keepEarly({ early }: Group, sample: Sample): void {
  if (early === null) return;
  const samples = early.get(sample.product) ?? [];
  early.set(sample.product, samples);
  samples.push(sample);
  if (samples.length > EARLY_MAX) samples.shift();
}

/** A live product never becomes simulated. */
const NONE: SourceOffer['simulator'] = {
  name: 'none',
  kind: 'simulated',
  historyDays: 0,
  quotes: () => false,
  start: () => Promise.resolve(),
  stop: () => Promise.resolve(),
  history: () => Promise.resolve([]),
};

function listingText(sources: FeedProduct['sources']): string {
  return JSON.stringify(Object.entries(sources).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

type Figures = ReturnType<ChosenSources['figures']>;
const WORST_FIRST: readonly SourceFigures['state'][] = ['down', 'silent', 'partly', 'up'];

/** One exchange over several connections is one source, as well as the worst of them. */
function joined(figures: Figures): Figures {
  const bySource = new Map<string, Figures[number]>();
  for (const one of figures) {
    const other = bySource.get(one.source);
    bySource.set(one.source, other === undefined ? one : together(other, one));
  }
  return [...bySource.values()];
}

function together(a: Figures[number], b: Figures[number]): Figures[number] {
  return {
    source: a.source,
    state: WORST_FIRST.find((state) => state === a.state || state === b.state) ?? a.state,
    // The newer connection of a product is the one that counts.
    prices: [...a.prices.filter(({ product }) => b.prices.every((one) => one.product !== product)), ...b.prices],
    contradictions: a.contradictions + b.contradictions,
    resyncs: a.resyncs + b.resyncs,
    missing: a.missing + b.missing,
    quarantined: a.quarantined + b.quarantined,
  };
}

/**
 * Which sources make a product's price. It is decided at start, or when the product comes: live if it can be reached, else the simulator. A
 * recording repeats and can be foreseen, so it is used only by name. The kind stays the same while the process runs, is
 * part of every tick's hash, and is shown on screen.
 */
import type { Feed } from '@candor/contract/market';
import type { Log } from '../../../platform/log/log.ts';
import type { Instrument, RuledInstrument, Sample, Source, SourceFigures, SourceHealth } from '../sources/source.ts';

export interface SourceOffer {
  readonly live: readonly Source[];
  /** Opened only if a recording is asked for. */
  readonly openReplay: () => Promise<Source>;
  readonly simulator: Source;
}

export interface ChooseOptions {
  readonly feed: 'auto' | Feed;
  readonly instruments: readonly RuledInstrument[];
  readonly onSample: (sample: Sample) => void;
  readonly log: Log;
  readonly liveWaitMs?: number;
}

/**
 * The sources of each product, all of one kind, in the order in which they are asked for history. A product is missing
 * if no source of the wanted kind quotes it; it then gets no ticks. The kind never changes; a live product can later
 * gain an exchange that could not be reached at first.
 */
export type Chosen = ReadonlyMap<string, readonly [Source, ...Source[]]>;
type Choosing = Map<string, readonly [Source, ...Source[]]>;

export interface ChosenSources {
  readonly byProduct: Chosen;
  /** How each live source does now; by its name. */
  figures(): readonly (SourceFigures & { readonly source: string })[];
  /** Stops all sources, including those that are still connecting. */
  stop(): Promise<void>;
}

export async function chooseSources(offer: SourceOffer, options: ChooseOptions): Promise<ChosenSources> {
  const { feed, instruments, log } = options;
  const byProduct: Choosing = new Map();
  const started = new Set<Source>();
  if (feed === 'auto' || feed === 'live') {
    for (const source of await chooseLive(offer.live, byProduct, options)) started.add(source);
  }
  if (feed === 'replay') {
    await startAll(await offer.openReplay(), instruments, byProduct, options);
  }
  if (feed !== 'live') {
    const rest = instruments.filter(({ product }) => !byProduct.has(product));
    await startAll(offer.simulator, rest, byProduct, options);
  }
  const chosen = [...byProduct].map(([code, sources]) => [code, `${sources[0].kind}: ${namesOf(sources)}`]);
  log.info({ feed, sources: Object.fromEntries(chosen) }, 'sources');
  for (const source of [...byProduct.values()].flat()) started.add(source);
  return {
    byProduct,
    figures: () =>
      [...started].flatMap(({ name, figures }) => (figures === undefined ? [] : [{ source: name, ...figures() }])),
    stop: async () => {
      await Promise.all(Array.from(started, (source) => source.stop()));
    },
  };
}

function namesOf(sources: readonly Source[]): string {
  return sources.map(({ name }) => name).join(', ');
}

/**
 * With `auto`, a product is live as soon as enough sources for its rule deliver it, and then gets every source that was reached. A
 * source that was not reached keeps trying, and joins a live product with its first price for it. A source that quotes
 * no live product is stopped.
 * @returns the sources that keep running.
 */
async function chooseLive(
  live: readonly Source[],
  byProduct: Choosing,
  options: ChooseOptions,
): Promise<readonly Source[]> {
  const { feed, instruments, onSample, log } = options;
  let open = true;
  // Once chosen, nothing live may mix into a product that is recorded or simulated.
  const accept = (source: Source, sample: Sample): void => {
    const sources = byProduct.get(sample.product);
    if (!open && sources?.[0].kind !== 'live') return;
    if (sources !== undefined && !sources.includes(source)) {
      byProduct.set(sample.product, [...sources, source]);
      log.info({ product: sample.product, source: source.name }, 'source joined');
    }
    onSample(sample);
  };
  const started = await Promise.all(
    live.map(async (source) => {
      const wanted = instruments.filter((instrument) => source.quotes(instrument));
      const delivered = await startLive(source, wanted, { ...options, onSample: (sample) => accept(source, sample) });
      return { source, delivered, reached: feed === 'live' || delivered.size > 0 };
    }),
  );
  for (const instrument of instruments) {
    const { product, rule } = instrument;
    // With fewer than must agree it would have no price at all.
    if (feed === 'auto' && started.filter(({ delivered }) => delivered.has(product)).length < rule.minSources) continue;
    const [first, ...others] = started.flatMap(({ source, reached }) =>
      reached && source.quotes(instrument) ? [source] : [],
    );
    if (first !== undefined) byProduct.set(product, [first, ...others]);
  }
  open = false;
  const isWanted = (source: Source): boolean =>
    instruments.some((instrument) => byProduct.has(instrument.product) && source.quotes(instrument));
  for (const { source } of started) if (!isWanted(source)) await source.stop();
  return live.filter(isWanted);
}

/** Starts a live source and waits a short time; returns the products it delivered. */
async function startLive(
  source: Source,
  wanted: readonly Instrument[],
  { onSample, log, liveWaitMs = 4000 }: ChooseOptions,
): Promise<ReadonlySet<string>> {
  const delivered = new Set<string>();
  if (wanted.length === 0) return delivered;
  const settled = Promise.withResolvers<void>();
  let lastState: SourceHealth['state'] | undefined;
  await source.start(
    wanted,
    (sample) => {
      onSample(sample);
      if (delivered.add(sample.product).size === wanted.length) settled.resolve();
    },
    (health) => {
      // Log each change only once: the source retries an unreachable exchange forever. Some products are often quiet.
      const state = health.state === 'partly' ? 'up' : health.state;
      const isGood = state === 'up' || (state === 'silent' && lastState !== 'up');
      if (state !== lastState) log[isGood ? 'info' : 'warn'](health, 'source');
      lastState = state;
      if (health.state === 'down') settled.resolve();
    },
  );
  const timer = setTimeout(settled.resolve, liveWaitMs);
  await settled.promise;
  clearTimeout(timer);
  return new Set(delivered);
}

async function startAll(
  source: Source,
  instruments: readonly Instrument[],
  byProduct: Choosing,
  { onSample, log }: ChooseOptions,
): Promise<void> {
  const wanted = instruments.filter((instrument) => source.quotes(instrument));
  if (wanted.length === 0) return;
  await source.start(wanted, onSample, (health) => log.info(health, 'source'));
  for (const { product } of wanted) byProduct.set(product, [source]);
}

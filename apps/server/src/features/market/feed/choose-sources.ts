/**
 * Which sources make a product's price, decided once at start: live where it can be reached, else a recording, else the
 * simulator. The kind stays for as long as the process runs, is part of every tick's hash, and is shown on screen.
 */
import type { Feed } from '@candor/contract/market';
import type { Log } from '../../../platform/log/log.ts';
import type { Instrument, Sample, Source } from '../sources/source.ts';

export interface SourceOffer {
  readonly live: readonly Source[];
  /** Opened only where a recording is wanted. */
  readonly openReplay: () => Promise<Source>;
  readonly simulator: Source;
}

export interface ChooseOptions {
  readonly feed: 'auto' | Feed;
  readonly instruments: readonly Instrument[];
  readonly onSample: (sample: Sample) => void;
  readonly log: Log;
  readonly liveWaitMs?: number;
}

/**
 * The sources of each product, all of one kind, the one that fills its history first. A product that no source of the
 * wanted kind quotes is not in it, and gets no ticks.
 */
export type Chosen = ReadonlyMap<string, readonly [Source, ...Source[]]>;
type Choosing = Map<string, readonly [Source, ...Source[]]>;

export const chooseSources = async (offer: SourceOffer, options: ChooseOptions): Promise<Chosen> => {
  const { feed, instruments, log } = options;
  const chosen: Choosing = new Map();
  if (feed === 'auto' || feed === 'live') await chooseLive(offer.live, chosen, options);
  const rest = () => instruments.filter(({ product }) => !chosen.has(product));
  if ((feed === 'auto' || feed === 'replay') && rest().length > 0) {
    await startAll(await offer.openReplay(), rest(), chosen, options);
  }
  if (feed !== 'live' && rest().length > 0) await startAll(offer.simulator, rest(), chosen, options);
  const sources = [...chosen].map(([code, [first, ...others]]) => [
    code,
    `${first.kind}: ${[first, ...others].map(({ name }) => name).join(', ')}`,
  ]);
  log.info({ feed, sources: Object.fromEntries(sources) }, 'sources');
  return chosen;
};

/**
 * Where the kind is open, a product is live as soon as one source was heard of it, and then has every source that was
 * reached at all. A source that was not reached is stopped.
 */
const chooseLive = async (live: readonly Source[], chosen: Choosing, options: ChooseOptions): Promise<void> => {
  const { feed, instruments, onSample } = options;
  let open = true;
  // Once chosen, nothing live may mix into a product that is recorded or simulated.
  const accept = (sample: Sample): void => {
    if (open || chosen.get(sample.product)?.some(({ name }) => name === sample.source)) onSample(sample);
  };
  const started = await Promise.all(
    live.map(async (source) => {
      const wanted = instruments.filter((instrument) => source.quotes(instrument));
      const heard = await startLive(source, wanted, { ...options, onSample: accept });
      return { source, heard, reached: feed === 'live' || heard.size > 0 };
    }),
  );
  for (const instrument of instruments) {
    const { product } = instrument;
    if (feed === 'auto' && !started.some(({ heard }) => heard.has(product))) continue;
    const [first, ...others] = started.flatMap(({ source, reached }) =>
      reached && source.quotes(instrument) ? [source] : [],
    );
    if (first !== undefined) chosen.set(product, [first, ...others]);
  }
  open = false;
  for (const { source, reached } of started) if (!reached) await source.stop();
};

/** Starts a live source and waits a little; the products it was heard of. */
const startLive = async (
  source: Source,
  wanted: readonly Instrument[],
  { onSample, log, liveWaitMs = 4000 }: ChooseOptions,
): Promise<ReadonlySet<string>> => {
  const heard = new Set<string>();
  if (wanted.length === 0) return heard;
  const settled = Promise.withResolvers<void>();
  await source.start(
    wanted,
    (sample) => {
      onSample(sample);
      if (heard.size < wanted.length && heard.add(sample.product).size === wanted.length) settled.resolve();
    },
    (health) => {
      log[health.state === 'up' ? 'info' : 'warn'](health, 'source');
      if (health.state === 'down') settled.resolve();
    },
  );
  const timer = setTimeout(settled.resolve, liveWaitMs);
  await settled.promise;
  clearTimeout(timer);
  return new Set(heard);
};

const startAll = async (
  source: Source,
  instruments: readonly Instrument[],
  chosen: Choosing,
  { onSample, log }: ChooseOptions,
): Promise<void> => {
  const wanted = instruments.filter((instrument) => source.quotes(instrument));
  if (wanted.length === 0) return;
  await source.start(wanted, onSample, (health) => log.info(health, 'source'));
  for (const { product } of wanted) chosen.set(product, [source]);
};

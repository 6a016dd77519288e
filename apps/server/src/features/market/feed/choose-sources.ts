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

/** By product. A product that no source of the wanted kind quotes has none, and gets no ticks. */
export type Chosen = ReadonlyMap<string, Source>;

export const chooseSources = async (offer: SourceOffer, options: ChooseOptions): Promise<Chosen> => {
  const { feed, instruments, log } = options;
  const chosen = new Map<string, Source>();
  if (feed === 'auto' || feed === 'live') {
    for (const source of offer.live) {
      const wanted = instruments.filter((instrument) => !chosen.has(instrument.product) && source.quotes(instrument));
      const heard = await startLive(source, wanted, options);
      for (const { product } of wanted) if (feed === 'live' || heard.has(product)) chosen.set(product, source);
      if (feed === 'auto' && heard.size === 0) await source.stop();
    }
  }
  const rest = () => instruments.filter(({ product }) => !chosen.has(product));
  if ((feed === 'auto' || feed === 'replay') && rest().length > 0) {
    await startAll(await offer.openReplay(), rest(), chosen, options);
  }
  if (feed !== 'live' && rest().length > 0) await startAll(offer.simulator, rest(), chosen, options);
  log.info({ feed, sources: Object.fromEntries([...chosen].map(([code, source]) => [code, source.kind])) }, 'sources');
  return chosen;
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
  chosen: Map<string, Source>,
  { onSample, log }: ChooseOptions,
): Promise<void> => {
  const wanted = instruments.filter((instrument) => source.quotes(instrument));
  if (wanted.length === 0) return;
  await source.start(wanted, onSample, (health) => log.info(health, 'source'));
  for (const { product } of wanted) chosen.set(product, source);
};

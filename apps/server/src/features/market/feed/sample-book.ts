import type { SourceSample } from '@candor/domain/market/median-tick';
import type { Sample } from '../sources/source.ts';

/** The newest sample of every source, by product, and the quantity traded since the last call for it. */
export interface SampleBook {
  put(sample: Sample): void;
  samplesOf(product: string): readonly SourceSample[];
  /** The quantity in units of 10^-8 since the last call; null if no source has one. */
  takeQty(product: string): bigint | null;
}

export function createSampleBook(): SampleBook {
  const newest = new Map<string, Map<string, Sample>>();
  const traded = new Map<string, bigint>();
  return {
    put: (sample) => {
      if (sample.qty !== undefined) traded.set(sample.product, (traded.get(sample.product) ?? 0n) + sample.qty);
      const sources = newest.get(sample.product) ?? new Map<string, Sample>();
      newest.set(sample.product, sources);
      const known = sources.get(sample.source);
      // Trades fetched later are older than the current sample: their quantity counts, their price does not.
      if (known === undefined || isNewer(sample, known)) sources.set(sample.source, sample);
    },
    samplesOf: (product) => [...(newest.get(product)?.values() ?? [])],
    takeQty: (product) => {
      const qty = traded.get(product);
      if (qty === undefined) return null;
      traded.set(product, 0n);
      return qty;
    },
  };
}

function isNewer(sample: Sample, known: Sample): boolean {
  return sample.at === known.at ? sample.receivedAt >= known.receivedAt : sample.at > known.at;
}

/**
 * What each source last said at or before a second. A source's sample of a second is its last trade with a time of the exchange at
 * or before it; of one time, the trade with the highest number. A price that is no trade counts from when we received it. What was not
 * received when the tick is made is not in it. Nobody chooses: not whoever delays a tick, and not who is first with a trade.
 * A source that dates trades after our clock has said the price of a second before that second came, to everyone: it is left out.
 */
import type { Sample } from '../sources/source.ts';

export interface SampleBook {
  put(sample: Sample): void;
  /** Each source's sample of a whole second (epoch ms). Seconds are asked for in order: what is older is forgotten. */
  samplesAt(product: string, second: number): readonly Sample[];
  /** The sources whose clock is ahead of ours, or ours behind theirs. They give no sample. */
  aheadAt(second: number): readonly string[];
  /** The quantity in units of 10^-8 since the last call; null if no source has one. */
  takeQty(product: string): bigint | null;
  /** Everything that was said of a product: it has other sources. */
  forget(product: string): void;
}

/** The last sample of each second: no tick asks for another. By the whole second at or after the sample. */
type Seconds = Map<number, Sample>;

const SECOND_MS = 1000;
/** Clocks that are kept differ by less. An order enters some seconds later because of what exchanges show (decision 150); this is lost of it at most. */
const AHEAD_MS_MAX = 1000;
/** So long after its last trade from ahead a source is left out: it may not trade every second. */
const LEFT_OUT_MS = 5000;
/**
 * More than the seconds by which a trade may be ahead of our clock (sources/exchange.ts): of so many, the oldest is never the only one
 * at or before now. A process that does not lead asks for none, and forgets this way.
 */
export const SECONDS_KEPT = 64;

export function createSampleBook(): SampleBook {
  const books = new Map<string, Map<string, Seconds>>();
  const traded = new Map<string, bigint>();
  /** When each source was last ahead. */
  const ahead = new Map<string, number>();
  const isAhead = (source: string, second: number): boolean => second - (ahead.get(source) ?? -Infinity) < LEFT_OUT_MS;
  return {
    put: (sample) => {
      const { product, source, qty, at, receivedAt } = sample;
      if (at - receivedAt > AHEAD_MS_MAX) ahead.set(source, receivedAt);
      if (qty !== undefined) traded.set(product, (traded.get(product) ?? 0n) + qty);
      const sources = books.get(product) ?? new Map<string, Seconds>();
      books.set(product, sources);
      const seconds = sources.get(source) ?? new Map<number, Sample>();
      sources.set(source, seconds);
      const second = Math.ceil(sample.at / SECOND_MS) * SECOND_MS;
      const known = seconds.get(second);
      if (known !== undefined && !isLater(sample, known)) return;
      seconds.set(second, sample);
      if (seconds.size > SECONDS_KEPT) seconds.delete(Math.min(...seconds.keys()));
    },
    samplesAt: (product, second) =>
      [...(books.get(product) ?? [])].flatMap(([source, seconds]) => {
        const last = lastAt(seconds, second);
        return last === undefined || isAhead(source, second) ? [] : [last];
      }),
    aheadAt: (second) => [...ahead.keys()].filter((source) => isAhead(source, second)),
    takeQty: (product) => {
      const qty = traded.get(product);
      if (qty === undefined) return null;
      traded.set(product, 0n);
      return qty;
    },
    forget: (product) => books.delete(product),
  };
}

/** The last sample at or before a second; those before it are forgotten. */
function lastAt(seconds: Seconds, second: number): Sample | undefined {
  const past = [...seconds.keys()].filter((each) => each <= second);
  const newest = Math.max(...past);
  for (const each of past) if (each < newest) seconds.delete(each);
  return seconds.get(newest);
}

/** By the exchange's time and number. The same trade again is one that was confirmed: the newer word of it counts. */
function isLater(sample: Sample, known: Sample): boolean {
  if (sample.at !== known.at) return sample.at > known.at;
  const [id, knownId] = [sample.tradeId ?? -1, known.tradeId ?? -1];
  return id === knownId ? sample.receivedAt >= known.receivedAt : id > knownId;
}

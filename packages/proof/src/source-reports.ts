/**
 * What the sources of a tick said: the text whose hash is the tick's digest of its sources, and the rule by which each source's
 * sample is picked, as far as the reports show it. The rule is fixed, so that nobody chooses among prices: the last trade with
 * a time at or before the tick's second.
 */
import { assert } from '@candor/domain/assert';
import { isLine, parseIso } from './lines.ts';

const FORMAT = 'candor-sources-v2';
const NONE = '-';
const TRADE_ID = /^\d{1,20}$/;
/** Names that are remembered. An honest site has a few; another one must not fill the memory. */
const SOURCES_MAX = 200;

/** A report as ticks have them since their samples name the trade. */
export type TracedReport = {
  readonly source: string;
  /** With the product's decimals. */
  readonly price: string;
  /** The exchange's number of the trade. Null, like its time, if the price is no trade. */
  readonly tradeId: string | null;
  /** The exchange's time of the trade, ISO. */
  readonly tradedAt: string | null;
  /** When the source last told us this price, by our clock, ISO. */
  readonly receivedAt: string;
  readonly verdict: string;
};

/** A report of any age: ticks from before have no trades in theirs. */
export type SourceReport = Omit<TracedReport, 'tradeId' | 'tradedAt'> & {
  readonly tradeId?: string | null | undefined;
  readonly tradedAt?: string | null | undefined;
};

/** Whether the text may be the number of a trade. */
export function isTradeId(text: string): boolean {
  return TRADE_ID.test(text);
}

/** The text of new reports: its format, then six lines a source. Without any report it is empty. */
export function tracedSourcesText(reports: readonly TracedReport[]): string {
  const lines = reports.flatMap(({ source, price, tradeId, tradedAt, receivedAt, verdict }) => {
    assert([source, price, receivedAt, verdict].every(isLine), 'each field is one line');
    assert((tradeId === null) === (tradedAt === null), 'a trade has a number and a time');
    assert(tradeId === null || isTradeId(tradeId), 'a trade has a number');
    assert(tradedAt === null || parseIso(tradedAt) !== null, 'a trade has a time');
    return [source, price, tradeId ?? NONE, tradedAt ?? NONE, receivedAt, verdict];
  });
  return lines.length === 0 ? '' : [FORMAT, ...lines].map((line) => `${line}\n`).join('');
}

/**
 * The text of reports as they are served. Which format it has is told by their fields. Null if they have no text: some name
 * a trade and some do not know of trades, or a trade has only one of number and time.
 */
export function sourcesText(reports: readonly SourceReport[]): string | null {
  if (!reports.every(isReadable)) return null;
  const traced = reports.filter(isTraced);
  if (traced.length === 0) {
    return reports
      .map(({ source, price, receivedAt, verdict }) => `${source}\n${price}\n${receivedAt}\n${verdict}\n`)
      .join('');
  }
  return traced.length === reports.length ? tracedSourcesText(traced) : null;
}

function isReadable({ source, price, receivedAt, verdict, tradeId, tradedAt }: SourceReport): boolean {
  if (![source, price, receivedAt, verdict].every(isLine)) return false;
  if (typeof tradeId !== typeof tradedAt) return false;
  return typeof tradeId !== 'string' || (isTradeId(tradeId) && parseIso(tradedAt ?? '') !== null);
}

function isTraced(report: SourceReport): report is TracedReport {
  return report.tradeId !== undefined && report.tradedAt !== undefined;
}

/**
 * AFTER_SECOND: a sample is from after the tick's second. WENT_BACK: under the same leader a source went back to an older sample.
 * TRADE_CHANGED: the same trade had another price or another time.
 */
export type SampleProblem = 'AFTER_SECOND' | 'WENT_BACK' | 'TRADE_CHANGED';

type Sample = {
  readonly at: number;
  readonly id: bigint | null;
  readonly price: string;
  readonly epoch: bigint | number;
};

/** A check that is given the ticks of one product, one after the other. Reports from before trades were named tell nothing. */
export type SampleCheck = {
  readonly add: (
    tick: { readonly at: number; readonly epoch: bigint | number },
    reports: readonly SourceReport[],
  ) => SampleProblem | null;
};

export function openSampleCheck(): SampleCheck {
  const last = new Map<string, Sample>();
  const problemOf = (sample: Sample, known: Sample | undefined, second: number): SampleProblem | null => {
    if (sample.at > second) return 'AFTER_SECOND';
    if (known === undefined) return null;
    if (sample.id !== null && sample.id === known.id && (sample.price !== known.price || sample.at !== known.at))
      return 'TRADE_CHANGED';
    return sample.epoch === known.epoch && isBefore(sample, known) ? 'WENT_BACK' : null;
  };
  return {
    add: ({ at, epoch }, reports) => {
      for (const report of reports.filter(isTraced)) {
        const { source, tradeId, tradedAt, receivedAt, price } = report;
        // A price that is no trade counts from when we received it.
        const sample = {
          at: parseIso(tradedAt ?? receivedAt) ?? Number.NaN,
          id: tradeId === null ? null : BigInt(tradeId),
          price,
          epoch,
        };
        const problem = problemOf(sample, last.get(source), at);
        if (problem !== null) return problem;
        last.delete(source);
        last.set(source, sample);
        for (const oldest of last.keys()) {
          if (last.size <= SOURCES_MAX) break;
          last.delete(oldest);
        }
      }
      return null;
    },
  };
}

/** By time, then by the exchange's number. */
function isBefore(sample: Sample, known: Sample): boolean {
  if (sample.at !== known.at || sample.id === null || known.id === null) return sample.at < known.at;
  return sample.id < known.id;
}

/**
 * One tick of one product, chained to the one before. Pure: the tick is a function of the samples, the head of the
 * chain and the second. Only the domain's medianTick decides the price.
 */
import { createHash } from 'node:crypto';
import type { Feed } from '@candor/contract/market';
import { medianTick } from '@candor/domain/market/median-tick';
import { PAUSE_MS_MIN, sessionAt } from '@candor/domain/market/sessions';
import { type Price, formatPrice } from '@candor/domain/price';
import type { Tick, TickStatus } from '@candor/domain/trading/tick';
import { type TracedReport, tracedSourcesText } from '@candor/proof/source-reports';
import { GENESIS_HASH, type LogHead, canonicalTickBytes } from '@candor/proof/tick-chain';
import type { Instrument, RuledInstrument, Sample } from '../sources/source.ts';
import type { Head, TickEntry } from './feed-store.ts';

export type TickSample = Omit<Sample, 'product' | 'qty'>;

export interface TickFacts {
  readonly instrument: RuledInstrument;
  /** The whole second, epoch ms. */
  readonly at: number;
  readonly head: Head | null;
  /** The last known price, if the chain has no head yet. */
  readonly lastPrice: Price | null;
  /** Each source's last sample at or before the second. */
  readonly samples: readonly TickSample[];
  readonly feed: Feed;
  readonly epoch: bigint;
  /** The head of the order log that the tick commits to. */
  readonly log: LogHead;
  /** False while our clock may be off by more than an honest price allows. */
  readonly clockCertain: boolean;
}

export interface MadeTick {
  readonly product: string;
  readonly tick: Tick;
  readonly head: Head;
  readonly entry: TickEntry;
}

type Verdict = 'used' | 'stale' | 'outlier' | 'unused';

interface Decision {
  readonly price: Price;
  readonly status: TickStatus;
  readonly verdictOf: (source: string) => Verdict;
}

/** Null outside sessions after the CLOSED tick was made, for the shortest pause of a market after it, and as long as no price is known. */
export function makeTick(facts: TickFacts): MadeTick | null {
  const decision = decide(facts);
  if (decision === null) return null;
  const { instrument, at, head, feed, epoch, log } = facts;
  const { price, status } = decision;
  // While the clock is uncertain no age can be told, so nothing is reported: anyone sees that the second has no reports.
  const sources = (facts.clockCertain ? facts.samples : [])
    .toSorted((a, b) => (a.source < b.source ? -1 : 1))
    .map((sample) => reportOf(sample, instrument, decision.verdictOf(sample.source)));
  const seq = (head?.seq ?? 0n) + 1n;
  const prevHash = head?.hash ?? GENESIS_HASH;
  const sourcesDigest = sha256(tracedSourcesText(sources));
  const hash = sha256(
    canonicalTickBytes({
      prevHash,
      product: instrument.product,
      seq,
      at,
      price: formatPrice(price, instrument.decimals),
      status,
      feed,
      epoch,
      sourcesDigest,
      log,
    }),
  );
  return {
    product: instrument.product,
    tick: { seq, at, price, status },
    head: { seq, at, price, status, hash },
    entry: {
      product: instrument.product,
      seq: seq.toString(),
      at: new Date(at).toISOString(),
      price: price.toString(),
      status,
      feed,
      sources,
      sourcesDigest,
      prevHash,
      hash,
    },
  };
}

function reportOf(sample: TickSample, { decimals }: Instrument, verdict: Verdict): TracedReport {
  const { source, label = source, price, at, tradeId, receivedAt, freshAt = receivedAt } = sample;
  return {
    source: label,
    price: formatPrice(price, decimals),
    tradeId: tradeId === undefined ? null : String(tradeId),
    tradedAt: tradeId === undefined ? null : new Date(at).toISOString(),
    // What its age is counted from, so that anyone can judge whether it was stale.
    receivedAt: new Date(freshAt).toISOString(),
    verdict,
  };
}

function decide({ instrument, at, head, lastPrice, samples, feed, clockCertain }: TickFacts): Decision | null {
  const last = head?.price ?? lastPrice;
  const repeat = (status: TickStatus): Decision | null =>
    last === null ? null : { price: last, status, verdictOf: () => 'unused' };
  if (!sessionAt(instrument.calendar, at).open) return head?.status === 'CLOSED' ? null : repeat('CLOSED');
  // A calendar that was changed and changed back at once is no pause: receipts of such a second would be invalid.
  if (head?.status === 'CLOSED' && at - head.at < PAUSE_MS_MIN) return null;
  if (!clockCertain) return repeat('DEAD');
  const { freshMs, nearPpm, minSources } = instrument.rule;
  const median = medianTick(samples, {
    signedScale: instrument.signedScale,
    nowMs: at,
    staleAfterMs: freshMs,
    maxDeviationPpm: nearPpm,
    minSources: feed === 'live' ? minSources : 1,
    last,
  });
  if (median.price === null) return null;
  const rejected = new Map(median.rejected.map(({ source, reason }) => [source, reason]));
  return {
    price: median.price,
    status: median.status,
    verdictOf: (source) => rejected.get(source) ?? (median.used.includes(source) ? 'used' : 'unused'),
  };
}

function sha256(bytes: string | Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

import { Gauge } from '@prometheus-io/client';
import type { Metrics } from './metrics.ts';

/** What the feed knows of a live source. */
export interface SourceReading {
  readonly source: string;
  readonly state: string;
  readonly prices: readonly { readonly product: string; readonly pricedAt: number | null }[];
  readonly contradictions: number;
  readonly resyncs: number;
  readonly missing: number;
  readonly quarantined: number;
}

/** What the operator's monitoring sees of each live source. It is up only while every product that trades has a new price. */
export function sourceMetrics(metrics: Metrics, read: () => readonly SourceReading[], now: () => number): void {
  const register = (
    name: string,
    help: string,
    labels: readonly string[],
    values: (reading: SourceReading) => readonly { labels: Record<string, string>; value: number }[],
  ): void => {
    new Gauge({
      name,
      help,
      labelNames: labels,
      registers: [metrics.registry],
      collect() {
        this.reset();
        for (const reading of read()) for (const { labels: own, value } of values(reading)) this.set(own, value);
      },
    });
  };
  register(
    'candor_source_up',
    'Whether a source gives new prices of every product that trades, 1 or 0; an open connection alone is no health',
    ['source', 'state'],
    ({ source, state }) => [{ labels: { source, state }, value: state === 'up' ? 1 : 0 }],
  );
  register(
    'candor_source_price_age_seconds',
    'Age of the last price that a source gave of a product; no line before the first',
    ['source', 'product'],
    ({ source, prices }) =>
      prices.flatMap(({ product, pricedAt }) =>
        pricedAt === null ? [] : [{ labels: { source, product }, value: Math.max(0, now() - pricedAt) / 1000 }],
      ),
  );
  register(
    'candor_source_faults',
    'Since the start: trades whose number contradicts the last, new beginnings of the count, trades that are missing, frames that were rejected',
    ['source', 'fault'],
    ({ source, contradictions, resyncs, missing, quarantined }) =>
      Object.entries({ contradictions, resyncs, missing, quarantined }).map(([fault, value]) => ({
        labels: { source, fault },
        value,
      })),
  );
}

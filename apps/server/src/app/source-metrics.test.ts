import { expect, it } from 'vitest';
import { createMetrics } from './metrics.ts';
import { sourceMetrics } from './source-metrics.ts';
import type { SourceReading } from './source-metrics.ts';

it('shows each source with the age of its prices, and is up only with state up', async () => {
  const metrics = createMetrics('feed');
  const reading = (source: string, state: string, pricedAt: number | null): SourceReading => ({
    source,
    state,
    prices: [{ product: 'BTCUSDT', pricedAt }],
    contradictions: 4,
    resyncs: 1,
    missing: 2,
    quarantined: 3,
  });
  let readings = [reading('kraken', 'silent', 1000), reading('okx', 'down', null)];
  sourceMetrics(
    metrics,
    () => readings,
    () => 13_500,
  );
  const lines = async () =>
    (await metrics.registry.metrics()).split('\n').filter((line) => line.startsWith('candor_source_'));
  expect(await lines()).toEqual([
    'candor_source_up{source="kraken",state="silent",role="feed"} 0',
    'candor_source_up{source="okx",state="down",role="feed"} 0',
    'candor_source_price_age_seconds{source="kraken",product="BTCUSDT",role="feed"} 12.5',
    ...['kraken', 'okx'].flatMap((source) =>
      [
        ['contradictions', 4],
        ['resyncs', 1],
        ['missing', 2],
        ['quarantined', 3],
      ].map(([fault, value]) => `candor_source_faults{source="${source}",fault="${fault}",role="feed"} ${value}`),
    ),
  ]);
  readings = [reading('kraken', 'up', 13_500)];
  expect((await lines()).slice(0, 2)).toEqual([
    'candor_source_up{source="kraken",state="up",role="feed"} 1',
    'candor_source_price_age_seconds{source="kraken",product="BTCUSDT",role="feed"} 0',
  ]);
});

/* Interval, drawing and indicators, remembered on this device for every chart. */

import { INTERVALS } from '@candor/contract/market';
import type { Interval } from '@candor/contract/market';
import { readKept, writeKept } from '../../lib/kept-store.ts';
import { observable, useObservable } from '../../lib/observable.ts';

export type ChartPreferences = {
  interval: Interval;
  kind: 'candle' | 'line';
  indicators: { ma: boolean; vol: boolean };
};

const KEY = 'chart';
const DEFAULTS: ChartPreferences = { interval: '1m', kind: 'candle', indicators: { ma: true, vol: false } };

const preferences = observable<ChartPreferences>(DEFAULTS);
let changed = false;

void readKept(KEY).then((kept) => {
  if (!changed) preferences.set(readPreferences(kept));
});

export function useChartPreferences(): ChartPreferences {
  return useObservable(preferences);
}

export function changeChartPreferences(changes: Partial<ChartPreferences>): void {
  changed = true;
  preferences.set({ ...preferences.get(), ...changes });
  void writeKept(KEY, preferences.get());
}

/** Takes what fits of a stored value; the rest stays at its default. */
export function readPreferences(kept: unknown): ChartPreferences {
  if (typeof kept !== 'object' || kept === null) return DEFAULTS;
  const { interval, kind, indicators }: Record<string, unknown> = { ...kept };
  const flags: Record<string, unknown> = typeof indicators === 'object' ? { ...indicators } : {};
  const flag = (value: unknown, otherwise: boolean) => (typeof value === 'boolean' ? value : otherwise);
  return {
    interval: INTERVALS.find((known) => known === interval) ?? DEFAULTS.interval,
    kind: kind === 'line' ? 'line' : 'candle',
    indicators: {
      ma: flag(flags['ma'], DEFAULTS.indicators.ma),
      vol: flag(flags['vol'], DEFAULTS.indicators.vol),
    },
  };
}

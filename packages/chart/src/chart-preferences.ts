/* Interval, drawing style, indicators and time zone, remembered on this device for every chart. */

import { INTERVALS } from '@candor/contract/market';
import type { Interval } from '@candor/contract/market';
import type { KeptStore } from '@candor/api-client/kept-store';
import { observable } from '@candor/api-client/observable';
import type { Observable } from '@candor/api-client/observable';
import { useSyncExternalStore } from 'react';
import { useChartHost } from './chart-host.ts';
import { isChartZone } from './chart-zone.ts';
import type { ChartZone } from './chart-zone.ts';
import { INDICATORS, isIndicator, toggled } from './indicators.ts';
import type { IndicatorName, IndicatorUses } from './indicators.ts';

export type ChartPreferences = {
  interval: Interval;
  kind: 'candle' | 'line';
  /** In the order they were chosen. */
  indicators: readonly IndicatorName[];
  uses: IndicatorUses;
  zone: ChartZone;
};

const KEY = 'chart';
const DEFAULTS: ChartPreferences = { interval: '1m', kind: 'candle', indicators: ['MA'], uses: {}, zone: 'auto' };

/** One per store: every chart of an app shows the same choices. */
const preferencesOf = new WeakMap<KeptStore, Observable<ChartPreferences>>();

function preferencesIn(kept: KeptStore): Observable<ChartPreferences> {
  const known = preferencesOf.get(kept);
  if (known !== undefined) return known;
  const preferences = observable(DEFAULTS);
  preferencesOf.set(kept, preferences);
  void kept.read(KEY).then((stored) => {
    if (preferences.get() === DEFAULTS) preferences.set(readPreferences(stored));
  });
  return preferences;
}

export function useChartPreferences(): ChartPreferences {
  const preferences = preferencesIn(useChartHost().kept);
  return useSyncExternalStore(preferences.subscribe, preferences.get);
}

export function changeChartPreferences(kept: KeptStore, changes: Partial<ChartPreferences>): void {
  const preferences = preferencesIn(kept);
  preferences.set({ ...preferences.get(), ...changes });
  kept.tryWrite(KEY, preferences.get());
}

/** Turns an indicator on or off; turning one on counts as a use. */
export function toggleIndicator(kept: KeptStore, name: IndicatorName, subPanesMax: number): void {
  const { indicators, uses } = preferencesIn(kept).get();
  const count = (uses[name] ?? 0) + (indicators.includes(name) ? 0 : 1);
  changeChartPreferences(kept, {
    indicators: toggled(indicators, name, subPanesMax),
    uses: { ...uses, [name]: count },
  });
}

/** Takes the valid parts of a stored value; everything else keeps its default. */
export function readPreferences(kept: unknown): ChartPreferences {
  if (typeof kept !== 'object' || kept === null) return DEFAULTS;
  const { interval, kind, indicators, uses, zone }: Record<string, unknown> = { ...kept };
  return {
    interval: INTERVALS.find((known) => known === interval) ?? DEFAULTS.interval,
    kind: kind === 'line' ? 'line' : 'candle',
    indicators: readIndicators(indicators),
    uses: readUses(uses),
    zone: isChartZone(zone) ? zone : DEFAULTS.zone,
  };
}

/** Before 1.0 the choice was two switches, `{ ma: true, vol: false }`. */
function readIndicators(kept: unknown): readonly IndicatorName[] {
  if (Array.isArray(kept)) return [...new Set(kept.filter(isIndicator))];
  if (typeof kept !== 'object' || kept === null) return DEFAULTS.indicators;
  const switches = Object.entries(kept).filter(([, isOn]) => typeof isOn === 'boolean');
  if (switches.length === 0) return DEFAULTS.indicators;
  return switches
    .filter(([, isOn]) => isOn)
    .map(([name]) => name.toUpperCase())
    .filter(isIndicator);
}

function readUses(kept: unknown): IndicatorUses {
  const counts: Record<string, unknown> = typeof kept === 'object' ? { ...kept } : {};
  const uses: Partial<Record<IndicatorName, number>> = {};
  for (const name of INDICATORS) {
    const count = counts[name];
    if (typeof count === 'number' && Number.isSafeInteger(count) && count > 0) uses[name] = count;
  }
  return uses;
}

/* The member's drawing choices, remembered on this device for every chart. */

import type { KeptStore } from '@candor/api-client/kept-store';
import { observable } from '@candor/api-client/observable';
import type { Observable } from '@candor/api-client/observable';
import { useSyncExternalStore } from 'react';
import { useChartHost } from '../chart-host.ts';
import { isColor } from './drawing.ts';
import type { DrawingColor } from './drawing.ts';

export type DrawingChoices = {
  /** Points near one of a bar's prices snap to it. */
  magnet: boolean;
  /** For the next drawing. */
  color: DrawingColor;
};

const KEY = 'drawing-choices';
const DEFAULTS: DrawingChoices = { magnet: false, color: 'accent' };

/** One per store, like the chart preferences. */
const choicesOf = new WeakMap<KeptStore, Observable<DrawingChoices>>();

function choicesIn(kept: KeptStore): Observable<DrawingChoices> {
  const known = choicesOf.get(kept);
  if (known !== undefined) return known;
  const choices = observable(DEFAULTS);
  choicesOf.set(kept, choices);
  void kept.read(KEY).then((stored) => {
    if (choices.get() === DEFAULTS) choices.set(readChoices(stored));
  });
  return choices;
}

export function useDrawingChoices(): DrawingChoices {
  const choices = choicesIn(useChartHost().kept);
  return useSyncExternalStore(choices.subscribe, choices.get);
}

export function changeDrawingChoices(kept: KeptStore, changes: Partial<DrawingChoices>): void {
  const choices = choicesIn(kept);
  choices.set({ ...choices.get(), ...changes });
  kept.tryWrite(KEY, choices.get());
}

function readChoices(kept: unknown): DrawingChoices {
  const { magnet, color }: Record<string, unknown> = typeof kept === 'object' ? { ...kept } : {};
  return { magnet: magnet === true, color: isColor(color) ? color : 'accent' };
}

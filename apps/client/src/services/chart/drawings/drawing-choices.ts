/* How the member draws: remembered on this device for every chart. */

import { readKept, tryWriteKept } from '../../../lib/kept-store.ts';
import { observable } from '@candor/api-client/observable';
import { useObservable } from '../../../lib/observable.ts';
import { isColor } from './drawing.ts';
import type { DrawingColor } from './drawing.ts';

export type DrawingChoices = {
  /** Points near a bar's price take it. */
  magnet: boolean;
  /** Of the next drawing. */
  color: DrawingColor;
};

const KEY = 'drawing-choices';
const choices = observable<DrawingChoices>({ magnet: false, color: 'accent' });
let changed = false;

void readKept(KEY).then((kept) => {
  if (!changed) choices.set(readChoices(kept));
});

export function useDrawingChoices(): DrawingChoices {
  return useObservable(choices);
}

export function changeDrawingChoices(changes: Partial<DrawingChoices>): void {
  changed = true;
  choices.set({ ...choices.get(), ...changes });
  tryWriteKept(KEY, choices.get());
}

function readChoices(kept: unknown): DrawingChoices {
  const { magnet, color }: Record<string, unknown> = typeof kept === 'object' ? { ...kept } : {};
  return { magnet: magnet === true, color: isColor(color) ? color : 'accent' };
}

/* Open sheets. Each has a history entry of its own above its page, so that back closes it first. */

import { here, keepHash, limitStep } from './here.ts';
import { entryOf, layerOf } from './history-entry.ts';

type Layer = { id: number; onBack: () => boolean };

const layers: Layer[] = [];
/** Starts anew with every start of the app, and never at a number that an old entry may have. */
let lastLayerId = Date.now();

/**
 * Gives an open sheet its history entry. Call what it returns when the sheet closed by itself.
 * @param onBack closes the sheet, for browser back, a swipe or a phone's button; false when it must stay open
 */
export function openLayer(onBack: () => boolean): () => void {
  lastLayerId += 1;
  const layer = { id: lastLayerId, onBack };
  // A sheet that has just closed still has its entry here: this one takes it.
  const isOnClosed = isClosedLayer(layerOf(history.state));
  layers.push(layer);
  if (isOnClosed) history.replaceState({ ...here.entry, at: here.at, layer: layer.id }, '');
  else if (here.underWay.length === 0) pushLayer(layer);
  return () => {
    const index = layers.indexOf(layer);
    if (index < 0) return;
    layers.splice(index, 1);
    // Later: who closes a sheet often navigates at once, and then the new page takes the sheet's entry.
    setTimeout(leaveClosedLayer);
  };
}

/** The sheet that opened last, so that those which open later can be told from it. */
export function newestLayer(): number {
  return lastLayerId;
}

export function isClosedLayer(id: number | null): boolean {
  return id !== null && layers.every((layer) => layer.id !== id);
}

/** Puts the entries of the sheets that opened after this one on top. */
export function pushLayersAbove(id: number): void {
  for (const layer of layers.filter((each) => each.id > id)) pushLayer(layer);
}

/** Closes the sheets whose entries back has left, the upper first. */
export function closeLayersAbove(id: number): void {
  for (const layer of layers.filter((each) => each.id > id).toReversed()) {
    if (layer.onBack()) layers.splice(layers.indexOf(layer), 1);
    else pushLayer(layer);
  }
}

function pushLayer({ id }: Layer): void {
  here.at += 1;
  history.pushState({ ...here.entry, at: here.at, layer: id }, '');
}

/** Leaves the entry of a sheet that is not open: it has closed, or a reload ended it. */
export function leaveClosedLayer(): void {
  if (here.isLeavingLayer || here.underWay.length > 0 || !isClosedLayer(layerOf(history.state))) return;
  here.isLeavingLayer = true;
  limitStep();
  history.back();
}

/** The app's own step back has arrived. A step takes a moment: what was opened within it is put back on top. */
export function arriveBelowLayer(): void {
  here.isLeavingLayer = false;
  const known = entryOf(history.state);
  const layer = layerOf(history.state);
  here.at = known?.at ?? here.at;
  if (known?.key !== here.entry.key) {
    here.at += 1;
    here.entry = { ...here.entry, at: here.at };
    history.pushState(here.entry, '', here.hash);
    pushLayersAbove(0);
    return;
  }
  if (isClosedLayer(layer)) {
    leaveClosedLayer();
    return;
  }
  if (layer === null) here.entry = { ...here.entry, at: here.at };
  keepHash();
  pushLayersAbove(layer ?? 0);
}

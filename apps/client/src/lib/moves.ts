/*
 * How a page gets into the history: on top of what is there, in its place, or at the end of the app's own way down. The
 * browser takes a moment for that way, so what comes meanwhile is written when it has arrived.
 */

import { here, limitStep, stepHasArrived } from './here.ts';
import type { EntryState } from './history-entry.ts';
import { newestLayer, pushLayersAbove } from './layers.ts';

/** The last sheet of the page that was left. */
let lastBelow = 0;
/** Keys of entries whose page was replaced from a sheet above it: back goes past them. */
const replaced = new Set<string>();

export function isReplaced(key: string): boolean {
  return replaced.has(key);
}

/** @param isNext above what is there, not in its place */
export function put(next: Omit<EntryState, 'at'>, hash: string, isNext: boolean, isOnLayer = false): void {
  const { underWay } = here;
  if (underWay.length > 0) {
    here.entry = { ...next, at: here.entry.at + (isNext ? 1 : 0) };
    here.underWay = [...(isNext ? underWay : underWay.slice(0, -1)), { entry: here.entry, hash }];
    history.replaceState({ ...here.entry, at: here.at }, '', hash);
    return;
  }
  if (isOnLayer && !isNext) replaced.add(here.entry.key);
  // The page takes the entry of the sheet it was opened from.
  const isPushed = isNext && !isOnLayer;
  if (isPushed) here.at += 1;
  here.entry = { ...next, at: here.at };
  if (isPushed) history.pushState(here.entry, '', hash);
  else history.replaceState(here.entry, '', hash);
}

/** Shows `next` at once, and takes the history down to its place. */
export function goDown(next: EntryState, hash: string): void {
  const by = here.at - next.at;
  here.entry = next;
  // So that the address is right meanwhile, and a step that is cut off does no harm. Its place stays its own: forward leads here.
  history.replaceState({ ...next, at: here.at }, '', hash);
  if (by <= 0) return;
  here.underWay = [{ entry: next, hash }];
  lastBelow = newestLayer();
  here.isLeavingLayer = false;
  limitStep();
  history.go(-by);
}

/** The way down has arrived: writes there what is shown by now. */
export function arriveDown(): void {
  const written = here.underWay;
  here.underWay = [];
  stepHasArrived();
  for (const [index, each] of written.entries()) {
    if (index === 0) history.replaceState(each.entry, '', each.hash);
    else history.pushState(each.entry, '', each.hash);
    here.at = each.entry.at;
  }
  pushLayersAbove(lastBelow);
}

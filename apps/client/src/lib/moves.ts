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
  // The way that is under way leads there too: a second one would lead out of the site.
  const isOnTheWay = here.underWay[0]?.entry.at === next.at;
  here.entry = next;
  // So that the address is right meanwhile, and a step that is cut off does no harm. Its place stays its own: forward leads here.
  history.replaceState({ ...next, at: here.at }, '', hash);
  if (by <= 0) return;
  here.underWay = [{ entry: next, hash }];
  isBackWanted = false;
  lastBelow = newestLayer();
  limitStep();
  if (isOnTheWay) return;
  // The app's own step off a closed sheet arrives first, and is part of the way.
  stepsBefore = here.isLeavingLayer ? 1 : 0;
  here.isLeavingLayer = false;
  if (by > stepsBefore) history.go(stepsBefore - by);
}

/** The app's own steps that were under way when it went down: none of them is a back of the member. */
let stepsBefore = 0;

/** A back of the member came before the app's own way down had arrived. It is carried out after that. */
let isBackWanted = false;

/** Something arrived while the app's own way down is under way; false if it is further down than that way leads. */
export function arriveOnTheWay({ at }: EntryState): boolean {
  const left = at - (here.underWay[0]?.entry.at ?? at);
  if (left < 0) return false;
  if (left > 0) {
    here.at = at;
    if (stepsBefore > 0) {
      stepsBefore -= 1;
      return true;
    }
    isBackWanted = true;
    limitStep();
    history.go(-left);
    return true;
  }
  const isBackNext = isBackWanted;
  isBackWanted = false;
  arriveDown();
  if (isBackNext) history.back();
  return true;
}

/** Back led into what a relaunch left: its way down had been cut off, and goes on from here. */
export function goOnDown(known: EntryState): void {
  here.underWay = [{ entry: { ...here.entry, at: 0 }, hash: here.hash }];
  here.entry = { ...here.entry, at: 0 };
  lastBelow = newestLayer();
  here.isLeavingLayer = false;
  stepsBefore = 0;
  arriveOnTheWay(known);
}

/** The way down has arrived: writes there what is shown by now. */
function arriveDown(): void {
  const written = here.underWay;
  here.underWay = [];
  stepsBefore = 0;
  stepHasArrived();
  for (const [index, each] of written.entries()) {
    if (index === 0) history.replaceState(each.entry, '', each.hash);
    else history.pushState(each.entry, '', each.hash);
    here.at = each.entry.at;
  }
  pushLayersAbove(lastBelow);
}

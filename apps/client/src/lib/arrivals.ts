/* What the browser's back, forward, a link or an address typed by hand lead to. */

import { announce, here, keepHash } from './here.ts';
import { entryOf, layerOf, newKey } from './history-entry.ts';
import { arriveBelowLayer, closeLayersAbove, isClosedLayer } from './layers.ts';
import { arriveOnTheWay, goOnDown, isReplaced } from './moves.ts';
import { rememberScroll } from './page-scroll.ts';
import { parseHash } from './paths.ts';

/** A new entry has no state yet. */
export function arrive(): void {
  const known = entryOf(history.state);
  if (here.underWay.length > 0 && known !== null && arriveOnTheWay(known)) return;
  here.underWay = [];
  if (known !== null && known.stack !== here.entry.stack) {
    // What a relaunch left is shown no more. Ahead of here it stays; below, its way down was cut off.
    if (known.at > here.at) history.back();
    else goOnDown(known);
    return;
  }
  // A link that was pressed meanwhile has no state yet: it is not the app's own step.
  if (here.isLeavingLayer && known !== null) {
    arriveBelowLayer();
    return;
  }
  const layer = layerOf(history.state);
  here.at = known?.at ?? here.at + 1;
  // The entry of a sheet that is closed, or of a page that was replaced from its sheet: one further.
  if (isClosedLayer(layer) || (known !== null && isReplaced(known.key))) {
    history.back();
    return;
  }
  const isSamePage = known?.key === here.entry.key;
  here.isLeavingPage = !isSamePage;
  try {
    closeLayersAbove(layer ?? 0);
  } finally {
    here.isLeavingPage = false;
  }
  if (isSamePage) {
    keepHash();
    return;
  }
  rememberScroll();
  const { entry, at } = here;
  here.arrivedBack = known !== null;
  here.entry = known ?? { ...entry, depth: entry.depth + 1, at, key: newKey(), settled: false, step: 0 };
  if (known === null) history.replaceState(here.entry, '');
  here.address = parseHash(location.hash);
  announce();
}

/** A known entry came with popstate before: going back twice for one arrival would leave the app. */
export function arriveAtNew(): void {
  if (entryOf(history.state) === null) arrive();
}

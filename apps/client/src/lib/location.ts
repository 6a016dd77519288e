/*
 * Where the app is, and how it navigates. The address is the hash; its query is inside the hash (`#/pages/x?a=b`).
 * Every navigation goes through `hashOf`, which appends `domain` on bound sites. Links are plain `<a
 * href={hrefTo(…)}>`. What the history holds is in history-entry.ts, how it is written in moves.ts, what back and forward
 * do in arrivals.ts, sheets in layers.ts, wizards in steps.ts.
 */

import { createContext, use, useSyncExternalStore } from 'react';
import { observable } from '@candor/api-client/observable';
import { arrive, arriveAtNew } from './arrivals.ts';
import { announce, here, subscribe } from './here.ts';
import { entryOf, firstEntry, layerOf, newKey } from './history-entry.ts';
import { leaveClosedLayer } from './layers.ts';
import { goDown, put } from './moves.ts';
import { useObservable } from './observable.ts';
import { rememberScroll } from './page-scroll.ts';
import { domainToAppend, hashOf, parseHash } from './paths.ts';
import type { Address, AppPath } from './paths.ts';

/** The code this site is bound to; set once at startup. */
export const boundDomain = observable<string | null>(null);

/** Counts restarts of the whole app; it is the key of the tree. */
export const appEpoch = observable(0);

/** Starts listening; before this call, navigation does nothing. */
export function startLocation(): void {
  history.scrollRestoration = 'manual';
  window.addEventListener('popstate', arrive);
  window.addEventListener('hashchange', arriveAtNew);
  here.address = parseHash(location.hash);
  here.entry = entryOf(history.state) ?? firstEntry();
  here.at = here.entry.at;
  if (layerOf(history.state) === null) history.replaceState(here.entry, '');
  // A reload has closed the sheet whose entry this is.
  else leaveClosedLayer();
}

export function currentAddress(): Address {
  return here.address;
}

/** True if the guards are done with the current page: it is shown as it is. */
export function useSettled(): boolean {
  return useSyncExternalStore(subscribe, () => here.entry.settled);
}

/** An address for a part of the tree: that of a hidden screen while the app is elsewhere. */
export const HeldAddress = createContext<Address | null>(null);

/** The address the app is at: path, query and domain. */
export function useAddress(): Address {
  const held = use(HeldAddress);
  const live = useSyncExternalStore(subscribe, currentAddress, currentAddress);
  return held ?? live;
}

function currentKey(): string {
  return here.entry.key;
}

/** The key of the entry that is shown: a step of a wizard has one of its own. Null on a hidden screen. */
export function useEntryKey(): string | null {
  const held = use(HeldAddress);
  const key = useSyncExternalStore(subscribe, currentKey, currentKey);
  return held === null ? key : null;
}

/** The href of a link to a page, with the domain it must carry. */
export function hrefTo(path: AppPath): string {
  return hashOf(path, domainToAppend(boundDomain.get(), here.address.domain));
}

type Movement = {
  /** Replaces the current entry. */
  replace?: boolean;
  /** Starts a new stack: back does not return to the page before. */
  relaunch?: boolean;
};

export function navigate(path: AppPath, movement: Movement = {}): void {
  if (here.isLeavingPage) return;
  moveTo(hrefTo(path), movement);
}

/** Only for the guards: shows exactly this page under exactly this domain. */
export function redirectTo(path: string, domain: string | null, settled: boolean): void {
  moveTo(hashOf(path, domain), { replace: true }, settled);
}

/** One page back, or to `fallback` if this page was the first. */
export function goBack(fallback: AppPath): void {
  if (here.isLeavingPage) return;
  if (here.entry.depth > 0) history.back();
  else navigate(fallback, { replace: true });
}

/** Restarts the app at a page: nothing of the screens or their data stays. */
export function reloadAppAt(path: AppPath): void {
  navigate(path, { relaunch: true });
  appEpoch.set(appEpoch.get() + 1);
}

export function useAppEpoch(): number {
  return useObservable(appEpoch);
}

/**
 * Changes the query of this page without leaving it, so that filters can be linked. Does nothing for a sheet that closes
 * because its page is left: the browser's address is that of the next page by then.
 */
export function replaceQuery(changes: Record<string, string | null>): void {
  if (here.isLeavingPage) return;
  const params = new URLSearchParams(here.address.params);
  for (const [key, value] of Object.entries(changes)) {
    if (value === null) params.delete(key);
    else params.set(key, value);
  }
  const query = params.toString();
  const layer = layerOf(history.state);
  const state = layer === null ? here.entry : { ...here.entry, at: here.at, layer };
  history.replaceState(state, '', `#${here.address.path}${query === '' ? '' : `?${query}`}`);
  const { underWay, entry } = here;
  if (underWay.length > 0) here.underWay = [...underWay.slice(0, -1), { entry, hash: location.hash }];
  here.address = parseHash(location.hash);
  announce();
}

function moveTo(hash: string, movement: Movement, settled = false): void {
  rememberScroll();
  const { entry } = here;
  const isOnLayer = layerOf(history.state) !== null;
  const isNext = !movement.replace && !movement.relaunch;
  // A page that takes the place of a wizard takes that of all its steps.
  const depth = movement.relaunch ? 0 : entry.depth + (isNext ? 1 : -entry.step);
  const next = { ...entry, depth, key: newKey(), settled, step: 0 };
  if (movement.relaunch) goDown({ ...next, at: 0, stack: newKey() }, hash);
  else if (!isNext && entry.step > 0) goDown({ ...next, at: Math.max(0, entry.at - entry.step) }, hash);
  else put(next, hash, isNext, isOnLayer);
  here.arrivedBack = false;
  here.address = parseHash(hash);
  announce();
}

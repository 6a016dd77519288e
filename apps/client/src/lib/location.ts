/*
 * Where the app is, and how it navigates. The address is the hash; its query is inside the hash (`#/pages/x?a=b`).
 * Every navigation goes through `hashOf`, which appends `domain` on bound sites. Links are plain `<a
 * href={hrefTo(…)}>`.
 */

import { createContext, use, useSyncExternalStore } from 'react';
import { observable } from '@candor/api-client/observable';
import { useObservable } from './observable.ts';
import { domainToAppend, hashOf, parseHash } from './paths.ts';
import type { Address, AppPath } from './paths.ts';

/**
 * Stored in each history entry. `depth`: how many pages are below it; `at`: how many entries; `key`: of its scroll;
 * `settled`: the guards are done with it; `stack`: changes with every relaunch; `step`: of the wizard on the page.
 */
type EntryState = { depth: number; at: number; key: string; settled: boolean; stack: string; step: number };

/** The code this site is bound to; set once at startup. */
export const boundDomain = observable<string | null>(null);

/** Counts restarts of the whole app; it is the key of the tree. */
export const appEpoch = observable(0);

const listeners = new Set<() => void>();
const scrollByKey = new Map<string, number>();
let address: Address = parseHash(typeof location === 'undefined' ? '' : location.hash);
let entry: EntryState = { depth: 0, at: 0, key: 'start', settled: false, stack: 'start', step: 0 };
let arrivedBack = false;
/** Where the browser stands: `entry`, or a sheet above it. */
let at = 0;
/** What the history becomes when the app's own way down has arrived. Shown already: the way takes a moment. */
let underWay: { entry: EntryState; hash: string }[] = [];
/** The last sheet of the page that was left. */
let lastBelow = 0;

/** An open sheet: it has a history entry of its own above its page, so that back closes it first. */
type Layer = { id: number; onBack: () => boolean };
const layers: Layer[] = [];
/** Starts anew with every start of the app, and never at a number that an old entry may have. */
let lastLayerId = Date.now();
/** A step back that has not arrived by then was cut off by a navigation. */
const STEP_MAX_MS = 2_000;
/** True from the app's own step back off a closed sheet's entry until it has arrived. */
let isLeavingLayer = false;
let stepTimer: ReturnType<typeof setTimeout> | undefined;
/** Keys of entries whose page was replaced from a sheet above it: back goes past them. */
const replaced = new Set<string>();

/** Starts listening; before this call, navigation does nothing. */
export function startLocation(): void {
  history.scrollRestoration = 'manual';
  window.addEventListener('popstate', arrive);
  window.addEventListener('hashchange', arriveAtNew);
  address = parseHash(location.hash);
  entry = stateOf(history.state) ?? { depth: 0, at: 0, key: newKey(), settled: false, stack: newKey(), step: 0 };
  ({ at } = entry);
  history.replaceState(entry, '');
}

export function currentAddress(): Address {
  return address;
}

/** True if the guards are done with the current page: it is shown as it is. */
export function useSettled(): boolean {
  return useSyncExternalStore(subscribe, () => entry.settled);
}

/** An address for a part of the tree: that of a hidden screen while the app is elsewhere. */
export const HeldAddress = createContext<Address | null>(null);

/** The address the app is at: path, query and domain. */
export function useAddress(): Address {
  const held = use(HeldAddress);
  const live = useSyncExternalStore(subscribe, currentAddress, currentAddress);
  return held ?? live;
}

/** The href of a link to a page, with the domain it must carry. */
export function hrefTo(path: AppPath): string {
  return hashOf(path, domainToAppend(boundDomain.get(), address.domain));
}

type Movement = {
  /** Replaces the current entry. */
  replace?: boolean;
  /** Starts a new stack: back does not return to the page before. */
  relaunch?: boolean;
};

export function navigate(path: AppPath, movement: Movement = {}): void {
  moveTo(hrefTo(path), movement);
}

/** Only for the guards: shows exactly this page under exactly this domain. */
export function redirectTo(path: string, domain: string | null, settled: boolean): void {
  moveTo(hashOf(path, domain), { replace: true }, settled);
}

/** One page back, or to `fallback` if this page was the first. */
export function goBack(fallback: AppPath): void {
  if (entry.depth > 0) history.back();
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

/** Changes the query of this page without leaving it, so that filters can be linked. */
export function replaceQuery(changes: Record<string, string | null>): void {
  const params = new URLSearchParams(address.params);
  for (const [key, value] of Object.entries(changes)) {
    if (value === null) params.delete(key);
    else params.set(key, value);
  }
  const query = params.toString();
  const layer = layerOf(history.state);
  const state = layer === null ? entry : { ...entry, at, layer };
  history.replaceState(state, '', `#${address.path}${query === '' ? '' : `?${query}`}`);
  if (underWay.length > 0) underWay = [...underWay.slice(0, -1), { entry, hash: location.hash }];
  address = parseHash(location.hash);
  announce();
}

/** The scroll position of the page: the old one after going back, otherwise the top. */
export function rememberedScroll(): number {
  return arrivedBack ? (scrollByKey.get(entry.key) ?? 0) : 0;
}

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
  if (isOnClosed) history.replaceState({ ...entry, at, layer: layer.id }, '');
  else if (underWay.length === 0) pushLayer(layer);
  return () => {
    const at = layers.indexOf(layer);
    if (at < 0) return;
    layers.splice(at, 1);
    // Later: who closes a sheet often navigates at once, and then the new page takes the sheet's entry.
    setTimeout(leaveClosedLayer);
  };
}

function leaveClosedLayer(): void {
  if (isLeavingLayer || underWay.length > 0 || !isClosedLayer(layerOf(history.state))) return;
  isLeavingLayer = true;
  limitStep();
  history.back();
}

function limitStep(): void {
  clearTimeout(stepTimer);
  stepTimer = setTimeout(() => {
    isLeavingLayer = false;
    underWay = [];
  }, STEP_MAX_MS);
}

/** Shows `next` at once, and takes the history down to its place. */
function goDown(next: EntryState, hash: string): void {
  const by = at - next.at;
  entry = next;
  // So that the address is right meanwhile, and a step that is cut off does no harm. Its place stays its own: forward leads here.
  history.replaceState({ ...next, at }, '', hash);
  if (by <= 0) return;
  underWay = [{ entry: next, hash }];
  lastBelow = lastLayerId;
  isLeavingLayer = false;
  limitStep();
  history.go(-by);
}

/** The way down has arrived: writes there what is shown by now. */
function arriveDown(): void {
  const written = underWay;
  underWay = [];
  clearTimeout(stepTimer);
  for (const [index, each] of written.entries()) {
    if (index === 0) history.replaceState(each.entry, '', each.hash);
    else history.pushState(each.entry, '', each.hash);
    ({ at } = each.entry);
  }
  for (const layer of layers.filter(({ id }) => id > lastBelow)) pushLayer(layer);
}

/** The app's own step back has arrived. A step takes a moment: what was opened within it is put back on top. */
function arriveBelowLayer(): void {
  isLeavingLayer = false;
  const known = stateOf(history.state);
  const layer = layerOf(history.state);
  at = known?.at ?? at;
  if (known?.key !== entry.key) {
    at += 1;
    entry = { ...entry, at };
    history.pushState(entry, '', currentHash());
    for (const each of layers) pushLayer(each);
    return;
  }
  if (isClosedLayer(layer)) {
    leaveClosedLayer();
    return;
  }
  keepHash();
  for (const each of layers.filter(({ id }) => id > (layer ?? 0))) pushLayer(each);
}

function pushLayer({ id }: Layer): void {
  at += 1;
  history.pushState({ ...entry, at, layer: id }, '');
}

function isClosedLayer(id: number | null): boolean {
  return id !== null && layers.every((layer) => layer.id !== id);
}

/** Closes the sheets whose entries back has left, the upper first. */
function closeLayersAbove(id: number): void {
  for (const layer of layers.filter((each) => each.id > id).toReversed()) {
    if (layer.onBack()) layers.splice(layers.indexOf(layer), 1);
    else pushLayer(layer);
  }
}

function layerOf(state: unknown): number | null {
  if (typeof state !== 'object' || state === null) return null;
  const { layer }: Record<string, unknown> = { ...state };
  return typeof layer === 'number' ? layer : null;
}

function moveTo(hash: string, movement: Movement, settled = false): void {
  rememberScroll();
  const key = newKey();
  const isOnLayer = layerOf(history.state) !== null;
  const isNext = !movement.replace && !movement.relaunch;
  // A page that takes the place of a wizard takes that of all its steps.
  const depth = movement.relaunch ? 0 : entry.depth + (isNext ? 1 : -entry.step);
  const next = { ...entry, depth, key, settled, step: 0 };
  if (movement.relaunch) goDown({ ...next, at: 0, stack: newKey() }, hash);
  else if (!isNext && entry.step > 0) goDown({ ...next, at: Math.max(0, entry.at - entry.step) }, hash);
  else put(next, hash, isNext, isOnLayer);
  arrivedBack = false;
  address = parseHash(hash);
  announce();
}

function put(next: Omit<EntryState, 'at'>, hash: string, isNext: boolean, isOnLayer = false): void {
  if (underWay.length > 0) {
    entry = { ...next, at: entry.at + (isNext ? 1 : 0) };
    underWay = isNext ? [...underWay, { entry, hash }] : [...underWay.slice(0, -1), { entry, hash }];
    history.replaceState({ ...entry, at }, '', hash);
    return;
  }
  if (isOnLayer && !isNext) replaced.add(entry.key);
  // The page takes the entry of the sheet it was opened from.
  const isPushed = isNext && !isOnLayer;
  if (isPushed) at += 1;
  entry = { ...next, at };
  if (isPushed) history.pushState(entry, '', hash);
  else history.replaceState(entry, '', hash);
}

/** The step of the wizard on this page that its history entry stands for; 0 is the first. */
export function useStep(): number {
  return useSyncExternalStore(subscribe, () => entry.step);
}

/**
 * Moves inside a wizard: each step on is a history entry above the one before, and a step back goes down to it.
 * The page stays mounted, with everything typed.
 */
export function goToStep(step: number): void {
  const key = newKey();
  if (step === entry.step) return;
  if (step > entry.step) {
    while (entry.step < step) {
      const { step: from, depth } = entry;
      put({ ...entry, key: newKey(), step: from + 1, depth: depth + 1 }, location.hash, true);
    }
  } else {
    const by = entry.step - step;
    goDown({ ...entry, key, step, depth: entry.depth - by, at: Math.max(0, entry.at - by) }, location.hash);
  }
  arrivedBack = false;
  announce();
}

/** Handles back, forward, a link, or an address typed by hand. A new entry has no state yet. */
function arrive(): void {
  const known = stateOf(history.state);
  if (underWay.length > 0 && known !== null) {
    arriveDown();
    return;
  }
  underWay = [];
  // Forward, into what was left by a relaunch.
  if (known !== null && known.at > at && known.stack !== entry.stack) {
    history.back();
    return;
  }
  // A link that was pressed meanwhile has no state yet: it is not the app's own step.
  if (isLeavingLayer && known !== null) {
    arriveBelowLayer();
    return;
  }
  const layer = layerOf(history.state);
  at = known?.at ?? at + 1;
  // The entry of a sheet that is closed, or of a page that was replaced from its sheet: one further.
  if (isClosedLayer(layer) || (known !== null && replaced.has(known.key))) {
    history.back();
    return;
  }
  closeLayersAbove(layer ?? 0);
  if (known?.key === entry.key) {
    keepHash();
    return;
  }
  rememberScroll();
  arrivedBack = known !== null;
  entry = known ?? { ...entry, depth: entry.depth + 1, at, key: newKey(), settled: false, step: 0 };
  if (known === null) history.replaceState(entry, '');
  address = parseHash(location.hash);
  shownHash = location.hash;
  announce();
}

/** The same page again. What changed in its query while a sheet was open stays. */
function keepHash(): void {
  if (location.hash !== currentHash()) history.replaceState(history.state, '', currentHash());
}

/** A known entry came with popstate before: going back twice for one arrival would leave the app. */
function arriveAtNew(): void {
  if (stateOf(history.state) === null) arrive();
}

let shownHash = typeof location === 'undefined' ? '' : location.hash;

function currentHash(): string {
  return shownHash;
}

function announce(): void {
  shownHash = location.hash;
  for (const listener of listeners) listener();
}

function rememberScroll(): void {
  scrollByKey.set(entry.key, window.scrollY);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

function newKey(): string {
  return Math.random().toString(36).slice(2, 10);
}

function stateOf(state: unknown): EntryState | null {
  if (typeof state !== 'object' || state === null) return null;
  const { depth, at: place, key, settled, stack, step }: Record<string, unknown> = { ...state };
  if (typeof depth !== 'number' || typeof place !== 'number' || typeof key !== 'string') return null;
  if (typeof stack !== 'string' || typeof step !== 'number') return null;
  return { depth, at: place, key, settled: settled === true, stack, step };
}

/*
 * Where the app is: what it shows, and where the browser stands in its history. Only the files of the navigation write
 * here: location.ts, moves.ts, arrivals.ts, layers.ts and steps.ts.
 */

import { firstEntry } from './history-entry.ts';
import type { EntryState } from './history-entry.ts';
import { parseHash } from './paths.ts';
import type { Address } from './paths.ts';

type Here = {
  address: Address;
  /** The hash of what is shown. */
  hash: string;
  entry: EntryState;
  /** Where the browser stands: at `entry`, or at a sheet above it. */
  at: number;
  /** Back led here, so the scroll is what it was. */
  arrivedBack: boolean;
  /** What the history becomes when the app's own way down has arrived. Shown already: the way takes a moment. */
  underWay: readonly { entry: EntryState; hash: string }[];
  /** True from the app's own step back off a closed sheet's entry until it has arrived. */
  isLeavingLayer: boolean;
  /** True while sheets close because the browser is at another page already: their closing changes no address. */
  isLeavingPage: boolean;
};

const startHash = typeof location === 'undefined' ? '' : location.hash;

export const here: Here = {
  address: parseHash(startHash),
  hash: startHash,
  entry: firstEntry(),
  at: 0,
  arrivedBack: false,
  underWay: [],
  isLeavingLayer: false,
  isLeavingPage: false,
};

const listeners = new Set<() => void>();
/**
 * A step of the app's own that has not arrived by then was cut off by a navigation. The time is counted in turns: a busy
 * machine is late with the step and with the turns alike, and a step that is only late is not taken for a back of the member.
 */
const STEP_TURNS_MAX = 40;
const TURN_MS = 50;
let stepTimer: ReturnType<typeof setTimeout> | undefined;

export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Tells everyone who follows the address. */
export function announce(): void {
  here.hash = location.hash;
  for (const listener of listeners) listener();
}

/** For the app's own step through the history: it is waited for no longer than this. */
export function limitStep(): void {
  clearTimeout(stepTimer);
  let turns = 0;
  const turn = () => {
    turns += 1;
    if (turns < STEP_TURNS_MAX) {
      stepTimer = setTimeout(turn, TURN_MS);
      return;
    }
    here.isLeavingLayer = false;
    here.underWay = [];
  };
  stepTimer = setTimeout(turn, TURN_MS);
}

export function stepHasArrived(): void {
  clearTimeout(stepTimer);
}

/** The same page again. What changed in its query while a sheet was open stays. */
export function keepHash(): void {
  if (location.hash !== here.hash) history.replaceState(history.state, '', here.hash);
}

/* The browser's history as a list: happy-dom has none. */

import { vi } from 'vitest';
import { here } from '../here.ts';
import { startLocation } from '../location.ts';

type Entry = { state: unknown; hash: string };

/** What the test looks at, and changes. */
export const browser: { entries: Entry[]; at: number; isStepCutOff: boolean } = {
  entries: [],
  at: 0,
  isStepCutOff: false,
};

/**
 * Starts the navigation in a fresh browser.
 * @param stepMs how long the browser takes for a step back
 */
export function browse(stepMs = 0, state: unknown = null): void {
  // What a test before left under way does not arrive in this browser.
  Object.assign(here, { underWay: [], isLeavingLayer: false, isLeavingPage: false, arrivedBack: false });
  Object.assign(browser, { entries: [{ state, hash: '#/pages/home/index' }], at: 0, isStepCutOff: false });
  vi.stubGlobal('history', {
    get state() {
      return browser.entries[browser.at]?.state;
    },
    pushState: (pushed: unknown, _: string, url?: string) => {
      browser.entries = [...browser.entries.slice(0, browser.at + 1), entryOf(pushed, url)];
      browser.at += 1;
    },
    replaceState: (written: unknown, _: string, url?: string) => {
      browser.entries = browser.entries.with(browser.at, entryOf(written, url));
    },
    back: () => goBy(-1, stepMs),
    forward: () => stepTo(browser.at + 1),
    go: (by: number) => goBy(by, stepMs),
  });
  vi.stubGlobal('location', {
    get hash() {
      return browser.entries[browser.at]?.hash ?? '';
    },
  });
  startLocation();
}

/** The page is loaded anew where the browser stands. Sheets of before must be closed by the test. */
export function reload(): void {
  vi.clearAllTimers();
  Object.assign(here, { underWay: [], isLeavingLayer: false, isLeavingPage: false, arrivedBack: false });
  startLocation();
}

/** The member's back, which arrives before the app's own step that is under way. */
export function overtake(): void {
  stepTo(browser.at - 1);
}

/** An address typed by hand, or a link: a new entry without state. */
export function visit(hash: string): void {
  browser.entries = [...browser.entries.slice(0, browser.at + 1), { state: null, hash }];
  browser.at += 1;
  window.dispatchEvent(new PopStateEvent('popstate'));
  window.dispatchEvent(new Event('hashchange'));
}

function entryOf(state: unknown, url?: string): Entry {
  return { state, hash: url ?? browser.entries[browser.at]?.hash ?? '' };
}

function goBy(by: number, stepMs: number): void {
  if (stepMs === 0) stepTo(browser.at + by);
  else setTimeout(() => stepTo(browser.at + by), stepMs);
}

function stepTo(next: number): void {
  if (next < 0 || next >= browser.entries.length || browser.isStepCutOff) return;
  browser.at = next;
  window.dispatchEvent(new PopStateEvent('popstate'));
}

/** The step of the wizard that the browser's entry stands for. */
export function stepNow(): unknown {
  const state = browser.entries[browser.at]?.state;
  return typeof state === 'object' && state !== null && 'step' in state ? state.step : null;
}

export function pathOf(path: string): string {
  return path.split('?')[0] ?? '';
}

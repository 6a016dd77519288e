/* What an entry of the browser's history holds. It is read back from the browser, so nothing about it is certain. Pure. */

/**
 * Stored in each history entry. `depth`: how many pages are below it; `at`: how many entries; `key`: of its scroll;
 * `settled`: the guards are done with it; `stack`: changes with every relaunch; `step`: of the wizard on the page.
 */
export type EntryState = { depth: number; at: number; key: string; settled: boolean; stack: string; step: number };

/** Null for an entry that the app has not written: of a link, or of an address typed by hand. */
export function entryOf(state: unknown): EntryState | null {
  if (typeof state !== 'object' || state === null) return null;
  const { depth, at, key, settled, stack, step }: Record<string, unknown> = { ...state };
  if (typeof depth !== 'number' || typeof at !== 'number' || typeof key !== 'string') return null;
  if (typeof stack !== 'string' || typeof step !== 'number') return null;
  return { depth, at, key, settled: settled === true, stack, step };
}

/** The sheet whose entry it is; null for that of a page. */
export function layerOf(state: unknown): number | null {
  if (typeof state !== 'object' || state === null) return null;
  const { layer }: Record<string, unknown> = { ...state };
  return typeof layer === 'number' ? layer : null;
}

export function firstEntry(): EntryState {
  return { depth: 0, at: 0, key: newKey(), settled: false, stack: newKey(), step: 0 };
}

export function newKey(): string {
  return Math.random().toString(36).slice(2, 10);
}

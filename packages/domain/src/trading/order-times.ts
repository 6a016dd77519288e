import { assert } from '../assert.ts';

const SECOND_MS = 1000;

/**
 * How much newer than the acceptance a tick may be that delays the entry. No tick is published before its second, and an
 * order is written within this time of its acceptance.
 */
export const TICK_AHEAD_MS_MAX = 2000;

/** Clocks of devices differ from the site's by less than this. A device takes the time from the site's answers. */
export const DEVICE_CLOCK_MS_MAX = 5000;

/**
 * The first whole second after both moments (epoch ms), and so many seconds later as the terms say. A moment on a whole second
 * gives the next one.
 */
export function entryAtOf(acceptedAt: number, newestTickAt: number, entryDelaySec = 0): number {
  assert(entryDelaySec >= 0 && Number.isSafeInteger(entryDelaySec), 'a delay is whole seconds');
  assert(Number.isSafeInteger(acceptedAt) && Number.isSafeInteger(newestTickAt), 'moments are whole milliseconds');
  return Math.floor(Math.max(acceptedAt, newestTickAt) / SECOND_MS) * SECOND_MS + (1 + entryDelaySec) * SECOND_MS;
}

/** When an order enters and closes (epoch ms). If there is no tick yet, acceptance alone decides. */
export function orderTimes(
  acceptedAt: number,
  newestTickAt: number | null,
  durationSec: number,
  entryDelaySec = 0,
): { readonly entryAt: number; readonly closesAt: number } {
  const entryAt = entryAtOf(acceptedAt, newestTickAt ?? acceptedAt, entryDelaySec);
  return { entryAt, closesAt: entryAt + durationSec * SECOND_MS };
}

/** The latest entry that any tick can give an order accepted at this moment. */
export function latestEntryAt(acceptedAt: number, entryDelaySec = 0): number {
  return entryAtOf(acceptedAt, acceptedAt + TICK_AHEAD_MS_MAX, entryDelaySec);
}

/**
 * Whether an order would enter later than whoever checks it allows. Only a clock that stepped back leaves a tick so far ahead:
 * none is published before its second.
 */
export function isTooFarAhead(newestTickAt: number, acceptedAt: number): boolean {
  return entryAtOf(acceptedAt, newestTickAt) > latestEntryAt(acceptedAt);
}

import { assert } from '../assert.ts';

const SECOND_MS = 1000;

/** The first whole second after both moments (epoch ms). A moment on a whole second gives the next one. */
export function entryAtOf(acceptedAt: number, newestTickAt: number): number {
  assert(Number.isSafeInteger(acceptedAt) && Number.isSafeInteger(newestTickAt), 'moments are whole milliseconds');
  return Math.floor(Math.max(acceptedAt, newestTickAt) / SECOND_MS) * SECOND_MS + SECOND_MS;
}

/** When an order enters and closes (epoch ms). If there is no tick yet, acceptance alone decides. */
export function orderTimes(
  acceptedAt: number,
  newestTickAt: number | null,
  durationSec: number,
): { readonly entryAt: number; readonly closesAt: number } {
  const entryAt = entryAtOf(acceptedAt, newestTickAt ?? acceptedAt);
  return { entryAt, closesAt: entryAt + durationSec * SECOND_MS };
}

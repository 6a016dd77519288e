/*
 * Products the member marked, in their own order. They belong to the device, like the display choices, and stay after a
 * logout.
 */

import { readKept, tryWriteKept } from '../../lib/kept-store.ts';
import { observable } from '@candor/api-client/observable';
import { useObservable } from '../../lib/observable.ts';
import { moved, readCodes, toggled } from './favourite-list.ts';

const KEY = 'favourites';

const favourites = observable<readonly string[]>([]);
let changed = false;

void readKept(KEY).then((kept) => {
  if (!changed) favourites.set(readCodes(kept));
});

/** Codes of the marked products, in the member's order. */
export function useFavourites(): readonly string[] {
  return useObservable(favourites);
}

/** Marks a product, at the end of the list, or removes its mark. */
export function toggleFavourite(code: string): void {
  change(toggled(favourites.get(), code));
}

/** Moves a marked product up (negative) or down by this many places. */
export function moveFavourite(code: string, by: number): void {
  change(moved(favourites.get(), code, by));
}

function change(codes: readonly string[]): void {
  changed = true;
  favourites.set(codes);
  tryWriteKept(KEY, codes);
}

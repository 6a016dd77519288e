/* The scroll of each page that was left, by the key of its entry. */

import { here } from './here.ts';

const scrollByKey = new Map<string, number>();

export function rememberScroll(): void {
  scrollByKey.set(here.entry.key, window.scrollY);
}

/** The scroll position of the page: the old one after going back, otherwise the top. */
export function rememberedScroll(): number {
  return here.arrivedBack ? (scrollByKey.get(here.entry.key) ?? 0) : 0;
}

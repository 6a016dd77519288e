/* The order of a list in its address and its call: `amount`, or `-amount` from the largest down. */

/** Its word in the address and in the call. */
export const SORT = 'sort';

export type Sort = { readonly by: string; readonly isDown: boolean };

/** Null for the list's own order, and for a word that none of the columns has. */
export function readSort(text: string | null, columns: readonly { readonly sort?: string }[]): Sort | null {
  const isDown = text?.startsWith('-') === true;
  const by = isDown ? text.slice(1) : text;
  const isKnown = by !== null && columns.some(({ sort }) => sort === by);
  return isKnown ? { by, isDown } : null;
}

export function sortOf(word: string, sort: Sort | null): Sort | null {
  return sort?.by === word ? sort : null;
}

/** What the next press asks for: the largest first, then the smallest, then the list's own order. */
export function nextSort(word: string, sort: Sort | null): string | null {
  if (sort?.by !== word) return `-${word}`;
  return sort.isDown ? word : null;
}

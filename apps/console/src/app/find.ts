/* How a typed text finds a name: every word of it somewhere, whatever its case and width. What begins with it comes first. */

import { narrow, visible } from '@candor/domain/text/typed-text';

export type Findable = {
  /** What is shown. */
  readonly name: string;
  /** What finds it too: its section, its address. */
  readonly also?: string;
};

/** Those that a text finds, best first, in their own order among equals. All without a text. */
export function findIn<Thing extends Findable>(things: readonly Thing[], text: string): Thing[] {
  const words = wordsOf(text);
  if (words.length === 0) return [...things];
  return things
    .map((thing) => ({ thing, rank: rankOf(thing, words) }))
    .filter(({ rank }) => rank < NOT_FOUND)
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ thing }) => thing);
}

const NOT_FOUND = 3;

function rankOf({ name, also = '' }: Findable, words: readonly string[]): number {
  const [own, other] = [plain(name), plain(also)];
  if (!words.every((word) => own.includes(word) || other.includes(word))) return NOT_FOUND;
  const [first = ''] = words;
  if (own.startsWith(first)) return 0;
  return words.every((word) => own.includes(word)) ? 1 : 2;
}

function wordsOf(text: string): string[] {
  return plain(text).split(/\s+/).filter(Boolean);
}

function plain(text: string): string {
  return narrow(visible(text)).toLowerCase().trim();
}

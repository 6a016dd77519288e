/*
 * Which command a few typed letters mean: the first hit is what Enter opens. Pure. A command is found by any of its words,
 * in any language, and by the initials of a Chinese word (黄金: hj).
 */

import { pinyinInitials } from '../../services/market/pinyin-initials.ts';

export type Command = {
  /** Kept with the recent commands, so it must mean the same in every version. */
  id: string;
  kind: 'product' | 'page' | 'action';
  /** What members type for it, in all languages. */
  words: readonly string[];
  /** Closed markets come after open ones. */
  isClosed?: boolean;
};

/** What the member used last, the newest first, and the products they marked. */
export type Habits = { recent: readonly string[]; favourites: readonly string[] };

const RESULTS_MAX = 20;
const RECENT_SHOWN = 5;

/** How well a word fits; lower is better. */
const FIT = { same: 0, start: 1, initials: 2, wordStart: 3, inside: 4, none: 5 } as const;

/** The commands that a text means, the best one first. Without a text: recent ones, favourites, then everything. */
export function rankCommands<T extends Command>(commands: readonly T[], text: string, habits: Habits): T[] {
  const typed = plain(text);
  if (typed === '') return byHabit(commands, habits);
  const ranked = commands
    .map((command) => ({ command, fit: fitOf(command, typed), habit: habitOf(command, habits) }))
    .filter(({ fit }) => fit < FIT.none);
  // The sort is stable: what is left equal keeps the order of the list.
  ranked.sort(
    (one, other) =>
      one.fit - other.fit ||
      Number(one.command.isClosed ?? false) - Number(other.command.isClosed ?? false) ||
      one.habit - other.habit,
  );
  return ranked.slice(0, RESULTS_MAX).map(({ command }) => command);
}

function byHabit<T extends Command>(commands: readonly T[], { recent, favourites }: Habits): T[] {
  const first = [
    ...recent.slice(0, RECENT_SHOWN),
    ...favourites.map((code) => `product:${code}`),
    ...commands.map(({ id }) => id),
  ];
  const found = [...new Set(first)].flatMap((id) => commands.find((command) => command.id === id) ?? []);
  return found.slice(0, RESULTS_MAX);
}

/** Recent commands are before favourites, and both before the rest. */
function habitOf({ id }: Command, { recent, favourites }: Habits): number {
  const used = recent.indexOf(id);
  if (used >= 0) return used;
  const marked = favourites.findIndex((code) => `product:${code}` === id);
  return marked >= 0 ? recent.length + marked : recent.length + favourites.length;
}

/** Every typed word must fit, the worst of them counts. Typed without spaces, a name of several words fits too. */
function fitOf({ words }: Command, typed: string): number {
  const known = words.map(plain);
  const parts = typed.split(' ');
  const apart = Math.max(...parts.map((part) => bestFit(part, words, known)));
  return parts.length === 1 ? apart : Math.min(apart, bestFit(typed, words, known));
}

function bestFit(typed: string, words: readonly string[], known: readonly string[]): number {
  let best: number = FIT.none;
  known.forEach((word, at) => {
    best = Math.min(best, fitOfWord(typed, word, words[at] ?? ''));
  });
  return best;
}

function fitOfWord(typed: string, word: string, written: string): number {
  const joined = word.replaceAll(' ', '');
  const short = typed.replaceAll(' ', '');
  if (joined === short) return FIT.same;
  if (joined.startsWith(short)) return FIT.start;
  const initials = /\p{Script=Han}/u.test(written) ? plain(pinyinInitials(written)).replaceAll(' ', '') : '';
  if (initials !== '' && initials.startsWith(short)) return initials === short ? FIT.start : FIT.initials;
  if (word.split(' ').some((part) => part.startsWith(typed))) return FIT.wordStart;
  return joined.includes(short) ? FIT.inside : FIT.none;
}

/** Full-width letters, case, and the marks between the parts of a name do not matter. */
function plain(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s/·:：-]+/g, ' ')
    .trim();
}

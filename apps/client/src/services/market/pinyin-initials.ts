/*
 * The first letters of Chinese names as people type them: 比特币 → btb. The Chinese collation sorts characters by their
 * reading. So the first character of each letter is enough to find the letter of any character; no table of readings is
 * needed.
 */

const LETTERS = 'abcdefghjklmnopqrstwxyz';
/** The first character of each letter's readings, in the order of `LETTERS`. */
const FIRST = '阿八嚓哒妸发旮哈讥咔垃妈拏噢妑七呥仨他穵夕丫帀';
const HAN = /\p{Script=Han}/u;

/** Made for the first search: its tables take a while to load. */
let collator: Intl.Collator | undefined;
const firsts = Array.from(FIRST);
const known = new Map<string, string>();

/**
 * Initials of the Chinese characters of a name; everything else stays. A character with several readings gets its usual
 * one.
 */
export function pinyinInitials(name: string): string {
  const initials = known.get(name) ?? Array.from(name, initialOf).join('');
  known.set(name, initials);
  return initials;
}

function initialOf(character: string): string {
  if (!HAN.test(character)) return character;
  collator ??= new Intl.Collator('zh-Hans-u-co-pinyin');
  const { compare } = collator;
  const at = firsts.findLastIndex((first) => compare(first, character) <= 0);
  return LETTERS[at] ?? character;
}

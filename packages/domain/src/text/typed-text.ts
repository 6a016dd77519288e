/*
 * What people type and paste, made readable: one normalisation for all fields, on the device and on the server. Copied text
 * carries characters that nobody sees, and several characters that look the same. Passwords never go through here: nobody
 * can see what was changed in them.
 */

/** Characters that turn the order of the text around them: embeddings, overrides and isolates. */
const TURNING = /[\u202A-\u202E\u2066-\u2069]/u;
const TURNING_ALL = /[\u202A-\u202E\u2066-\u2069]/gu;

/**
 * Characters without a picture of their own that copied text carries: zero-width spaces, direction marks, byte order marks,
 * soft hyphens, fillers, the empty cell of braille, and characters of formatting. Joiners and tags are not among them: emoji and some scripts need them.
 */
const INVISIBLE_ALL =
  /\u034F|\u17B4|\u17B5|[\u00AD\u061C\u115F\u1160\u180E\u200B\u200E\u200F\u2060-\u2065\u206A-\u206F\u2800\u3164\uFEFF\uFFA0\uFFF9-\uFFFB]/gu;
/** No code and no name needs these. */
const JOINERS_AND_TAGS = /\u200C|\u200D|[\uFE00-\uFE0F]|[\u{E0000}-\u{E0FFF}]/gu;

/** Letters, digits and signs of double width, U+FF01 to U+FF5E: the ASCII ones lie 0xFEE0 before them. */
const WIDE_ALL = /[\uFF01-\uFF5E]/gu;
const WIDE_OFFSET = 0xfee0;
/** Every space but the plain one. Line breaks and tabs are no spaces. */
const ODD_SPACES = /[\u00A0\u1680\u2000-\u200A\u202F\u205F\u3000]/gu;
/** The line and the paragraph separator, as documents carry them: a line break like any other. */
const OTHER_LINE_BREAKS = /[\u2028\u2029]/gu;
/** Hyphens, dashes and minus signs. */
const ODD_DASHES = /[\u2010-\u2015\u2043\u2212\u2E3A\u2E3B\uFE58\uFE63]/gu;
/** The dot between the parts of a name, as keyboards and documents write it. Katakana's ・ is one of them. */
const NAME_DOTS = /[\u00B7\u0387\u2022\u2024\u2027\u2219\u22C5\u2E31\u2E33\u30FB\uFF65]/gu;
export const NAME_DOT = '·';

/** Whether a text holds a character that shows it in another order than it is stored in. */
export function isTurned(text: string): boolean {
  return TURNING.test(text);
}

/** Wide letters, digits and signs as their narrow twins. Unlike NFKC it leaves "²" and "①" alone: those are no digits. */
export function narrow(text: string): string {
  return text.replaceAll(WIDE_ALL, (wide) => String.fromCodePoint((wide.codePointAt(0) ?? 0) - WIDE_OFFSET));
}

/** Without characters that nobody sees. What turns text around stays, so that it can be refused. */
export function visible(text: string): string {
  return text.replaceAll(INVISIBLE_ALL, '');
}

/**
 * Text that another person reads: a note, a message, a label. What nobody sees is taken away, and each kind of line break is
 * "\n", which a text of one line refuses. Characters that turn it around stay in it and are refused (`isTurned`).
 */
export function readWords(text: string): string {
  return visible(text).replaceAll(OTHER_LINE_BREAKS, '\n').trim();
}

/** A person's name: one kind of dot, one kind of space. Characters that turn it around stay in it and are refused. */
export function readName(text: string): string {
  return narrow(visible(text).replaceAll(JOINERS_AND_TAGS, ''))
    .normalize('NFC')
    .replaceAll(ODD_SPACES, ' ')
    .replaceAll(/ +/g, ' ')
    .replaceAll(NAME_DOTS, NAME_DOT)
    .trim();
}

/**
 * A code, a number, an address, a hash: what means the same in another width and without invisible characters. Copied
 * numbers are often wrapped in characters that turn text around; here these mean nothing and are dropped.
 */
export function readCode(text: string): string {
  return narrow(visible(text).replaceAll(TURNING_ALL, '').replaceAll(JOINERS_AND_TAGS, ''))
    .replaceAll(ODD_SPACES, ' ')
    .replaceAll(ODD_DASHES, '-')
    .trim();
}

/** A code that is written in groups for the eye only: a card, a hash, six digits. No spaces, no hyphens. */
export function readNumber(text: string): string {
  return readCode(text).replaceAll(/[\s-]/g, '');
}

/** What is searched for: a name or a code. */
export function readSearch(text: string): string {
  return readName(text.replaceAll(TURNING_ALL, ''));
}

/* What in a source is not on the scales of design-tokens.ts: the rules behind scales.test.ts. */

import { COLOURS, RADII, SHADOWS, SPACES, TYPE, WEIGHTS } from './design-tokens.ts';

export type Foreign = { line: number; what: string };

function names(...lists: (readonly string[])[]) {
  return new Set(lists.flat());
}

const COLOUR_NAMES = names(Object.keys(COLOURS.dark), [
  'up',
  'down',
  'up-fill',
  'down-fill',
  'on-up',
  'on-down',
  'flat',
  'transparent',
  'current',
]);
const SIZES = names(Object.keys(TYPE));
/** What `text-` also says in Tailwind. */
const TEXT_WORDS = names([
  'start',
  'end',
  'center',
  'left',
  'right',
  'balance',
  'pretty',
  'wrap',
  'nowrap',
  'ellipsis',
  'clip',
]);
const BACKGROUND_WORDS = names(['clip-padding', 'cover', 'contain', 'center', 'no-repeat', 'linear-to-t']);
const FONTS = names(Object.keys(WEIGHTS), ['sans', 'mono', '[inherit]']);
const GAPS = names(
  ['0', 'px', 'auto'],
  SPACES.map((px) => String(px / 4)),
);
const ROUND = names(Object.keys(RADII), ['full', 'none', 'inner']);
const SHADES = names(Object.keys(SHADOWS.dark), ['none']);
/** Room that the frame of the app gives: safe areas, bars, the gutter of a page. */
const FRAME = /var\(--(?:gutter|safe|shell|nav|topnav|rail|tabbar|strip|help)[\w-]*|env\(safe-area/;
const SPACING = /^-?(?:p|m|scroll-m|scroll-p)[xytbse]?-(.+)$|^-?(?:gap|gap-x|gap-y|space-x|space-y)-(.+)$/;
const RAW_COLOUR = /#(?:[0-9a-f]{8}|[0-9a-f]{6}|[0-9a-f]{3})\b|\b(?:rgba?|hsla?|oklch|oklab)\([^)]*\)/gi;
const RAW_STYLE = /\b(?:fontSize|fontWeight|borderRadius|boxShadow|transitionDuration):/g;
const STRINGS = /'[^'\n]*'|"[^"]*"|`[^`]*`/g;

export function foreignIn(file: string, text: string): Foreign[] {
  return withoutComments(text)
    .split('\n')
    .flatMap((line, index) => inLine(file, line).map((what) => ({ line: index + 1, what })));
}

function inLine(file: string, line: string): string[] {
  if (file.endsWith('.css')) return inStyles(line);
  const isMarkup = file.endsWith('.tsx');
  const words = [...line.matchAll(STRINGS)].map(([string]) => string.slice(1, -1));
  // A class list may go over several lines.
  const classes = (words.length === 0 ? [line] : words).flatMap((list) => list.split(/[\s'"`]+/));
  return [
    ...classes.filter((name) => isForeignClass(name)),
    ...(line.match(RAW_COLOUR) ?? []).filter((colour) => !colour.includes('${')),
    ...(isMarkup ? (line.match(RAW_STYLE) ?? []) : []),
  ];
}

/** @param written as it stands in a class list: with its variants, sign and "!" */
function isForeignClass(written: string): boolean {
  const name = written.replace(/^(?:[^:[\]]*(?:\[[^\]]*\])?:)+/, '').replace(/^!|!$/g, '');
  const value = (prefix: string) =>
    name.startsWith(prefix) ? name.slice(prefix.length).replace(/\/[\w.[\]()-]+$/, '') : null;
  const textOf = value('text-');
  if (COLOUR_NAMES.has(name)) return false;
  if (textOf !== null)
    return (
      isClassWord(textOf) &&
      !SIZES.has(textOf) &&
      !COLOUR_NAMES.has(textOf) &&
      !TEXT_WORDS.has(textOf) &&
      !textOf.startsWith('[#')
    );
  const background = value('bg-');
  if (background !== null)
    return (
      isClassWord(background) &&
      !COLOUR_NAMES.has(background) &&
      !BACKGROUND_WORDS.has(background) &&
      !/^\[(?:image:|#|rgb)/.test(background)
    );
  const font = value('font-');
  if (font !== null) return isClassWord(font) && !FONTS.has(font);
  const rounded = /^rounded(?:-(?:[tbselr]|ss|se|es|ee|tl|tr|bl|br))?(?:-(.+))?$/.exec(name);
  if (rounded !== null) return !ROUND.has(rounded[1] ?? 'bare');
  const shadow = value('shadow-');
  if (shadow !== null) return !SHADES.has(shadow);
  const duration = value('duration-') ?? value('delay-');
  if (duration !== null) return isClassWord(duration) && !/^\(--(?:dur-\d|delay)\)$/.test(duration);
  const spacing = SPACING.exec(name);
  const room = spacing?.[1] ?? spacing?.[2];
  return room !== undefined && /^[\d[(]|^(?:px|auto)$/.test(room) && !GAPS.has(room) && !FRAME.test(room);
}

/** A word of a class, not of a file's name or a sentence: "text-files", "bg-fetch.ts". */
function isClassWord(value: string): boolean {
  return /^[\w-]+$|^\[.*\]$|^\(.*\)$/.test(value);
}

const STYLES: readonly RegExp[] = [
  /\bfont-size: (?!var|inherit|\d+%|[\d.]+%)[^;]+/,
  /\bfont-weight: (?!var|inherit)[^;]+/,
  /\bborder-(?:[\w-]+-)?radius: (?!var|inherit|999px|0|50%)[^;]+/,
  /\bbox-shadow: (?!var|none)[^;]+/,
  /\b(?:transition|animation)(?:-duration)?: [^;]*\b[1-9]\d*m?s\b[^;]*/,
  /\b(?:padding|margin|gap)(?:-[\w-]+)?: (?!var|0;|0 |auto|(?:0\.25|0\.5|0\.75|1|1\.5|2)rem)[^;]+/,
];

function inStyles(line: string): string[] {
  const found = STYLES.map((rule) => rule.exec(line)?.[0]).filter((what) => what !== undefined);
  return [...found, ...(line.match(RAW_COLOUR) ?? [])].map((what) => what.replace(/ !important$/, ''));
}

/** With as many lines as before. A colour or a size that a comment names is no use of it. */
function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[^]*?\*\/|(?<=^|\s)\/\/[^\n]*/g, (comment) => comment.replaceAll(/[^\n]/g, ''));
}

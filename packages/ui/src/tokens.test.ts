import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { tokensCss } from './tokens-css.ts';

/*
 * The colours of results, read from the stylesheet: win and lose can be read on every surface of both themes, and
 * neither looks like a direction of any scheme.
 */

const CSS = readFileSync(new URL('tokens.css', import.meta.url), 'utf8');
const CSS_LATER = readFileSync(new URL('tokens-later.css', import.meta.url), 'utf8');
const SURFACES = ['--bg', '--surface-1', '--surface-2', '--surface-3', '--raised', '--sheet'];
const DIRECTIONS = ['--red-text', '--green-text', '--blue-text', '--gold-text'];
/** WCAG 2.2 AA for text of any size. */
const CONTRAST_MIN = 4.5;
/** Distances in OKLab. Two greens that only an expert tells apart are 0.02 from each other. */
const APART_MIN = 0.09;
const HUES_APART_MIN = 0.06;
const PAIR_APART_MIN = 0.2;

const dark = both(':root {');
const light = both(":root[data-theme='light'] {");
const themes = { dark: new Map(dark), light: new Map([...dark, ...light]) };

test.each(Object.keys(themes) as (keyof typeof themes)[])('results can be read on every surface: %s', (theme) => {
  for (const result of ['--win', '--lose']) {
    const ink = colour(theme, result);
    for (const surface of SURFACES)
      expect(contrast(ink, colour(theme, surface)), surface).toBeGreaterThan(CONTRAST_MIN);
    // A chip stands on a tint of its own colour, mixed as the browser mixes it: in sRGB.
    const tint = Number.parseInt(token(theme, '--chip-tint'), 10) / 100;
    const chip = mix(ink, colour(theme, '--surface-1'), tint);
    expect(contrast(ink, chip), 'chip').toBeGreaterThan(CONTRAST_MIN);
  }
});

test.each(Object.keys(themes) as (keyof typeof themes)[])(
  'figures of indicators can be read on the chart: %s',
  (theme) => {
    const hues = [...themes[theme].keys()].filter((name) => name.startsWith('--chart-'));
    expect(hues).toHaveLength(6);
    for (const hue of hues) {
      expect(contrast(colour(theme, hue), colour(theme, '--bg')), hue).toBeGreaterThan(CONTRAST_MIN);
      for (const other of hues.filter((each) => each !== hue))
        expect(distance(colour(theme, hue), colour(theme, other)), `${hue} ${other}`).toBeGreaterThan(HUES_APART_MIN);
    }
  },
);

test.each(Object.keys(themes) as (keyof typeof themes)[])('no result looks like a direction: %s', (theme) => {
  for (const result of ['--win', '--lose'])
    for (const direction of DIRECTIONS)
      expect(distance(colour(theme, result), colour(theme, direction)), direction).toBeGreaterThan(APART_MIN);
  expect(distance(colour(theme, '--win'), colour(theme, '--lose'))).toBeGreaterThan(PAIR_APART_MIN);
});

/** The tag of the chart's last price in the blue and gold scheme: `lastTag` in the chart. */
test.each(Object.keys(themes) as (keyof typeof themes)[])('blue and gold carry the colour of the page: %s', (theme) => {
  for (const ground of ['--blue-text', '--gold-text'])
    expect(contrast(colour(theme, ground), colour(theme, '--bg')), ground).toBeGreaterThan(CONTRAST_MIN);
});

/** What a colour means is read in words of that colour: on every surface, and as a chip on a tint of itself. */
const MEANINGS = [
  '--link',
  '--waiting',
  '--info',
  '--warn',
  '--success',
  '--danger',
  '--practice',
  '--series',
  '--text-2',
  '--asset-1',
  '--asset-2',
  '--asset-3',
  '--asset-4',
  '--asset-5',
  '--asset-6',
];

test.each(Object.keys(themes) as (keyof typeof themes)[])('every meaning can be read on every surface: %s', (theme) => {
  for (const meaning of MEANINGS) {
    const ink = colour(theme, meaning);
    for (const surface of SURFACES)
      expect(contrast(ink, colour(theme, surface)), `${meaning} on ${surface}`).toBeGreaterThan(CONTRAST_MIN);
    const tint = Number.parseInt(token(theme, '--chip-tint'), 10) / 100;
    expect(contrast(ink, mix(ink, colour(theme, '--surface-1'), tint)), `${meaning} chip`).toBeGreaterThan(
      CONTRAST_MIN,
    );
  }
  for (const [ink, ground] of [
    ['--on-primary', '--primary'],
    ['--on-primary', '--primary-pressed'],
    ['--on-selected', '--selected'],
    ['--on-badge', '--badge'],
    ['--on-danger', '--danger-fill'],
  ] as const)
    expect(contrast(colour(theme, ink), colour(theme, ground)), `${ink} on ${ground}`).toBeGreaterThan(CONTRAST_MIN);
});

test.each(Object.keys(themes) as (keyof typeof themes)[])(
  'who waits, who has to act and what is a result are told apart: %s',
  (theme) => {
    for (const [one, other] of [
      ['--waiting', '--warn'],
      ['--waiting', '--lose'],
      ['--waiting', '--info'],
      ['--practice', '--info'],
      ['--practice', '--warn'],
      ['--primary', '--link'],
    ] as const)
      expect(distance(colour(theme, one), colour(theme, other)), `${one} ${other}`).toBeGreaterThan(0.06);
  },
);

test('tokens.css is what design-tokens.ts says: npm run tokens', () => {
  const plain = (css: string) => css.replaceAll(/\s+/g, ' ');
  expect(plain(CSS)).toBe(plain(tokensCss('first')));
  expect(plain(CSS_LATER)).toBe(plain(tokensCss('later')));
});

type Rgb = readonly [number, number, number];

function blockOf(css: string, start: string): string {
  const from = css.indexOf(start);
  expect(from, start).toBeGreaterThanOrEqual(0);
  return css.slice(from, css.indexOf('}', from));
}

function both(start: string): [string, string][] {
  return [CSS, CSS_LATER].flatMap((css) => tokensOf(blockOf(css, start)));
}

function tokensOf(block: string): [string, string][] {
  return [...block.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(([, name = '', value = '']) => [name, value]);
}

function token(theme: keyof typeof themes, name: string): string {
  const value = themes[theme].get(name);
  if (value === undefined) throw new Error(`${name} is missing`);
  return value;
}

/** Red, green and blue of sRGB, 0 to 1. */
function colour(theme: keyof typeof themes, name: string): Rgb {
  const hex = /^#(..)(..)(..)$/.exec(token(theme, name));
  if (hex === null) throw new Error(`${name} is not a plain colour`);
  const [red = '', green = '', blue = ''] = hex.slice(1);
  return [share(red), share(green), share(blue)];
}

function share(hex: string): number {
  return Number.parseInt(hex, 16) / 255;
}

function linear(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

function mix([r, g, b]: Rgb, [r2, g2, b2]: Rgb, share: number): Rgb {
  const one = (a: number, c: number) => a * share + c * (1 - share);
  return [one(r, r2), one(g, g2), one(b, b2)];
}

function contrast(one: Rgb, other: Rgb): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

function luminance([r, g, b]: Rgb): number {
  return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
}

function distance(one: Rgb, other: Rgb): number {
  const from = oklab(one);
  const to = oklab(other);
  return Math.hypot(from[0] - to[0], from[1] - to[1], from[2] - to[2]);
}

/** https://www.w3.org/TR/css-color-4/#color-conversion-code */
function oklab(encoded: Rgb): Rgb {
  const [r, g, b] = [linear(encoded[0]), linear(encoded[1]), linear(encoded[2])];
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

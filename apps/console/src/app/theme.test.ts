import { DEFAULT_THEME, mergeMantineTheme } from '@mantine/core';
import { describe, expect, test } from 'vitest';
import { cssVariables, theme } from './theme.ts';

/** Every text of the console is readable in both schemes: a contrast of 4.5 on each surface it stands on. */

const merged = mergeMantineTheme(DEFAULT_THEME, theme);
const variables = cssVariables(merged);

/** What Mantine itself makes of a variable that the theme leaves alone. */
const OWN = {
  light: { '--mantine-color-body': '#ffffff' },
  dark: { '--mantine-color-body': shade('dark', 7), '--mantine-color-text': shade('dark', 0) },
};

type Scheme = keyof typeof OWN;

function shade(color: string, at: number): string {
  return merged.colors[color]?.[at] ?? '';
}

function colorOf(scheme: Scheme, name: string): string {
  const given: Readonly<Record<string, string>> = { ...OWN[scheme], ...variables[scheme] };
  const [, color = '', at = ''] = /^--mantine-color-([a-z]+)-(\d)$/.exec(name) ?? [];
  return given[name] ?? shade(color, Number(at));
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  expect([one, other].join()).toMatch(/^#[\da-f]{6},#[\da-f]{6}$/iu);
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** As `color-mix` in srgb. */
function mixed(one: string, other: string, share: number): string {
  const parts = [1, 3, 5].map((at) => {
    const [a, b] = [one, other].map((hex) => Number.parseInt(hex.slice(at, at + 2), 16));
    return Math.round((a ?? 0) * share + (b ?? 0) * (1 - share));
  });
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

const TONES = ['wait', 'busy', 'warn', 'good', 'bad', 'quiet', 'practice'];

const SURFACES = [
  '--mantine-color-body',
  '--candor-canvas',
  '--candor-row-hover',
  '--candor-row-selected',
  '--candor-row-changed-still',
];
const TEXTS = [
  'text',
  'dimmed',
  'placeholder',
  'anchor',
  'error',
  'accent-text',
  'accent-light-color',
  'accent-outline',
  // Shades that pages name for their texts and for buttons that are not filled.
  'red-8',
  'red-9',
  'teal-9',
  'accent-8',
].map((name) => `--mantine-color-${name}`);

describe.each(['light', 'dark'] as const)('in the %s scheme', (scheme) => {
  test.each(TEXTS)('%s is readable on every surface', (text) => {
    for (const surface of SURFACES)
      expect(contrast(colorOf(scheme, text), colorOf(scheme, surface)), surface).toBeGreaterThanOrEqual(4.5);
  });

  test.each(TONES)('the badge of a state is readable: %s', (tone) => {
    const [text, body] = [colorOf(scheme, `--candor-tone-${tone}`), colorOf(scheme, '--mantine-color-body')];
    const tint = Number.parseInt(colorOf(scheme, '--candor-tint'), 10) / 100;
    expect(contrast(text, mixed(text, body, tint))).toBeGreaterThanOrEqual(4.5);
    // A browser that mixes no colours.
    expect(contrast(text, colorOf(scheme, '--candor-surface-3'))).toBeGreaterThanOrEqual(4.5);
  });

  test('what is wrong in a row is readable on every surface, and while the row is marked as changed', () => {
    for (const surface of [...SURFACES, '--candor-row-changed', '--candor-surface-3'])
      expect(contrast(colorOf(scheme, '--candor-tone-bad'), colorOf(scheme, surface)), surface).toBeGreaterThanOrEqual(
        4.5,
      );
  });

  test('the loud badge is readable', () => {
    expect(contrast('#ffffff', colorOf(scheme, '--candor-tone-stop'))).toBeGreaterThanOrEqual(4.5);
  });
});

test.each(Object.keys(merged.colors))('quiet %s, as of a badge, is readable in the dark scheme', (color) => {
  // Mantine takes the first shade as the text there.
  const text = colorOf('dark', `--mantine-color-${color}-0`);
  expect(contrast(text, colorOf('dark', '--mantine-color-body'))).toBeGreaterThanOrEqual(4.5);
});

test.each([
  ['red', 8],
  ['red', 9],
  ['teal', 9],
])('a filled button in %s.%i keeps its dark shade under white text', (color, at) => {
  const input = { color: `${color}.${at}`, theme: merged, variant: 'filled' };
  const { background, color: text } = merged.variantColorResolver(input);
  expect(text).toBe('#ffffff');
  expect(contrast(background, '#ffffff')).toBeGreaterThanOrEqual(4.5);
});

test.each(['subtle', 'light', 'outline'])('a %s button has the named shade as its text', (variant) => {
  const input = { color: 'red.8', theme: merged, variant };
  expect(merged.variantColorResolver(input).color).toBe('var(--mantine-color-red-8)');
});

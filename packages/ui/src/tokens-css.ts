/* design-tokens.ts as a style sheet. */

import { COLOURS, DECORATION, DURATIONS, SHADOWS } from './design-tokens.ts';

const HEAD = `/*
 * Written by \`npm run tokens\` from design-tokens.ts. Components use these names (or the Tailwind utilities mapped onto them in
 * theme.css), never a raw colour. The switches on <html> beside the theme are in modes.css.
 */
`;

/** What no first screen draws: charts and logos. The first screen comes in ten packets, and has no room for it. */
const LATER = /^--(?:asset-\d|chart-)/;

/** @param part `first` is in the page itself, `later` comes with the styles of all screens */
export function tokensCss(part: 'first' | 'later'): string {
  const isOf = (line: string) => LATER.test(line) === (part === 'later');
  const dark = declarationsOf('dark').filter(isOf);
  const light = declarationsOf('light').filter((line) => isOf(line) && !dark.includes(line));
  if (part === 'later')
    return `${HEAD}:root {\n${indented(dark)}\n}\n\n:root[data-theme='light'] {\n${indented(light)}\n}\n`;
  const durations = Object.entries(DURATIONS).map(([name, ms]) => `--${name}: ${ms}ms;`);
  return `${HEAD}:root {
  color-scheme: dark;

${indented([...dark, ...durations])}
}

:root[data-theme='light'] {
  color-scheme: light;

${indented(light)}
}
`;
}

function declarationsOf(theme: 'dark' | 'light'): string[] {
  const shadows = Object.entries(SHADOWS[theme]).map(([name, value]) => [`shadow-${name}`, value] as const);
  const all = [...Object.entries(COLOURS[theme]), ...Object.entries(DECORATION[theme]), ...shadows];
  return all.map(([name, value]) => `--${name}: ${value};`);
}

function indented(lines: readonly string[]): string {
  return lines.map((line) => `  ${line}`).join('\n');
}

import { readFileSync } from 'node:fs';
import { GROUNDS } from '@candor/domain/site/site-colour';
import { expect, test } from 'vitest';

/* A colour is judged on the grounds that main buttons stand on. They are tokens, and another package has those. */

const TOKENS = readFileSync(new URL('../../../../../packages/ui/src/tokens.css', import.meta.url), 'utf8');
const NAMES = ['bg', 'surface-1', 'surface-2', 'surface-3', 'field', 'sheet', 'tabbar'] as const;
const [DARK = '', LIGHT = ''] = TOKENS.split(":root[data-theme='light']");

test.each([
  ['dark', DARK],
  ['light', LIGHT],
] as const)('every ground of the %s theme is one that a colour is judged on, and no other is', (theme, css) => {
  const found = NAMES.map((name) => new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(css)?.[1]);
  expect(found).not.toContain(undefined);
  expect([...new Set(found)].toSorted()).toEqual(GROUNDS[theme].toSorted());
});

// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { ROUTE_TABLE } from './src/app/route-table.ts';
import { routeOf } from './src/lib/paths.ts';
import { MEMBER_TEXTS, PAGES, PAGE_TEXTS } from './vite-boot.ts';

/** The page's own texts come with every screen, those of login with them. */
const ALWAYS = ['session'];

test.each(Object.entries(PAGES))('the page starts the screen of %s, with its texts', (path, [module = '']) => {
  const route = routeOf(path);
  if (route === null) throw new Error(`no route has ${path}`);
  // The import that loads the screen names its file.
  expect(String(ROUTE_TABLE[route].load)).toContain(module);
  const started = [...ALWAYS, ...MEMBER_TEXTS, ...(PAGE_TEXTS[path] ?? [])];
  expect(ROUTE_TABLE[route].texts.filter((file) => !started.includes(file))).toEqual([]);
});

test('texts are only listed for screens that are started', () => {
  expect(Object.keys(PAGE_TEXTS).filter((path) => !(path in PAGES))).toEqual([]);
});

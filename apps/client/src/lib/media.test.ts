// @vitest-environment happy-dom
import { readFileSync } from 'node:fs';
import { act, createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import { useIsSideways, useIsSmall, useLayout } from './media.ts';

Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true);

test('a phone prints the layout on its screen, though the paper is as wide as a tablet', async () => {
  let widthPx = 390;
  let isPaper = false;
  const listeners = new Set<() => void>();
  vi.stubGlobal('matchMedia', (query: string) => ({
    get matches() {
      return query === 'print' ? isPaper : widthPx >= Number(/min-width: (\d+)px/.exec(query)?.[1] ?? Infinity);
    },
    addEventListener: (_: string, listener: () => void) => listeners.add(listener),
    removeEventListener: (_: string, listener: () => void) => listeners.delete(listener),
  }));
  const layouts: string[] = [];
  const resize = async (px: number, paper: boolean) => {
    [widthPx, isPaper] = [px, paper];
    await act(async () => listeners.forEach((tell) => tell()));
    return layouts.at(-1);
  };
  function Shown() {
    layouts.push(useLayout());
    return null;
  }
  await act(async () => createRoot(document.createElement('div')).render(createElement(Shown)));
  expect(layouts.at(-1)).toBe('mobile');
  expect(await resize(794, true)).toBe('mobile');
  expect(await resize(390, false)).toBe('mobile');
  expect(await resize(794, false)).toBe('tablet');
});

test.each([
  { variant: 'small', use: useIsSmall },
  { variant: 'sideways', use: useIsSideways },
])('$variant is the same window for scripts and styles', async ({ variant, use }) => {
  const asked: string[] = [];
  vi.stubGlobal('matchMedia', (query: string) => {
    asked.push(query);
    return { matches: false, addEventListener: () => undefined, removeEventListener: () => undefined };
  });
  const Asks = () => {
    use();
    return null;
  };
  await act(async () => createRoot(document.createElement('div')).render(createElement(Asks)));
  const theme = readFileSync('packages/ui/src/theme.css', 'utf8');
  const [, rule] = new RegExp(String.raw`@custom-variant ${variant} \{\s*@media ([^{]+?) \{`).exec(theme) ?? [];
  expect(asked[0]).toBe(rule);
});

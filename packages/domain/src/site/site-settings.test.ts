import { expect, test } from 'vitest';
import { lookProblem, runningWindow, siteDifferences, windowsProblem, writeSiteDifference } from './site-settings.ts';

const NOW = Date.parse('2026-11-27T12:00:00.000Z');
function at(minutes: number): string {
  return new Date(NOW + minutes * 60_000).toISOString();
}
function window(from: number, until: number) {
  return { from: at(from), until: at(until) };
}

test('windows that are announced in time, short and apart are taken', () => {
  expect(windowsProblem([], [], NOW)).toBeNull();
  expect(windowsProblem([window(15, 735), window(800, 1000)], [], NOW)).toBeNull();
});

test.each([
  ['in the past', [window(-60, -30)], 'until', 'SITE_WINDOW_ORDER'],
  ['that runs at once', [window(0, 30)], 'from', 'SITE_WINDOW_NOTICE'],
  ['that ends before it begins', [window(60, 30)], 'until', 'SITE_WINDOW_ORDER'],
  ['of ten years', [window(60, 60 * 24 * 3650)], 'until', 'SITE_WINDOW_LONG'],
  ['in ten years', [window(60 * 24 * 3650, 60 * 24 * 3650 + 60)], 'from', 'SITE_WINDOW_NOTICE'],
])('a window %s is refused', (_, windows, field, key) => {
  expect(windowsProblem(windows, [], NOW)).toEqual({ field: `windows.0.${field}`, key });
});

test('windows over each other, or too long together, are refused', () => {
  expect(windowsProblem([window(60, 120), window(110, 130)], [], NOW)).toMatchObject({ field: 'windows.1.from' });
  const long = [window(60, 780), window(800, 1500), window(1600, 1700)];
  expect(windowsProblem(long, [], NOW)).toEqual({ field: 'windows.2.until', key: 'SITE_WINDOW_LONG' });
});

test('one that runs may end earlier, and neither grow nor move', () => {
  const before = [window(-30, 30)];
  expect(windowsProblem([window(-30, 10)], before, NOW)).toBeNull();
  expect(windowsProblem([window(-30, 60)], before, NOW)).toMatchObject({ key: 'SITE_WINDOW_NOTICE' });
  expect(windowsProblem([window(-20, 30)], before, NOW)).toMatchObject({ key: 'SITE_WINDOW_NOTICE' });
});

test('a window runs from its first moment to before its last', () => {
  const windows = [window(0, 10)];
  expect(runningWindow(windows, NOW)).toEqual(windows[0]);
  expect(runningWindow(windows, NOW + 600_000)).toBeUndefined();
  expect(runningWindow(windows, NOW - 1)).toBeUndefined();
});

test('a colour that cannot be read is refused with its reason', () => {
  expect(lookProblem({ logo: null, primary: null })).toBeNull();
  expect(lookProblem({ logo: null, primary: '#777777' })).toEqual({ field: 'primary', key: 'SITE_COLOUR_LABEL' });
  expect(lookProblem({ logo: null, primary: '#000000' })).toEqual({ field: 'primary', key: 'SITE_COLOUR_DARK' });
  expect(lookProblem({ logo: null, primary: '#ffffff' })).toEqual({ field: 'primary', key: 'SITE_COLOUR_LIGHT' });
});

test('a change is told in words', () => {
  const before = { name: 'Candor', languages: ['en'], windows: [] };
  const after = { name: 'Harbour', languages: ['en', 'zh-Hans'], windows: [window(60, 120)] };
  expect(siteDifferences(before, after).map(writeSiteDifference)).toEqual([
    'languages: "en" → "en, zh-Hans"',
    'name: "Candor" → "Harbour"',
    'windows.0: "" → "2026-11-27T13:00:00.000Z – 2026-11-27T14:00:00.000Z"',
  ]);
  expect(siteDifferences(before, before)).toEqual([]);
});

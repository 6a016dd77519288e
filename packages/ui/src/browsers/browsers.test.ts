// @vitest-environment happy-dom
import { readFileSync } from 'node:fs';
import { parse } from 'acorn';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/** No module: it is a script of its own. */
const MISSING_FUNCTIONS: string = './missing-functions.ts';

function read(file: string): string {
  return readFileSync(new URL(file, import.meta.url), 'utf8');
}

test.each(['check-browser.js', 'old.js'])('%s is readable for a browser of 2009', (file) => {
  expect(() => parse(read(file), { ecmaVersion: 5 })).not.toThrow();
});

/** What a script of the page writes into it, in a browser with these functions. */
function written(file: string, browser: Record<string, unknown>): string {
  const write = vi.fn<(text: string) => void>();
  // oxlint-disable-next-line no-new-func, typescript/no-implied-eval -- The script of the page, in a browser of the test.
  const run = new Function('self', 'window', 'document', 'AbortSignal', 'URL', read(file));
  // Not the document of this test: it is written into.
  const page = { write, addEventListener: () => undefined };
  run(browser, browser, page, browser['AbortSignal'], browser['URL']);
  return write.mock.calls.join('');
}

const NEW = {
  OffscreenCanvas: Object,
  AbortSignal: { timeout: () => undefined, any: () => undefined },
  URL: { canParse: () => true },
};
const FIREFOX_115 = { ...NEW, AbortSignal: { timeout: NEW.AbortSignal.timeout } };
const CHROME_109 = { ...NEW, URL: {} };

test('a new browser loads nothing', () => {
  expect(written('check-browser.js', NEW)).toBe('');
});

test.each([
  ['Firefox 115', FIREFOX_115],
  ['Chrome 109', CHROME_109],
])('%s gets the functions that it lacks', (_, browser) => {
  expect(written('check-browser.js', browser)).toBe('<script src=OLD></script>');
  expect(written('old.js', browser)).toBe('<script src="MISSING"></script>');
});

test.each([
  ['Safari 16.3', { AbortSignal: FIREFOX_115.AbortSignal, URL: {} }],
  ['Chrome 102', { ...NEW, AbortSignal: {} }],
  ['a browser of 2009', {}],
])('%s gets no functions', (_, browser) => {
  expect(written('check-browser.js', browser)).toBe('<script src=OLD></script>');
  expect(written('old.js', browser)).toBe('');
});

test('the page says that the browser is too old, in three languages, and keeps nothing else', () => {
  document.body.innerHTML = '<div id="root">login</div>';
  // oxlint-disable-next-line no-new-func, typescript/no-implied-eval -- The script of the page, in a browser without anything.
  new Function('window', read('old.js'))({});
  expect(document.getElementById('root')).toBeNull();
  const parts = [...document.querySelectorAll('#too-old > div')];
  expect(parts.map((part) => [part.getAttribute('lang'), part.querySelector('h1')?.textContent])).toEqual([
    ['zh-Hans', '浏览器版本过低'],
    ['zh-Hant', '瀏覽器版本過舊'],
    ['en', 'This browser is too old'],
  ]);
  for (const part of parts) expect(part.textContent).toContain('BROWSERS');
});

const OWNERS: [object, readonly string[]][] = [
  [Array.prototype, ['toSorted', 'toReversed']],
  [String.prototype, ['isWellFormed']],
  [AbortSignal, ['any']],
  [URL, ['canParse']],
];
const natives = OWNERS.flatMap(([owner, names]) =>
  names.map((name) => ({ owner, name, descriptor: Object.getOwnPropertyDescriptor(owner, name) })),
);

beforeEach(async () => {
  for (const { owner, name } of natives) Reflect.deleteProperty(owner, name);
  vi.resetModules();
  await import(/* @vite-ignore */ MISSING_FUNCTIONS);
});

afterEach(() => {
  for (const { owner, name, descriptor } of natives)
    if (descriptor !== undefined) Object.defineProperty(owner, name, descriptor);
});

test('copies are sorted and turned, and the list stays', () => {
  const list = [10, 9, 1];
  expect([list.toSorted(), list.toSorted((a, b) => a - b), list.toReversed(), list]).toEqual([
    [1, 10, 9],
    [1, 9, 10],
    [1, 9, 10],
    [10, 9, 1],
  ]);
  expect(Object.keys(Array.prototype)).toEqual([]);
});

test('half of a pair is not well formed', () => {
  expect(['', 'a', '张😀', '\ud83d', 'a\ude00b'].map((text) => text.isWellFormed())).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
});

test('addresses are tried', () => {
  expect([URL.canParse('https://a.b/c'), URL.canParse('/c'), URL.canParse('/c', 'https://a.b')]).toEqual([
    true,
    false,
    true,
  ]);
});

test('the first signal of several ends all, with its reason', () => {
  const [one, other] = [new AbortController(), new AbortController()];
  const any = AbortSignal.any([one.signal, other.signal]);
  const heard = vi.fn<() => void>();
  any.addEventListener('abort', heard);
  expect(any.aborted).toBe(false);
  other.abort('left');
  one.abort('late');
  expect([any.aborted, any.reason]).toEqual([true, 'left']);
  expect(heard).toHaveBeenCalledOnce();
  const already = AbortSignal.any([one.signal]);
  expect([already.aborted, already.reason]).toEqual([true, 'late']);
});

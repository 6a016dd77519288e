// @vitest-environment happy-dom
import { readFileSync } from 'node:fs';
import { parse } from 'acorn';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/** No module: it is a script of its own. */
const MISSING_FUNCTIONS: string = './missing-functions.ts';

const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8');

test.each(['check-browser.js', 'too-old.js'])('%s is readable for a browser of 2009', (file) => {
  expect(() => parse(read(file), { ecmaVersion: 5 })).not.toThrow();
});

/** What check-browser.js writes into the page of a browser with these functions. */
function written(browser: Record<string, unknown>): string {
  const write = vi.fn<(text: string) => void>();
  // oxlint-disable-next-line no-new-func, typescript/no-implied-eval -- The script of the page, in a browser of the test.
  const run = new Function(
    'window',
    'document',
    'HTMLScriptElement',
    'AbortSignal',
    'URL',
    'Element',
    read('check-browser.js'),
  );
  run(browser, { write }, browser['HTMLScriptElement'], browser['AbortSignal'], browser['URL'], browser['Element']);
  return write.mock.calls.join('');
}

const NEW = {
  HTMLScriptElement: { supports: () => true },
  AbortSignal: { timeout: () => undefined, any: () => undefined },
  URL: { canParse: () => true },
  Element: { prototype: { checkVisibility: () => true } },
};

test('a new browser loads nothing', () => {
  expect(written(NEW)).toBe('');
});

test.each([
  ['without modules', { ...NEW, HTMLScriptElement: {} }],
  ['without the syntax', { ...NEW, HTMLScriptElement: { supports: () => false } }],
  ['without limits for requests', { ...NEW, AbortSignal: {} }],
  ['of 2009', {}],
])('a browser %s is too old', (_, browser) => {
  expect(written(browser)).toBe('<script src="TOO_OLD"></script>');
});

test.each([
  { ...NEW, AbortSignal: { timeout: NEW.AbortSignal.timeout } },
  { ...NEW, URL: {} },
  { ...NEW, Element: { prototype: {} } },
])('a supported browser gets the functions that it lacks', (browser) => {
  expect(written(browser)).toBe('<script src="MISSING"></script>');
});

test('the page says that the browser is too old, in three languages, and keeps nothing else', () => {
  document.body.innerHTML = '<div id="root">login</div>';
  // oxlint-disable-next-line no-new-func, typescript/no-implied-eval -- The script of the page.
  new Function(read('too-old.js'))();
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

/*
 * The functions that the apps use and some supported browsers lack (scripts/lib/browsers.ts). Only those browsers load this file, as
 * `missing.js`, which runs before the app (check-browser.js asks for the youngest of them). It imports nothing. scripts/check-browsers.mjs finds what is
 * used and not here.
 */

function define(owner: object, name: string, value: unknown): void {
  if (!(name in owner)) Object.defineProperty(owner, name, { value, writable: true, configurable: true });
}

// Chrome 109.
define(Array.prototype, 'toSorted', function toSorted<T>(this: ArrayLike<T>, compare?: (a: T, b: T) => number): T[] {
  return Array.from(this).sort(compare);
});
define(Array.prototype, 'toReversed', function toReversed<T>(this: ArrayLike<T>): T[] {
  return Array.from(this).reverse();
});

// Every one of them, as they were.
define(AbortSignal, 'any', (signals: Iterable<AbortSignal>): AbortSignal => {
  const all = [...signals];
  const controller = new AbortController();
  const abort = (event: Event) => end(event.currentTarget);
  const end = (first: EventTarget | null) => {
    for (const signal of all) signal.removeEventListener('abort', abort);
    controller.abort(first instanceof AbortSignal ? first.reason : undefined);
  };
  const aborted = all.find((signal) => signal.aborted);
  if (aborted !== undefined) end(aborted);
  else for (const signal of all) signal.addEventListener('abort', abort);
  return controller.signal;
});

// Chrome 109 and Firefox 115. Half of a pair stands alone.
define(String.prototype, 'isWellFormed', function isWellFormed(this: string): boolean {
  return !/\p{Surrogate}/u.test(this);
});

// Chrome 109 and Safari 16.4.
define(URL, 'canParse', (url: string | URL, base?: string | URL): boolean => {
  try {
    return new URL(url, base).href !== '';
  } catch {
    return false;
  }
});

// Safari 16.4. Whether it is drawn, and with `visibilityProperty` whether it can be seen.
define(
  Element.prototype,
  'checkVisibility',
  function checkVisibility(this: Element, options: { visibilityProperty?: boolean } = {}): boolean {
    if (this.getClientRects().length === 0) return false;
    return options.visibilityProperty !== true || getComputedStyle(this).visibility === 'visible';
  },
);

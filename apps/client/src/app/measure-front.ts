/* What floating parts must know of the page, read from the document. The rules themselves are in lib/floating-layer.ts. */

import { freePlace, toastPlace } from '../lib/floating-layer.ts';
import type { Front, Span } from '../lib/floating-layer.ts';

export function frontNow(): Front {
  const has = (selector: string) => document.querySelector(selector) !== null;
  return {
    isSheetOpen: has('dialog[open]'),
    isTyping: document.activeElement?.matches('input:not([type=checkbox],[type=radio]), textarea') ?? false,
    hasStickyAction: has('[data-sticky-action]'),
    isWorkspace: has('[data-workspace]'),
  };
}

/** What may not be covered: whatever can be pressed, live prices, and the lines of a list, also where one of them is empty. */
const TAKEN =
  'a[href], button, input, select, textarea, label, summary, [role="switch"], [data-price], main li, main .shadow-card';
/** What a toast covers last. */
const VITAL = '[data-price], [data-sticky-action], [data-sticky-action] button, dialog[open] button';

/** Where the help button may stand, from its own place without a shift; null if there is no free place in its column. */
export function helpShift(own: HTMLElement): number | null {
  const reach = reachOf(own);
  const top = own.offsetTop - reach;
  const place = freePlace(top, own.offsetHeight + reach, wholeWindow(), takenByPage(own, reach));
  return place === null ? null : place - top;
}

/** Whether the help button lies over something where it stands, moved by `shift`. */
export function isHelpInTheWay(own: HTMLElement, shift: number): boolean {
  const reach = reachOf(own);
  const top = own.offsetTop - reach + shift;
  return freePlace(top, own.offsetHeight + reach, wholeWindow(), takenByPage(own, reach)) !== top;
}

/** The button that hides it reaches out of its box: above it and to its left. */
function reachOf(own: HTMLElement): number {
  const box = own.getBoundingClientRect();
  return Math.max(0, ...[...own.children].map((child) => box.top - child.getBoundingClientRect().top));
}

function takenByPage(own: HTMLElement, reach: number): Span[] {
  const { left, right } = own.getBoundingClientRect();
  const column = { left: left - reach, right };
  const isOther = (element: Element) => !own.contains(element);
  // It gives way to a toast, and a toast does not give way to it.
  return [...spansBeside(column, `${TAKEN}, [role="img"], [data-toast]`, isOther), ...linesBeside(column, isOther)];
}

/** How far down a toast moves from its own place: above it is the bar. */
export function toastShift(own: HTMLElement): number {
  const { top, height } = own.getBoundingClientRect();
  // Behind an open dialog nothing can be pressed.
  const front = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document;
  const isOther = (element: Element) =>
    !own.contains(element) && front.contains(element) && element.closest('[data-floating="help"]') === null;
  const spans = (selector: string) => spansBeside(own.getBoundingClientRect(), selector, isOther);
  const bounds = { top, bottom: window.innerHeight };
  return toastPlace(top, height, bounds, { taken: spans(TAKEN), vital: spans(VITAL) }) - top;
}

function wholeWindow(): Span {
  return { top: 0, bottom: window.innerHeight };
}

/** The spans of all these elements that stand in this column of the window. */
function spansBeside({ left, right }: Column, selector: string, counts: (element: Element) => boolean): Span[] {
  return [...document.querySelectorAll(selector)].flatMap((element) => {
    if (!counts(element)) return [];
    const box = element.getBoundingClientRect();
    return box.width > 0 && isBeside(box, { left, right }) ? [{ top: box.top, bottom: box.bottom }] : [];
  });
}

type Column = { left: number; right: number };

function isBeside(box: DOMRect, { left, right }: Column): boolean {
  return box.right > left && box.left < right && box.bottom > 0 && box.top < window.innerHeight;
}

/** The lines of text in this column. A line that ends before it leaves room beside its end. */
function linesBeside(column: Column, counts: (element: Element) => boolean): Span[] {
  const spans: Span[] = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
    const parent = text.parentElement;
    if (parent === null || text.nodeValue?.trim() === '' || !counts(parent)) continue;
    const box = parent.getBoundingClientRect();
    // What only a screen reader reads is one pixel wide.
    if (box.width <= 1 || !isBeside(box, column)) continue;
    range.selectNodeContents(text);
    for (const line of range.getClientRects())
      if (isBeside(line, column)) spans.push({ top: line.top, bottom: line.bottom });
  }
  return spans;
}

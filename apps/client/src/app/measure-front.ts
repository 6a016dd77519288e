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

/** What may not be covered: whatever can be pressed, and live prices. */
const TAKEN = 'a[href], button, input, select, textarea, label, summary, [role="switch"], [data-price]';
/** What a toast covers last. */
const VITAL = '[data-price], [data-sticky-action], [data-sticky-action] button, dialog[open] button';

/** Where the help button may stand, from its own place without a shift; null if there is no free place in its column. */
export function helpShift(own: HTMLElement): number | null {
  const place = freePlace(own.offsetTop, own.offsetHeight, wholeWindow(), takenByPage(own));
  return place === null ? null : place - own.offsetTop;
}

/** Whether the help button lies over something where it stands, moved by `shift`. */
export function isHelpInTheWay(own: HTMLElement, shift: number): boolean {
  const top = own.offsetTop + shift;
  return freePlace(top, own.offsetHeight, wholeWindow(), takenByPage(own)) !== top;
}

function takenByPage(own: HTMLElement): Span[] {
  // Figures are what members come for. It gives way to a toast, and a toast does not give way to it.
  return spansBeside(own, `${TAKEN}, .tnum, [data-toast]`);
}

/** How far a toast moves from its own place. */
export function toastShift(own: HTMLElement): number {
  const { top, height } = own.getBoundingClientRect();
  // Behind an open dialog nothing can be pressed.
  const front = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document;
  const isOther = (element: Element) => front.contains(element) && element.closest('[data-floating="help"]') === null;
  const spans = (selector: string) => spansBeside(own, selector, isOther);
  return toastPlace(top, height, wholeWindow(), { taken: spans(TAKEN), vital: spans(VITAL) }) - top;
}

function wholeWindow(): Span {
  return { top: 0, bottom: window.innerHeight };
}

/** The spans of all these elements that stand in the same column of the window. */
function spansBeside(own: Element, selector: string, counts: (element: Element) => boolean = () => true): Span[] {
  const { left, right } = own.getBoundingClientRect();
  return [...document.querySelectorAll(selector)].flatMap((element) => {
    if (own.contains(element) || !counts(element)) return [];
    const box = element.getBoundingClientRect();
    const isBeside = box.right > left && box.left < right && box.bottom > 0 && box.top < window.innerHeight;
    return box.width > 0 && isBeside ? [{ top: box.top, bottom: box.bottom }] : [];
  });
}

import { useLayoutEffect } from 'react';
import type { RefObject } from 'react';

const GAP_PX = 12;
/** The height of a page's bar at the top of the window. It grows with the letters. */
const PAGE_TOP_REM = 3.25;
/** Of the height between the page's bar and its action, the pills take this share at most. */
const SHARE_MAX = 0.5;
/** What is typed or chosen is read while it is. */
const FIELDS = 'main :is(input, textarea, select)';

/**
 * Keeps the pills clear of a page's sticky action, wherever it is while the page scrolls: above it where it is at the
 * bottom, and at their own place where a short page leaves room below or beside it. Over a field of the page, an order
 * that only runs goes until the page scrolls on. It also sets `--pill-room`, the
 * space the pills take, so that the last lines of the page can be read above them.
 */
export function usePillRoom(ref: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const pills = ref.current;
    if (!pills) return;
    let frame = 0;
    const measure = () => {
      frame = 0;
      const { left, right, height } = pills.getBoundingClientRect();
      if (height === 0) {
        changeRoot('--pill-room', null);
        changeRoot('--pill-bottom', null);
        return;
      }
      const action = actionBeside(left, right);
      const ownBottom = shellBottom() + GAP_PX;
      const isInTheWay = action !== null && action.bottom + GAP_PX > window.innerHeight - ownBottom - height;
      changeRoot('--pill-bottom', isInTheWay ? `${Math.max(0, window.innerHeight - action.top) + GAP_PX}px` : null);
      // Where a form fills a low window, or the letters are large, they would leave nothing of the page to press.
      const lowest = parseFloat(getComputedStyle(pills).bottom);
      const pageTop = PAGE_TOP_REM * parseFloat(getComputedStyle(document.documentElement).fontSize);
      const isAway = height > (window.innerHeight - lowest - pageTop) * SHARE_MAX;
      const isHidden = isAway || (isWaiting(pills) && liesOverField(pills));
      pills.style.visibility = isHidden ? 'hidden' : '';
      // Over a field they keep their room: a page that got shorter would scroll, and the field with it.
      changeRoot('--pill-room', isAway ? null : `${height + GAP_PX}px`);
    };
    const later = () => {
      if (frame === 0) frame = requestAnimationFrame(measure);
    };
    measure();
    const size = new ResizeObserver(later);
    size.observe(pills);
    // The page changed, or its action appeared or disappeared.
    const page = new MutationObserver(later);
    const content = document.getElementById('content');
    if (content) page.observe(content, { childList: true, subtree: true });
    window.addEventListener('scroll', later, { passive: true });
    window.addEventListener('resize', later);
    return () => {
      cancelAnimationFrame(frame);
      size.disconnect();
      page.disconnect();
      window.removeEventListener('scroll', later);
      window.removeEventListener('resize', later);
      changeRoot('--pill-room', null);
      changeRoot('--pill-bottom', null);
    };
  }, [ref]);
}

/** Null takes it away. Every change makes the browser compute the styles of the whole page again. */
function changeRoot(property: string, value: string | null): void {
  const { style } = document.documentElement;
  if (style.getPropertyValue(property) !== (value ?? '')) style.setProperty(property, value);
}

/** An order that runs can be looked at a scroll later. News stays, and so does a pill that has the focus. */
function isWaiting(pills: HTMLElement): boolean {
  return [...pills.children].every((pill) => pill.matches('[data-waits]')) && !pills.contains(document.activeElement);
}

function liesOverField(pills: HTMLElement): boolean {
  const own = pills.getBoundingClientRect();
  return [...document.querySelectorAll(FIELDS)].some((field) => {
    const { left, right, top, bottom, width } = field.getBoundingClientRect();
    // What only a screen reader sees has no place of its own.
    const isShown = width > 1 && field.closest('[data-sticky-action]') === null;
    return isShown && right > own.left && left < own.right && bottom > own.top && top < own.bottom;
  });
}

/** The page's sticky action, if any of its parts stands in the same columns of the window. */
function actionBeside(left: number, right: number): DOMRect | null {
  const action = document.querySelector('main [data-sticky-action]');
  const isBeside = [...(action?.children ?? [])].some((part) => {
    const box = part.getBoundingClientRect();
    return box.right + GAP_PX > left && box.left - GAP_PX < right;
  });
  return isBeside ? (action?.getBoundingClientRect() ?? null) : null;
}

/** The height of what the shell has at the bottom of the window, px. */
function shellBottom(): number {
  const bar = document.querySelector('[data-tab-bar]')?.getBoundingClientRect();
  return bar === undefined ? 0 : Math.max(0, window.innerHeight - bar.top);
}

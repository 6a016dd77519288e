import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';

/* What a member can see and press, measured in the page. */

/** Floating parts look for another place twice a second. */
const STEP_ASIDE_MS = 700;

/**
 * Whatever can be pressed and is covered at its middle, each as a line of text. Every element is scrolled into view
 * first, and what floats has the time to step aside. While a dialog is open, only what is in it counts.
 */
export async function coveredControls(page: Page): Promise<string[]> {
  return await page.evaluate(async (patienceMs) => {
    const controls = 'a[href], button, input, select, textarea, summary, [role="tab"], [role="switch"]';
    const dialog = [...document.querySelectorAll('dialog[open]')].at(-1);
    const covered: string[] = [];
    for (const element of (dialog ?? document).querySelectorAll(controls)) {
      if (!(element instanceof HTMLElement) || element.matches(':disabled')) continue;
      if (element.closest('[inert], [aria-hidden="true"]') !== null) continue;
      element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
      const over = coverOf(element) === null ? null : await laterCoverOf(element);
      if (over === null) continue;
      const name = element.getAttribute('aria-label') ?? element.textContent.trim().slice(0, 40);
      covered.push(`${element.tagName} "${name}" is under ${over}`);
    }
    window.scrollTo(0, 0);
    return covered;

    async function laterCoverOf(element: HTMLElement): Promise<string | null> {
      // On a low window a sticky part may reach over the middle.
      if (coverBelow(element) === null) return null;
      const until = performance.now() + patienceMs;
      while (performance.now() < until) {
        // Without scrolling: what floats steps aside when a scroll ends.
        if (coverOf(element) === null) return null;
        await new Promise((resolve) => {
          setTimeout(resolve, 50);
        });
      }
      return coverOf(element) === null ? null : coverBelow(element);
    }

    /** Looks with the element higher in the window, or in the part of it that scrolls, and puts it back. */
    function coverBelow(element: HTMLElement): string | null {
      const scroller = scrollerOf(element);
      const { scrollTop: top } = scroller;
      scroller.scrollBy({ top: scroller.clientHeight / 4, behavior: 'instant' });
      const over = coverOf(element);
      scroller.scrollTo({ top, behavior: 'instant' });
      return over;
    }

    function scrollerOf(element: HTMLElement): Element {
      for (let around = element.parentElement; around !== null; around = around.parentElement)
        if (/auto|scroll/.test(getComputedStyle(around).overflowY) && around.scrollHeight > around.clientHeight)
          return around;
      return document.documentElement;
    }

    function coverOf(element: HTMLElement): string | null {
      if (!element.isConnected || !element.checkVisibility({ visibilityProperty: true })) return null;
      const { left, top, width, height } = element.getBoundingClientRect();
      // Only for screen readers and keys.
      if (width <= 1 || height <= 1 || element.closest('.sr-only') !== null) return null;
      const hit = document.elementFromPoint(left + width / 2, top + height / 2);
      if (hit !== null && (element.contains(hit) || hit.closest('label')?.control === element)) return null;
      return hit?.outerHTML.slice(0, 120) ?? 'nothing';
    }
  }, STEP_ASIDE_MS);
}

/** Nothing lies over anything that can be pressed. */
export async function expectNothingCovered(page: Page): Promise<void> {
  await expect.poll(async () => await coveredControls(page)).toEqual([]);
}

/** Whatever can be pressed and is under a toast. Presses go through it, but nobody can read what is there. */
export async function coveredByToast(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const toast = document.querySelector('[data-toast]')?.getBoundingClientRect();
    if (toast === undefined) return [];
    return [...document.querySelectorAll('a[href], button, input')].flatMap((element) => {
      const box = element.getBoundingClientRect();
      const isUnder =
        box.width > 1 &&
        element.closest('[data-toast]') === null &&
        box.left < toast.right &&
        box.right > toast.left &&
        box.top < toast.bottom &&
        box.bottom > toast.top;
      return isUnder ? [element.outerHTML.slice(0, 120)] : [];
    });
  });
}

/** All of it is in the window as it stands, without scrolling. */
export async function expectInView(page: Page, element: Locator): Promise<void> {
  await expect(element).toBeVisible();
  await expect
    .poll(async () => {
      const box = await element.boundingBox();
      const size = page.viewportSize();
      if (box === null || size === null) return 'not shown';
      const isInside =
        box.x >= 0 && box.y >= 0 && box.x + box.width <= size.width + 1 && box.y + box.height <= size.height + 1;
      return isInside ? 'in view' : `${Math.round(box.y)} to ${Math.round(box.y + box.height)} of ${size.height}`;
    })
    .toBe('in view');
}

/** The page does not scroll sideways. */
export async function expectNoOverflow(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
}

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect } from './support/fixtures.ts';
import { brokenWords, tooWide, untilShown } from './support/judge.ts';
import { residentsLife, residentTest as test } from './support/people.ts';
import { memberScreens } from './support/screens.ts';

/* Members print any page. Each leaves a picture of its sheet in test-results/matrix. */

/** What the usual margins of 10 mm leave of A4, at 96 points an inch. */
const PAPER = { width: 718, height: 1047 };
/** Pages whose point is their text. Of others, what is pressed is a large part. */
const READ = /orderInfo|history|record|view=statement|(deposit|withdrawal)=|slug=agreement|fairness|words/;

test.use({ language: 'en', theme: 'dark' });

test('a printed page has its content, black on white, and nothing to press', async ({ page }, testInfo) => {
  const screen = page.viewportSize();
  if (screen === null) throw new Error('a page without a size');
  const folder = join(testInfo.project.outputDir, 'matrix', testInfo.project.name, 'paper');
  mkdirSync(folder, { recursive: true });
  const printed = memberScreens(await residentsLife());
  expect(printed.filter((address) => READ.test(address)).length).toBeGreaterThan(8);
  for (const [n, address] of printed.entries()) {
    await page.goto(`/#${address}`);
    await untilShown(page);
    const words = await page.locator('main').innerText();
    await tell(page, 'beforeprint');
    await page.emulateMedia({ media: 'print' });
    await page.setViewportSize(PAPER);
    // Without a moment to load: the sheet is drawn at once.
    expect.soft(await faults(page), address).toEqual([]);
    expect.soft(await tooWide(page), `${address}: wider than the sheet`).toEqual([]);
    expect.soft(await cutOff(page), `${address}: cut`).toEqual([]);
    expect.soft(await brokenWords(page), `${address}: words in two`).toEqual([]);
    const onPaper = await page.locator('main').innerText();
    const part = READ.test(address) ? 2 : 4;
    expect.soft(onPaper.length, `${address}: its text`).toBeGreaterThan(words.length / part);
    await page.screenshot({ path: join(folder, `${String(n).padStart(2, '0')}.png`), fullPage: true });
    await page.emulateMedia({ media: 'screen' });
    await tell(page, 'afterprint');
    await page.setViewportSize(screen);
  }
});

/** A browser that prints says so. */
async function tell(page: Page, event: 'beforeprint' | 'afterprint'): Promise<void> {
  await page.evaluate((type) => window.dispatchEvent(new Event(type)), event);
}

/** What stands still or leads elsewhere, and letters that are pale on white. */
async function faults(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const found: string[] = [];
    for (const element of document.querySelectorAll<HTMLElement>('body *')) {
      if (!element.checkVisibility({ visibilityProperty: true }) || element.closest('.sr-only, svg') !== null) continue;
      const { position, color } = getComputedStyle(element);
      if (
        position === 'fixed' ||
        position === 'sticky' ||
        element.matches('nav, :is(a, button).bg-primary:not([aria-pressed])')
      )
        found.push(`${position}: ${element.outerHTML.slice(0, 120)}`);
      const hasText = [...element.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '',
      );
      const [red = 0, green = 0, blue = 0] = (color.startsWith('rgb') ? color.match(/\d+/g) : null)?.map(Number) ?? [];
      if (hasText && 0.3 * red + 0.6 * green + 0.1 * blue > 190)
        found.push(`${color}: ${element.outerHTML.slice(0, 120)}`);
    }
    return found.slice(0, 5);
  });
}

/** Text that is not on the sheet: nothing scrolls there, and no pointer shows what dots stand for. */
async function cutOff(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const own = node.parentElement;
      if (own === null || node.textContent?.trim() === '' || own.closest('.sr-only, [aria-hidden=true], svg')) continue;
      if (!own.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const text = range.getBoundingClientRect();
      if (text.width === 0) continue;
      for (
        let around: Element | null = own;
        around !== null && around !== document.body;
        around = around.parentElement
      ) {
        const { overflowX, overflowY } = getComputedStyle(around);
        const box = around.getBoundingClientRect();
        const isCut =
          (overflowX !== 'visible' && (text.right > box.right + 1 || text.left < box.left - 1)) ||
          (overflowY !== 'visible' && (text.bottom > box.bottom + 1 || text.top < box.top - 1));
        if (!isCut) continue;
        found.push(`"${node.textContent?.slice(0, 40)}" in ${around.outerHTML.slice(0, 120)}`);
        break;
      }
    }
    return found.slice(0, 5);
  });
}

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';
import { cutTexts, tooWide, untilShown } from './support/judge.ts';
import { live, memberScreens } from './support/screens.ts';

/* What members print: papers, records and texts. Each leaves a picture of its sheet in test-results/matrix. */

/** A4 at 96 points an inch. */
const PAPER = { width: 794, height: 1123 };
const PRINTED = /orderInfo|history|record|view=statement|(deposit|withdrawal)=|slug=agreement|fairness|words/;

test.use({ language: 'en', theme: 'dark' });

test('a printed page has its content, black on white, and nothing to press', async ({ page, member }, testInfo) => {
  const screen = page.viewportSize();
  if (screen === null) throw new Error('a page without a size');
  const folder = join(testInfo.project.outputDir, 'matrix', testInfo.project.name, 'paper');
  mkdirSync(folder, { recursive: true });
  const printed = memberScreens(await live(member)).filter((address) => PRINTED.test(address));
  expect(printed.length).toBeGreaterThan(8);
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
    expect.soft(await cutTexts(page), `${address}: cut`).toEqual([]);
    const onPaper = await page.locator('main').innerText();
    expect.soft(onPaper.length, `${address}: its text`).toBeGreaterThan(words.length / 2);
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
      if (position === 'fixed' || position === 'sticky' || element.matches('nav, :is(a, button).bg-accent-fill'))
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

import type { Locator, Page } from '@playwright/test';
import type { Language } from '@candor/contract/languages';
import { expectAccessible } from './accessible.ts';
import { expect } from './fixtures.ts';
import { textsOf } from './texts.ts';

const consoleText = textsOf('zh-Hans', 'console');

/** What opens a panel or a form, on the screens that have one. All screens themselves are read from the console's menu. */
export const OPENS: Readonly<Record<string, string>> = {
  '/withdrawals': 'tbody tr td',
  '/deposits': 'tbody tr td',
  '/adjustments': 'tbody tr td',
  '/changes': 'tbody tr td',
  '/complaints': 'tbody tr td',
  '/members': 'tbody tr td',
  '/terms': 'tbody tr button',
  '/products': 'tbody tr td',
  '/staff': 'tbody tr td',
  '/audit': 'tbody tr td',
  '/alarms': 'tbody tr td',
  '/orders': 'tbody tr td',
  '/transfers': 'tbody tr td',
  '/statements': 'tbody tr td',
  '/statement-files': 'tbody tr td',
  '/unproved': 'tbody tr td',
};
/** A computer, and a phone for whoever has only that at hand. */
const WIDTHS = [390, 1024];

/** Nothing is wider than the window in the language with the longest words, and axe finds nothing serious. */
export async function expectGoodConsole(page: Page, origin: string): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await speak(page, origin, 'en');
  const paths = await pathsOf(page);
  for (const path of paths) {
    await page.goto(`${origin}/console/#${path}`);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 720 });
      await untilShown(page);
      const needed = await page.evaluate(() => document.documentElement.scrollWidth);
      expect.soft(needed, `${path} at ${width}`).toBeLessThanOrEqual(width);
    }
  }
  await page.setViewportSize({ width: 1280, height: 720 });
  await speak(page, origin, 'zh-Hans');
  for (const path of paths) await expectGoodScreen(page, origin, { path, opens: OPENS[path], rules: 'all' });
}

/**
 * In the dark theme axe finds nothing serious in the colours. The theme is chosen in the menu, and remembered.
 * @param opened the screens that have something to open now
 */
export async function expectGoodDark(page: Page, origin: string, opened: readonly string[]): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`${origin}/console/#/account`);
  await page.getByRole('button', { name: consoleText('common.scheme.label') }).click();
  await page.getByRole('menuitemradio', { name: consoleText('common.scheme.dark') }).click();
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await untilShown(page);
  for (const path of await pathsOf(page)) {
    const opens = opened.includes(path) ? OPENS[path] : undefined;
    await expectGoodScreen(page, origin, { path, opens, rules: 'colours' });
  }
}

/** A panel or form of the screen is open. The page is behind it, and is looked at too. */
async function expectGoodScreen(
  page: Page,
  origin: string,
  { path, opens, rules }: { path: string; opens: string | undefined; rules: 'all' | 'colours' },
): Promise<void> {
  await page.goto(`${origin}/console/#${path}`);
  await untilShown(page);
  if (opens !== undefined) {
    await page.locator(opens).first().click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await untilShown(page);
  }
  await expectAccessible(page, path, rules);
  if (opens !== undefined) await page.keyboard.press('Escape');
}

/** The menu of an operator who may do everything, and the pages that are not in it. */
export async function pathsOf(page: Page): Promise<string[]> {
  // One navigation: a second one around it would be read aloud without a name.
  await expect(page.getByRole('navigation')).toHaveCount(1);
  const paths = await hrefsOf(page.getByRole('navigation').getByRole('link'));
  // The pages of a section are tabs over each of them.
  const sections = await page.getByRole('navigation').locator('a[data-section]').all();
  for (const section of sections) {
    await section.click();
    const tabs = page.locator('.section-tabs a');
    await expect(tabs.and(page.locator(`[href="${await section.getAttribute('href')}"]`))).toBeVisible();
    paths.push(...(await hrefsOf(tabs)));
  }
  expect(paths).toEqual(expect.arrayContaining(Object.keys(OPENS)));
  return [...new Set([...paths, '/account', '/no-such-page'])];
}

async function hrefsOf(links: Locator): Promise<string[]> {
  return await links.evaluateAll((all) => all.map((link) => (link.getAttribute('href') ?? '').replace(/^#/u, '')));
}

export async function speak(page: Page, origin: string, language: Language): Promise<void> {
  // A console that still starts would write its own language over this one.
  await untilShown(page);
  await page.evaluate((chosen) => localStorage.setItem('language', chosen), language);
  await page.goto(`${origin}/console/#/account`);
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', language);
}

export async function untilShown(page: Page): Promise<void> {
  await expect(page.getByRole('heading').first()).toBeVisible();
  await expect(page.locator('[aria-busy=true], .mantine-Loader-root, .mantine-Skeleton-root')).toHaveCount(0);
}

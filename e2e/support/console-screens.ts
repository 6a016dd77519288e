import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** Every screen of the console, and what opens a panel or a form on it. */
const SCREENS = [
  { path: '/withdrawals', opens: 'tbody tr td' },
  { path: '/payouts' },
  { path: '/deposits', opens: 'tbody tr td' },
  { path: '/verifications' },
  { path: '/adjustments', opens: 'tbody tr td' },
  { path: '/changes', opens: 'tbody tr td' },
  { path: '/members', opens: 'tbody tr td' },
  { path: '/terms', opens: 'tbody tr button' },
  { path: '/audit' },
  { path: '/account' },
  { path: '/no-such-page' },
] as const;
/** A desk, and a phone for whoever has only that at hand. */
const WIDTHS = [390, 1024];

/** Nothing is wider than the window in the language with the longest words, and axe finds nothing serious. */
export async function expectGoodConsole(page: Page, origin: string): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await speak(page, origin, 'en');
  for (const { path } of SCREENS) {
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
  for (const screen of SCREENS) {
    await page.goto(`${origin}/console/#${screen.path}`);
    await untilShown(page);
    if ('opens' in screen) {
      // The page is behind it, and is looked at too.
      await page.locator(screen.opens).first().click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await untilShown(page);
    }
    await expectAccessible(page, screen.path);
    if ('opens' in screen) await page.keyboard.press('Escape');
  }
}

async function speak(page: Page, origin: string, language: string): Promise<void> {
  await page.evaluate((chosen) => localStorage.setItem('language', chosen), language);
  await page.goto(`${origin}/console/#/account`);
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', language);
}

async function untilShown(page: Page): Promise<void> {
  await expect(page.getByRole('heading').first()).toBeVisible();
  await expect(page.locator('[aria-busy=true], .mantine-Loader-root, .mantine-Skeleton-root')).toHaveCount(0);
}

async function expectAccessible(page: Page, about: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  const findings = grave.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n')}`);
  expect.soft(findings, about).toEqual([]);
}

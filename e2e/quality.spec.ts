import type { Page } from '@playwright/test';
import type { Language } from '@candor/contract/languages';
import { expectAccessible } from './support/accessible.ts';
import { expect, test, visitorTest } from './support/fixtures.ts';
import type { Theme } from './support/fixtures.ts';
import { untilShown } from './support/judge.ts';
import { entryScreens, live, memberScreens, newcomerScreens } from './support/screens.ts';

/*
 * Rules for every screen: axe finds nothing serious in both themes, nothing is wider than the window in any language,
 * and nothing is on the console (the fixtures check that in every test), so no text is missing either.
 */

/** Every language and both themes, in as few visits as possible; English has the longest texts. */
const VISITS = [
  { language: 'zh-Hans', theme: 'dark', rules: 'all', widths: [320, 390] },
  { language: 'zh-Hant', theme: 'light', rules: 'colours', widths: [768] },
  { language: 'en', theme: 'dark', rules: 'none', widths: [320] },
] as const satisfies readonly Visit[];
/** Screens that are laid out in another way on a desktop. */
const DESKTOP_SCREENS = /home|kLineChart|history|order|mine\/(index|record)/;

type Visit = { language: Language; theme: Theme; rules: 'all' | 'colours' | 'none'; widths: readonly number[] };

// The longest tests there are: one after the other, they would end last.
test.describe.configure({ mode: 'parallel' });

for (const visit of VISITS) {
  const { language, theme, rules } = visit;
  // While an element fades in, its contrast is not final.
  const use = { language, theme, contextOptions: { reducedMotion: 'reduce' } } as const;

  visitorTest.describe(`${language}, ${theme}`, { tag: '@phone' }, () => {
    visitorTest.use(use);
    visitorTest('every screen before login fits and is accessible', async ({ page }) => {
      await expectGoodScreens(page, entryScreens(), visit);
    });
  });

  test.describe(`${language}, ${theme}`, { tag: '@phone' }, () => {
    test.use(use);
    test('every screen after login fits and is accessible', async ({ page, member }) => {
      test.slow();
      if (rules === 'all') await expectGoodScreens(page, newcomerScreens(), visit);
      await expectGoodScreens(page, memberScreens(await live(member)), visit);
    });
  });
}

test.describe('on a desktop', { tag: '@desktop' }, () => {
  test.use({ language: 'zh-Hans', theme: 'light', contextOptions: { reducedMotion: 'reduce' } });
  test('every screen with a layout of its own fits and is accessible', async ({ page, member }) => {
    test.slow();
    const screens = memberScreens(await live(member)).filter((screen) => DESKTOP_SCREENS.test(screen));
    await expectGoodScreens(page, screens, { language: 'zh-Hans', theme: 'light', rules: 'all', widths: [1440] });
  });
});

async function expectGoodScreens(page: Page, screens: readonly string[], visit: Visit): Promise<void> {
  for (const screen of screens) {
    await page.goto(`/#${screen}`);
    for (const width of visit.widths) {
      await page.setViewportSize({ width, height: 800 });
      await untilShown(page);
      const needed = await page.evaluate(() => document.documentElement.scrollWidth);
      expect.soft(needed, `${screen} at ${width}`).toBeLessThanOrEqual(width);
    }
    await expect(page.locator('html')).toHaveAttribute('lang', visit.language);
    await expect(page.locator('html')).toHaveAttribute('data-theme', visit.theme);
    if (visit.rules !== 'none') await expectAccessible(page, page.url(), visit.rules);
  }
}

import { AxeBuilder } from '@axe-core/playwright';
import type { Page, TestInfo } from '@playwright/test';
import { LANGUAGES } from '@candor/contract/languages';
import { amount } from '@candor/domain/testing/test-currency';
import { expect, test, visitorTest } from './support/fixtures.ts';
import type { MemberApi } from './support/member-api.ts';
import { settled } from './support/trade.ts';

/*
 * Rules for every screen: axe finds nothing serious in both themes, nothing is wider than the window, and nothing is on
 * the console (the fixtures check that in every test).
 */

const ENTRY = ['login', 'register'];
const WIDTHS = { mobile: [320, 375], desktop: [768, 1440] };

for (const theme of ['dark', 'light'] as const) {
  visitorTest.describe(theme, () => {
    visitorTest.use({ theme, contextOptions: { reducedMotion: 'reduce' } });
    visitorTest('accessibility before login', async ({ page }) => {
      for (const screen of ENTRY) {
        await page.goto(`/#/pages/${screen}`);
        await expectAccessible(page, theme);
      }
    });
  });

  test.describe(theme, () => {
    // While an element fades in, its contrast is not final.
    test.use({ theme, contextOptions: { reducedMotion: 'reduce' } });
    test('accessibility after login', async ({ page, member }) => {
      test.slow();
      for await (const screen of screensOf(member)) {
        await page.goto(`/#/pages/${screen}`);
        await expectAccessible(page, theme);
      }
    });
  });
}

for (const language of LANGUAGES) {
  visitorTest.describe(language, () => {
    visitorTest.use({ language });
    visitorTest('nothing is wider than the window before login', async ({ page }, testInfo) => {
      await expectNoOverflow(page, testInfo, ENTRY);
    });
  });

  test.describe(language, () => {
    test.use({ language });
    test('nothing is wider than the window after login', async ({ page, member }, testInfo) => {
      test.slow();
      await expectNoOverflow(page, testInfo, andMore(screensOf(member)));
    });
  });
}

type Screens = Iterable<string> | AsyncIterable<string>;

async function expectNoOverflow(page: Page, { project }: TestInfo, screens: Screens): Promise<void> {
  for await (const screen of screens) {
    await page.goto(`/#/pages/${screen}`);
    for (const width of WIDTHS[project.name === 'mobile' ? 'mobile' : 'desktop']) {
      await page.setViewportSize({ width, height: 800 });
      await untilShown(page);
      const needed = await page.evaluate(() => document.documentElement.scrollWidth);
      expect.soft(needed, `${screen} at ${width}`).toBeLessThanOrEqual(width);
    }
  }
}

/** The screens of a member who has a running order and, from the second part on, a settled one. */
async function* screensOf(member: MemberApi): AsyncGenerator<string> {
  const order = { product: 'BTCUSDT', direction: 'up', durationSec: 5, stake: amount('1235') } as const;
  const first = await member.place(order);
  await member.place({ ...order, product: 'ETHUSDT', durationSec: 300 });
  yield* ['home/index', 'kLineChart/index?code=BTCUSDT', 'kLineChart/move?code=ETHUSDT&direction=down', 'mine/index'];
  yield 'order/index';
  await settled(member, first.id);
  yield* [`order/orderInfo/index?id=${first.id}`, `service/index?about=${first.id}`, 'history/index'];
}

async function* andMore(screens: AsyncGenerator<string>): AsyncGenerator<string> {
  yield* ['kLineChart/index?code=BTCUSDT&tab=facts', 'kLineChart/index?code=BTCUSDT&tab=rules', 'no/such/page'];
  yield* screens;
}

/** Waits until the page is ready: its heading is there, and nothing is loading. */
async function untilShown(page: Page): Promise<void> {
  await expect(page.getByRole('heading').first()).toBeVisible();
  await expect(page.locator('[aria-busy=true], .ui-skeleton')).toHaveCount(0);
}

async function expectAccessible(page: Page, theme: string): Promise<void> {
  await untilShown(page);
  await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
  const { violations } = await new AxeBuilder({ page }).analyze();
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  const findings = grave.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html, any }) => `${html} ${any[0]?.message ?? ''}`).join('\n')}`,
  );
  expect.soft(findings, page.url()).toEqual([]);
}

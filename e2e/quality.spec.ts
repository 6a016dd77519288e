import { AxeBuilder } from '@axe-core/playwright';
import type { Page, TestInfo } from '@playwright/test';
import { depositView } from '@candor/contract/cashier';
import { holdingView } from '@candor/contract/invest';
import type { Language } from '@candor/contract/languages';
import { PATHS } from '@candor/contract/routes';
import { amount } from '@candor/domain/testing/test-currency';
import { askWithdrawal, payDeposit } from './support/desk.ts';
import { expect, test, visitorTest } from './support/fixtures.ts';
import type { Theme } from './support/fixtures.ts';
import type { MemberApi } from './support/member-api.ts';
import { settled } from './support/trade.ts';

/*
 * Rules for every screen: axe finds nothing serious in both themes, nothing is wider than the window in any language,
 * and nothing is on the console (the fixtures check that in every test), so no text is missing either.
 */

/** Every language and both themes, in as few visits as possible. Themes differ in their colours alone. */
const VISITS = [
  { language: 'zh-Hans', theme: 'dark', rules: 'all' },
  { language: 'zh-Hant', theme: 'light', rules: 'colours' },
  { language: 'en', theme: 'dark', rules: 'none' },
] as const satisfies readonly Visit[];
const ENTRY = ['login', 'register'];
/** The rules of axe about colours that are on by default. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'] as const;
/** The last width is the usual one of the project. */
const WIDTHS = { mobile: [320, 375], desktop: [768, 1440] };

/** Money, investments, papers and passwords, on phones and desktops in one visit; English has the longest texts. */
const MONEY_WIDTHS = { 'zh-Hans': [320, 390], 'zh-Hant': [390], en: [1280, 320] } as const;

/** Seven days, on every site from its start on. */
const SEEDED_PROJECT = '00000000-0000-4000-8000-000000000007';

type Visit = { language: Language; theme: Theme; rules: 'all' | 'colours' | 'none' };

for (const visit of VISITS) {
  const { language, theme } = visit;
  // While an element fades in, its contrast is not final.
  const use = { language, theme, contextOptions: { reducedMotion: 'reduce' } } as const;

  visitorTest.describe(`${language}, ${theme}`, () => {
    visitorTest.use(use);
    visitorTest('every screen before login fits and is accessible', async ({ page }, testInfo) => {
      await expectGoodScreens(page, widthsOf(testInfo), ENTRY, visit);
    });
  });

  test.describe(`${language}, ${theme}`, () => {
    test.use(use);
    test('every screen after login fits and is accessible', async ({ page, member }, testInfo) => {
      test.slow();
      await expectGoodScreens(page, widthsOf(testInfo), screensOf(member), visit);
    });

    test(
      'every screen of money, investments, papers and passwords fits and is accessible',
      { tag: '@phone' },
      async ({ page, member }) => {
        test.slow();
        await expectGoodScreens(page, MONEY_WIDTHS[language], moneyScreensOf(member), visit);
      },
    );
  });
}

type Screens = Iterable<string> | AsyncIterable<string>;

function widthsOf({ project }: TestInfo): readonly number[] {
  return WIDTHS[project.name === 'mobile' ? 'mobile' : 'desktop'];
}

async function expectGoodScreens(page: Page, widths: readonly number[], screens: Screens, visit: Visit): Promise<void> {
  for await (const screen of screens) {
    await page.goto(`/#/pages/${screen}`);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 });
      await untilShown(page);
      const needed = await page.evaluate(() => document.documentElement.scrollWidth);
      expect.soft(needed, `${screen} at ${width}`).toBeLessThanOrEqual(width);
    }
    await expect(page.locator('html')).toHaveAttribute('lang', visit.language);
    await expect(page.locator('html')).toHaveAttribute('data-theme', visit.theme);
    if (visit.rules !== 'none') await expectAccessible(page, visit.rules);
  }
}

/** The screens of a member who has a running order and, from the second part on, a settled one. */
async function* screensOf(member: MemberApi): AsyncGenerator<string> {
  const order = { product: 'BTCUSDT', direction: 'up', durationSec: 5, stake: amount('1235') } as const;
  const first = await member.place(order);
  await member.place({ ...order, product: 'ETHUSDT', durationSec: 300 });
  yield* ['kLineChart/index?code=BTCUSDT&tab=facts', 'kLineChart/index?code=BTCUSDT&tab=rules', 'no/such/page'];
  yield* ['home/index', 'kLineChart/index?code=BTCUSDT', 'kLineChart/move?code=ETHUSDT&direction=down', 'mine/index'];
  yield 'order/index';
  await settled(member, first.id);
  yield* [`order/orderInfo/index?id=${first.id}`, `service/index?about=${first.id}`, 'history/index'];
}

/** The screens of a member without a card, and from the second part on of one who deposits and withdraws. */
async function* moneyScreensOf(member: MemberApi): AsyncGenerator<string> {
  yield* ['mine/withdraw/index', 'mine/info/bank/addBank/index', 'mine/info/user/verifyInfo/index', 'recharge/index'];
  const { id } = await payDeposit(member, amount('1000'));
  const open = depositView.parse(
    await member.post(PATHS.deposits, { channel: 'usdt-trc20', amount: '500', currency: 'USDT' }),
  );
  const withdrawal = await askWithdrawal(member, amount('1000'));
  yield* [`recharge/index?deposit=${id}`, `recharge/index?deposit=${open.id}`, 'rechargetwo/index'];
  yield* ['mine/withdraw/index', `mine/withdraw/index?withdrawal=${withdrawal.id}`];
  yield* ['mine/record/deposit/index', 'mine/record/withdraw/index'];
  yield* ['mine/info/user/index', 'mine/info/bank/index', 'mine/info/security/index'];
  yield* ['mine/info/security/factors/index', 'mine/info/limits/index', 'mine/ebao/index?view=savings'];
  yield* ['mine/ebao/index', `mine/ebao/submit?id=${SEEDED_PROJECT}&amount=1000`];
  const { id: holding } = holdingView.parse(
    await member.post(PATHS.holdings, { projectId: SEEDED_PROJECT, amount: amount('1000') }),
  );
  yield* ['mine/ebao/index?tab=mine', `mine/record/ebao/index?id=${holding}`];
  yield `mine/record/ebao/index?id=${holding}&view=certificate`;
}

/** Waits until the page is ready: its heading is there, and nothing is loading. */
async function untilShown(page: Page): Promise<void> {
  await expect(page.getByRole('heading').first()).toBeVisible();
  await expect(page.locator('[aria-busy=true], .ui-skeleton')).toHaveCount(0);
}

async function expectAccessible(page: Page, rules: 'all' | 'colours'): Promise<void> {
  const axe = new AxeBuilder({ page });
  const { violations } = await (rules === 'all' ? axe : axe.withRules([...COLOUR_RULES])).analyze();
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  const findings = grave.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html, any }) => `${html} ${any[0]?.message ?? ''}`).join('\n')}`,
  );
  expect.soft(findings, page.url()).toEqual([]);
}

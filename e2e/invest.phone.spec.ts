import { randomInt } from 'node:crypto';
import type { Locator } from '@playwright/test';
import { listHoldings } from '@candor/contract/calls/invest';
import { accruedAfter } from '@candor/domain/invest/interest';
import { rate } from '@candor/domain/money';
import { amount, amountOf, minor } from '@candor/domain/testing/test-currency';
import { letDaysPass, offerProject } from './support/database.ts';
import { openConsoleAs } from './support/console.ts';
import { giveDeviceKey } from './support/device-key.ts';
import { expect, mainServer, stored, test } from './support/fixtures.ts';
import { registerMember } from './support/member-api.ts';
import { textsOf } from './support/texts.ts';
import { yuan } from './support/trade.ts';

/*
 * Investing on a phone: the figures before, the investment, its record, the early redemption, and the savings in and out;
 * a week that passes, with its interest and the maturity; and two members who want the last of a project.
 */

/** Redeemable at once, so that the whole way fits into one day. */
const TERMS = { termDays: 30, annualRate: 450n, min: 1_000n, earlyRate: 100n };

/** A project of its own, on a server that other tests share. */
async function offer(change: { termDays?: number; size?: bigint } = {}): Promise<{ id: string; name: string }> {
  const name = `随时赎回 ${randomInt(1_000_000)}`;
  return { id: await offerProject(mainServer().dataDir, { name, ...TERMS, ...change }), name };
}

test('an amount is invested, recorded and redeemed early; savings take money in and give it back', async ({
  page,
  member,
  say,
}) => {
  const { name } = await offer();
  const before = await member.money();

  await test.step('the price of every mistake is shown before it is made', async () => {
    await page.goto('/#/pages/mine/ebao/index');
    await page.getByRole('link', { name: say('invest.products.investIn', { name }) }).click();
    const field = page.getByLabel(say('invest.buy.amount'));
    await field.fill('999');
    await page.getByRole('button', { name: say('invest.buy.submit'), exact: true }).click();
    const short = { min: yuan(amount('1000')), short: yuan(amount('1')) };
    await expect(page.getByText(say.error('INVEST_AMOUNT_BELOW_MINIMUM', short))).toBeVisible();
    await page.getByRole('button', { name: say('invest.mend.changeTo', { amount: short.min }) }).click();
    await expect(field).toHaveValue('1000');
    await field.fill('10000');
    await expect(page.getByText(yuan(amount('10036.99')))).toBeVisible();
  });

  await test.step('it is invested once, after the agreement and a second look', async () => {
    await page.getByLabel(say.pattern('invest.buy.agree')).check();
    await page.getByRole('button', { name: say('invest.buy.submitAmount', { amount: '¥10,000' }) }).click();
    const sheet = page.getByRole('dialog', { name: say('invest.confirm.title') });
    await expect(sheet.getByText(yuan(amount('36.99')))).toBeVisible();
    await sheet.getByRole('button', { name: say('invest.buy.submitAmount', { amount: '¥10,000' }) }).click();
    await expect(page.getByRole('article', { name: say('invest.certificate.title') })).toContainText(name);
    expect(await member.money()).toMatchObject({ invested: amount('10000'), usermoney: before.usermoney });
  });

  await test.step('the record shows it, and the early redemption gives exactly what its preview said', async () => {
    await page.getByRole('link', { name: say('invest.buy.toRecord') }).click();
    await expect(page.getByText(say.pattern('invest.holding.daysLeft', { count: 30 }))).toBeVisible();
    await page.getByRole('button', { name: say('invest.redeem.action'), exact: true }).click();
    const sheet = page.getByRole('dialog', { name: say('invest.redeem.title') });
    const confirm = say('invest.redeem.confirm', { amount: yuan(amount('10000')) });
    await sheet.getByRole('button', { name: confirm }).click();
    const done = page.getByRole('dialog', { name: say('invest.redeem.done') });
    await done.getByRole('button', { name: say('common.actions.done') }).click();
    await expect(page.getByText(say('common.status.repaid'), { exact: true })).toBeVisible();
    expect(await member.money()).toMatchObject({ invested: amount('0'), available: before.available });
    await page.goto('/#/pages/mine/record/ebao/index?status=repaid');
    await expect(page.getByRole('link', { name })).toBeVisible();
  });

  await test.step('savings take money in and give it back, and the account shows where it is', async () => {
    await page.goto('/#/pages/mine/ebao/index?view=savings&move=in');
    const into = page.getByRole('dialog', { name: say('invest.savings.in') });
    await into.getByLabel(say('invest.move.amountIn')).fill('2500');
    await into.getByRole('button', { name: say('invest.move.confirmIn') }).click();
    await expect(into).toBeHidden();
    expect(await member.money()).toMatchObject({ savings: amount('2500'), usermoney: before.usermoney });
    await page.getByRole('button', { name: say('invest.savings.out'), exact: true }).click();
    const out = page.getByRole('dialog', { name: say('invest.savings.out') });
    await out.getByLabel(say('invest.move.amountOut')).fill('500');
    await out.getByRole('button', { name: say('invest.move.confirmOut') }).click();
    await expect(out).toBeHidden();
    await page.goto('/#/pages/mine/index');
    const assets = page.getByRole('region', { name: say('account.assets.title') });
    await assets.getByText(say('account.assets.parts')).click();
    await expect(assets.getByRole('link', { name: say('account.assets.savings') })).toContainText(yuan(amount('2000')));
    await assets.getByRole('link', { name: say('account.assets.savings') }).click();
    await expect(
      page
        .getByRole('main')
        .getByRole('listitem')
        .filter({ hasText: yuan(amount('2000')) }),
    ).toHaveCount(1);
    expect(await member.money()).toMatchObject({ savings: amount('2000'), usermoney: before.usermoney });
  });
});

test.describe('a lost answer', () => {
  test.use({ expectedComplaints: /net::ERR_FAILED|Failed to load resource/ });

  test('to an investment is looked up under the same key, and invests once', async ({ page, member, say }) => {
    const { id } = await offer();
    const keys: (string | undefined)[] = [];
    await page.route(`**${listHoldings.path}`, async (route) => {
      if (route.request().method() !== 'POST') return await route.continue();
      keys.push(route.request().headers()['idempotency-key']);
      if (keys.length > 1) return await route.continue();
      await route.fetch();
      await route.abort('failed');
    });
    await page.goto(`/#/pages/mine/ebao/submit?id=${id}&amount=1000`);
    await page.getByLabel(say.pattern('invest.buy.agree')).check();
    const buy = page.getByRole('button', { name: say('invest.buy.submitAmount', { amount: '¥1,000' }) });
    await buy.click();
    await buy.last().click();
    await expect(page.getByText(say('invest.checking'))).toBeVisible();
    await expect(page.getByRole('article', { name: say('invest.certificate.title') })).toBeVisible();
    expect(new Set(keys).size).toBe(1);
    expect(keys.length).toBeGreaterThan(1);
    expect(await member.money()).toMatchObject({ invested: amount('1000') });
  });
});

test.describe('a week later', () => {
  test.use({ language: 'zh-Hant' });
  const DAYS = 8;
  const END_OF_DAY_MS_MAX = 45_000;

  test('interest has come, the investment is repaid, and an operator sees what the end of day did', async ({
    browser,
    page,
    origin,
    member,
    say,
  }) => {
    const { id } = await offer({ termDays: 7 });
    const before = await member.money();
    const interest = accruedAfter(minor('10000'), rate(TERMS.annualRate), 7);
    const saved = accruedAfter(minor('2500'), rate(120n), DAYS);

    await page.goto('/#/pages/mine/ebao/index?view=savings&move=in');
    const into = page.getByRole('dialog', { name: say('invest.savings.in') });
    await into.getByLabel(say('invest.move.amountIn')).fill('2500');
    await into.getByRole('button', { name: say('invest.move.confirmIn') }).click();
    await expect(into).toBeHidden();
    await page.goto(`/#/pages/mine/ebao/submit?id=${id}&amount=10000`);
    await page.getByLabel(say.pattern('invest.buy.agree')).check();
    const buy = page.getByRole('button', { name: say('invest.buy.submitAmount', { amount: '¥10,000' }) });
    await buy.click();
    await buy.last().click();
    await page.getByRole('link', { name: say('invest.buy.toRecord') }).click();
    await expect(page.getByText(say.pattern('invest.holding.daysLeft', { count: 7 }))).toBeVisible();

    await letDaysPass(mainServer().dataDir, member.account.username, DAYS);
    // The open page hears of it.
    await expect(page.getByText(say('common.status.repaid'), { exact: true })).toBeVisible({
      timeout: END_OF_DAY_MS_MAX,
    });
    await expect(page.getByRole('main')).toContainText(yuan(amountOf(interest)));
    await expect
      .poll(async () => await member.money())
      .toMatchObject({
        invested: amount('0'),
        savings: amountOf(minor('2500') + saved),
        available: amountOf(minor(before.available) - minor('2500') + interest),
        usermoney: amountOf(minor(before.usermoney) + interest + saved),
      });

    await page.goto('/#/pages/mine/ebao/index?view=savings');
    const balance = yuan(amountOf(minor('2500') + saved));
    await expect(page.getByRole('main')).toContainText(balance);
    await page.getByRole('button', { name: say('invest.savings.out'), exact: true }).click();
    const out = page.getByRole('dialog', { name: say('invest.savings.out') });
    await out.getByLabel(say('invest.move.amountOut')).fill(amountOf(minor('2500') + saved));
    await out.getByRole('button', { name: say('invest.move.confirmOut') }).click();
    await expect(out).toBeHidden();
    expect(await member.money()).toMatchObject({
      savings: amount('0'),
      available: amountOf(minor(before.available) + interest + saved),
    });

    const words = textsOf('zh-Hans', 'console');
    const operatorPage = await openConsoleAs(browser, origin, { operator: 'cashier1', path: '/closes' });
    const matured = operatorPage.getByRole('row').filter({ hasText: '10,000' });
    await expect(matured.first()).toContainText(words('invest.endOfDayStateOf.done'));
    await operatorPage.context().close();
  });
});

test.describe('the last of a project', () => {
  test.use({ language: 'en' });

  test('goes to one of two members who press at the same moment, and the other reads why', async ({
    browser,
    page,
    origin,
    member,
    say,
  }) => {
    const { id } = await offer({ size: 10_000n });
    const other = await registerMember(origin);
    const context = await browser.newContext({
      baseURL: origin,
      viewport: { width: 375, height: 812 },
      storageState: stored(origin, { language: 'en', theme: 'dark', token: other.token }),
    });
    await giveDeviceKey(context, other);
    const pages = [page, await context.newPage()];
    const buys = pages.map((own) =>
      own.getByRole('button', { name: say('invest.buy.submitAmount', { amount: '¥10,000' }) }),
    );
    for (const [index, own] of pages.entries()) {
      await own.goto(`/#/pages/mine/ebao/submit?id=${id}&amount=10000`);
      await own.getByLabel(say.pattern('invest.buy.agree')).check();
      await buys[index]?.click();
      await expect(own.getByRole('dialog', { name: say('invest.confirm.title') })).toBeVisible();
    }
    await Promise.all(buys.map(async (buy) => await buy.last().click()));
    const certificates = pages.map((own) => own.getByRole('article', { name: say('invest.certificate.title') }));
    const refusals = pages.map((own) => own.getByText(say('invest.notForSale.soldOut'), { exact: true }));
    await expect
      .poll(async () => [await shown(certificates), await shown(refusals)], { timeout: 40_000 })
      .toEqual([1, 1]);
    const invested = [(await member.money()).invested, (await other.money()).invested];
    expect(invested.toSorted()).toEqual([amount('0'), amount('10000')]);
    await context.close();
  });
});

/** How many of these are on their page. */
async function shown(locators: readonly Locator[]): Promise<number> {
  const counts = await Promise.all(locators.map(async (locator) => await locator.count()));
  return counts.filter((count) => count > 0).length;
}

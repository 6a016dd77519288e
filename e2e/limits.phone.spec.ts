import type { Locator } from '@playwright/test';
import { amount } from '@candor/domain/testing/test-currency';
import { expect, test } from './support/fixtures.ts';
import { acceptRisk, fillTicket, openTrade, ticketOf, yuan } from './support/trade.ts';
import { untilSheetsLeft } from './support/sheets.ts';

/* A member binds themselves: limits, the reminder of time, and self-exclusion, and what each of them refuses. */

const PAGE = '/#/pages/mine/info/limits/index';
/** The reminder loads after the page and looks every three seconds. */
const REMINDED_MS = 40_000;

test('limits, the reminder of time and self-exclusion', async ({ page, member, say }) => {
  await page.goto('/#/pages/mine/index');
  await page.getByRole('link', { name: say('common.titles.limits') }).click();
  const stakes = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: say('limits.kinds.stake') }) });
  const daily = stakes.getByRole('button', { name: say('limits.day') }).first();
  await expect(daily).toContainText(say('limits.none'));

  const sheet = page.getByRole('dialog');
  const save = async (units: string, effect: Locator) => {
    await daily.click();
    await sheet.getByLabel(say('limits.sheet.amount')).fill(units);
    await expect(effect).toBeVisible();
    await sheet.getByRole('button', { name: say('limits.sheet.save') }).click();
    await expect(sheet).toBeHidden();
  };
  await save('100', sheet.getByText(say('limits.sheet.effect.now')));
  await expect(daily).toContainText(yuan(amount('100')));
  await save('500', sheet.getByText(say('limits.sheet.effect.later')));
  await expect(daily).toContainText(yuan(amount('500')));
  await daily.click();
  await sheet.getByRole('button', { name: say('limits.sheet.keep') }).click();
  await expect(daily).not.toContainText(yuan(amount('500')));
  // It is checked when the server has it, which may take a while.
  await page.getByRole('radio', { name: say('limits.reality.minutes', { count: 15 }) }).click();
  await expect(page.getByText(say('limits.reality.saved'))).toBeVisible();

  // An order above the limit is refused, and leads here.
  await openTrade(page, 'BTCUSDT');
  await (await fillTicket(page, say, { direction: 'up', stake: '150' })).click();
  await acceptRisk(page, say);
  const refusal = ticketOf(page, say).getByRole('alert');
  await expect(refusal).toContainText(yuan(amount('100')));
  await refusal.getByRole('button', { name: say('trade.problem.limits') }).click();
  await expect(daily).toContainText(yuan(amount('100')));

  // A quarter of an hour later, with an order still open.
  await member.place({ product: 'BTCUSDT', direction: 'up', durationSec: 300, stake: amount('60') });
  await page.evaluate(() => {
    const now = Date.now();
    const startedAt = now - 16 * 60_000;
    localStorage.setItem('candor-use', JSON.stringify({ startedAt, checkedAt: startedAt, seenAt: now - 1000 }));
  });
  await untilSheetsLeft(page);
  await page.reload();
  await expect(sheet.getByText(say('limits.check.title'))).toBeVisible({ timeout: REMINDED_MS });
  await expect(sheet.getByText(say('limits.check.minutes', { count: 16 }))).toBeVisible();
  await expect(sheet.getByRole('timer')).toBeVisible();
  await sheet.getByRole('button', { name: say('limits.check.rest'), exact: true }).click();
  await sheet.getByRole('button', { name: say('limits.check.exclude') }).click();

  await expect(sheet.getByText(say('limits.exclusion.never'))).toBeVisible();
  const start = sheet.getByRole('button', { name: say('limits.exclusion.start') });
  await expect(start).toBeDisabled();
  await sheet.getByRole('radio', { name: say('limits.exclusion.terms.week') }).check();
  const phrase = say('limits.exclusion.phrase');
  await sheet.getByLabel(say('limits.exclusion.type', { phrase })).fill(phrase);
  await start.click();
  await expect(page.getByText(say('limits.exclusion.active'))).toBeVisible();
  const other = { product: 'ETHUSDT', direction: 'up', durationSec: 300, stake: amount('10') } as const;
  await expect(member.place(other)).rejects.toThrow('SELF_EXCLUDED');

  await page.goto('/#/pages/recharge/index');
  await page.getByLabel(say('cashier.amount')).fill('500');
  await page.getByRole('button', { name: say('cashier.submitDeposit') }).click();
  await page.getByRole('link', { name: say('cashier.seeLimits') }).click();
  await expect(page).toHaveURL(new RegExp(PAGE));
});

import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { amount } from '@candor/domain/testing/test-currency';
import { expectAccessible } from './support/accessible.ts';
import { openConsoleAs } from './support/console.ts';
import { employSecondOwner } from './support/database.ts';
import { expect, mainServer, test } from './support/fixtures.ts';
import { textsOf } from './support/texts.ts';
import { openTrade, placeFirst } from './support/trade.ts';

const text = textsOf('zh-Hans', 'console');
/** A product that comes has prices within seconds, and every socket hears of it. */
const NEWS_MS = 20_000;

/** Letters alone: nobody's. */
function freshLetters(length: number): string {
  return [...randomBytes(length)].map((byte) => 'ABCDEFGHJKMNPQRSTUVWXYZ'.charAt(byte % 23)).join('');
}

function dialogOf(page: Page) {
  return page.getByRole('dialog').last();
}

async function send(page: Page, reason: string): Promise<void> {
  const form = dialogOf(page);
  await form.getByLabel(text('proposals.reason')).fill(reason);
  await form.getByRole('button', { name: text('proposals.submit') }).click();
  await expect(page.getByText(text('proposals.submitted')).first()).toBeVisible();
}

async function approve(page: Page, queue: string, code: string): Promise<void> {
  await page.goto(`/console/#/${queue}?status=proposed`);
  await page.getByRole('row', { name: new RegExp(code) }).click();
  await page.keyboard.press('a');
  await page
    .getByRole('dialog', { name: text('proposals.approveTitle') })
    .getByRole('button', { name: text('proposals.approve') })
    .click();
  await expect(page.getByText(text.pattern('proposals.approved')).first()).toBeVisible();
}

/** What the page knows of the product is read anew: a change begins with the version that is shown. */
async function openChange(page: Page, code: string): Promise<void> {
  await page.goto('/console/#/account');
  await page.goto(`/console/#/products?product=${code}`);
  await page.reload();
  await expect(page.getByRole('dialog').first()).toContainText(code);
  await page
    .getByRole('button', { name: text.pattern('products.changeTitle') })
    .first()
    .click();
}

test(
  'two operators add a product with terms of its own, change it and retire it; a member trades it and reads what became of it',
  { tag: '@desktop' },
  async ({ browser, origin, page, say }) => {
    test.slow();
    const [code, second] = [`E2E${freshLetters(5)}`, `second_${freshLetters(8).toLowerCase()}`];
    await employSecondOwner(mainServer().dataDir, second);
    const maker = await openConsoleAs(browser, origin, { operator: 'admin', path: '/products' });
    const checker = await openConsoleAs(browser, origin, { operator: second, path: '/product-changes' });

    // Added, with a payout and a duration of its own.
    await maker.getByRole('button', { name: text('products.add'), exact: true }).click();
    const form = dialogOf(maker);
    await form.getByLabel(text('products.code'), { exact: true }).fill(code);
    await form.getByLabel(text('products.level')).fill('100');
    await form.getByLabel(text('products.volatility')).fill('200');
    for (const name of await form.getByLabel(new RegExp(`^${text('products.name')} ·`)).all()) await name.fill(code);
    // Prices are simulated here, and the form says that nobody is asked.
    await expect(form).toContainText(text('products.triesNot.simulated'));
    await form.getByLabel(text('products.like')).first().click();
    await maker.getByRole('option', { name: /BTCUSDT/ }).click();
    await form.getByLabel(text('products.offered')).check({ force: true });
    const first = form.locator('.duration-row').first();
    const seconds = await first.getByLabel(text('products.duration')).inputValue();
    await first.getByLabel(text('products.payout')).fill('85');
    // The break-even rate of 85 %.
    await expect(first).toContainText('54.05%');
    await expectAccessible(maker, 'the form that adds a product');
    await send(maker, 'members asked for it');
    await checker.goto('/console/#/product-changes?status=proposed');
    await checker.getByRole('row', { name: new RegExp(code) }).click();
    await expect(dialogOf(checker)).toContainText('85.00%');
    await expectAccessible(checker, 'a product that waits');
    await approve(checker, 'product-changes', code);

    // It has prices, and a member trades it.
    const row = maker.getByRole('row', { name: new RegExp(code) });
    await expect(row).toContainText(text('products.feedOf.simulated'), { timeout: NEWS_MS });
    await openTrade(page, code);
    await placeFirst(page, say, { direction: 'up', stake: amount('100'), durationSec: Number(seconds) });

    // Other terms: old beside new, and the audit says it in words.
    await row.click();
    await maker.getByRole('button', { name: text.pattern('products.termsTitle') }).click();
    const payout = dialogOf(maker).locator('.duration-row').first().getByLabel(text('products.payout'));
    await payout.fill('82');
    await send(maker, 'a wilder market');
    await approve(checker, 'product-terms', code);
    await maker.goto('/console/#/audit?command=console%2Fproduct-terms%2F');
    await expect(maker.getByRole('row', { name: new RegExp(code) }).first()).toContainText('85.00% → 82.00%');

    // A holiday, on hours that never end otherwise.
    await openChange(maker, code);
    await dialogOf(maker).getByLabel(text('products.neverCloses')).uncheck({ force: true });
    for (const day of await dialogOf(maker)
      .getByLabel(/^(星期|周)[一二三四五六日]$/)
      .all())
      await day.fill('00:00-24:00');
    const holiday = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
    await dialogOf(maker).getByLabel(text('products.holidays')).fill(holiday);
    await expectAccessible(maker, 'the form that changes a product');
    await send(maker, 'a holiday');
    await approve(checker, 'product-changes', code);

    // Retired: no new order; what was is public.
    await openChange(maker, code);
    await dialogOf(maker).getByLabel(text('products.offered')).uncheck({ force: true });
    await send(maker, 'nobody trades it');
    await approve(checker, 'product-changes', code);
    await maker.goto(`/console/#/products?product=${code}`);
    await expect(maker.getByRole('dialog').first()).toContainText(text('products.stateOf.retired'));
    await expectAccessible(maker, 'the products');

    await page.goto(`/#/pages/kLineChart/history?code=${code}`);
    await expect(page.getByRole('main')).toContainText(say('market.versions.notOffered'));
    await expect(page.getByRole('main')).toContainText('85% → 82%');
    await expect(page.getByRole('main').getByText(holiday)).toBeVisible();
    await expectAccessible(page, 'what became of a product');
    await maker.close();
    await checker.close();
  },
);

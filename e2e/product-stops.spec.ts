import { errorText } from '@candor/contract/errors';
import type { Locator, Page } from '@playwright/test';
import { openConsoleAs } from './support/console.ts';
import { expect, test } from './support/fixtures.ts';
import { textsOf } from './support/texts.ts';
import { fillTicket, openTrade, ticketOf } from './support/trade.ts';

const consoleText = textsOf('zh-Hans', 'console');
/** Of no other journey on a desktop: it is stopped while others trade. */
const PRODUCT = 'BTCUSD';
/** A change of a product reaches every socket within seconds. */
const NEWS_MS = 20_000;

/** What the console calls the product. */
async function openProduct(page: Page): Promise<Locator> {
  await page.getByRole('row', { name: new RegExp(`${PRODUCT}\\b`) }).click();
  const panel = page.getByRole('dialog').first();
  await expect(panel).toContainText(PRODUCT);
  return panel;
}

test(
  'one operator stops a product while a member watches; two let it begin again',
  { tag: '@desktop' },
  async ({ browser, origin, page, say }) => {
    await openTrade(page, PRODUCT);
    const ticket = ticketOf(page, say);
    const because = errorText('STOPPED_UNUSUAL_PRICES', 'zh-Hans');
    await expect(ticket.getByRole('radio', { name: say('trade.ticket.up') })).toBeVisible();

    const cashier = await openConsoleAs(browser, origin, { operator: 'cashier1', path: '/products' });
    const panel = await openProduct(cashier);
    await panel.getByRole('button', { name: consoleText('products.stopProduct') }).click();
    const form = cashier.getByRole('dialog', { name: consoleText.pattern('products.stopTitle') }).last();
    await expect(form).toContainText(consoleText('products.stopTwo'));
    await form
      .getByRole('combobox')
      .or(form.getByLabel(consoleText('reasons.reason')))
      .first()
      .click();
    await cashier.getByRole('option', { name: consoleText('reasons.codes.UNUSUAL_PRICES') }).click();
    await expect(form).toContainText(because);
    await form.getByLabel(consoleText('reasons.note')).fill('a jump of four percent');
    await form.getByRole('button', { name: consoleText('products.stop'), exact: true }).click();
    await expect(panel).toContainText(consoleText('products.stateOf.forbidden'));

    // Without a press of the member.
    await expect(ticket).toContainText(because, { timeout: NEWS_MS });
    await page.goto(`/#/pages/kLineChart/index?code=${PRODUCT}`);
    await expect(page.getByRole('main')).toContainText(because);
    await page.getByText(say('market.stops.show')).click();
    await expect(page.getByRole('main')).toContainText(say('market.stops.holds'));
    await expect(page.getByRole('main')).not.toContainText('four percent');
    await openTrade(page, PRODUCT);

    await panel.getByRole('button', { name: consoleText.pattern('products.resumeTitle') }).click();
    const ask = cashier.getByRole('dialog', { name: consoleText.pattern('products.resumeTitle') }).last();
    await ask.getByRole('textbox').last().fill('the sources agree again');
    await ask.getByRole('button', { name: consoleText('proposals.submit') }).click();
    await expect(panel.getByRole('link', { name: consoleText('proposals.waits') }).first()).toBeVisible();
    await expect(ticket).toContainText(because);

    const admin = await openConsoleAs(browser, origin, { operator: 'admin', path: '/resumptions?status=proposed' });
    await admin.getByRole('row', { name: new RegExp(`${PRODUCT}\\b`) }).click();
    await admin.keyboard.press('a');
    await admin
      .getByRole('dialog', { name: consoleText('proposals.approveTitle') })
      .getByRole('button', { name: consoleText('proposals.approve') })
      .click();
    await expect(ticket).not.toContainText(because, { timeout: NEWS_MS });
    await expect(ticket.getByRole('radio', { name: say('trade.ticket.up') })).toBeVisible();

    await admin.goto(`${origin}/console/#/audit?command=console%2Fstops%2F`);
    await expect(admin.getByRole('row', { name: new RegExp(`${PRODUCT}\\b`) }).first()).toContainText(
      consoleText('reasons.codes.UNUSUAL_PRICES'),
    );
    await cashier.close();
    await admin.close();
  },
);

test(
  'two operators change the terms of a product while a member fills the ticket',
  { tag: '@desktop' },
  async ({ browser, origin, page, say }) => {
    await openTrade(page, PRODUCT);
    const ticket = ticketOf(page, say);
    const confirm = await fillTicket(page, say, { direction: 'up', stake: '100', durationSec: 60 });
    await expect(confirm).toBeEnabled();

    const admin = await openConsoleAs(browser, origin, { operator: 'admin', path: '/products' });
    const panel = await openProduct(admin);
    await panel.getByRole('button', { name: consoleText.pattern('products.termsTitle') }).click();
    const form = admin.getByRole('dialog', { name: consoleText.pattern('products.termsTitle') }).last();
    const row = form.locator('.duration-row').filter({ has: admin.locator('input[value="60"]') });
    const payout = row.getByLabel(consoleText('products.payout'));
    const [before, after] = (await payout.inputValue()) === '85' ? ['85%', '82'] : ['82%', '81'];
    await payout.fill(after);
    // Old beside new, with the break-even rate, and what members will read.
    await expect(form).toContainText(`${after}.00%`);
    await expect(form).toContainText(errorText('TERMS_CHANGED', 'en'));
    await form.getByLabel(consoleText('proposals.reason')).fill('a wilder market');
    await form.getByRole('button', { name: consoleText('proposals.submit') }).click();
    await expect(panel.getByRole('link', { name: consoleText('proposals.waits') })).toBeVisible();

    const cashier = await openConsoleAs(browser, origin, {
      operator: 'cashier1',
      path: '/product-terms?status=proposed',
    });
    await cashier.getByRole('row', { name: new RegExp(`${PRODUCT}\\b`) }).click();
    await cashier.keyboard.press('a');
    await cashier
      .getByRole('dialog', { name: consoleText('proposals.approveTitle') })
      .getByRole('button', { name: consoleText('proposals.approve') })
      .click();

    // Without a press of the member: told, and the worse terms beside those that they saw.
    await expect(page.getByText(say.error('TERMS_CHANGED'))).toBeVisible({ timeout: NEWS_MS });
    const compared = ticket.getByRole('alert');
    await expect(compared).toContainText(before);
    await expect(compared).toContainText(`${after}%`);
    await ticket.getByRole('button', { name: say('trade.terms.accept') }).click();
    await expect(confirm).toBeEnabled();

    await page.goto(`/#/pages/kLineChart/index?code=${PRODUCT}`);
    await page.getByText(say('market.terms.show')).click();
    await expect(page.getByRole('main')).toContainText(`${before} → ${after}%`);

    await admin.goto(`${origin}/console/#/audit?command=console%2Fproduct-terms%2F`);
    await expect(admin.getByRole('row').nth(1)).toContainText(`→ ${after}.00%`);
    await admin.close();
    await cashier.close();
  },
);

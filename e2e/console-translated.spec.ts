import { payDeposit, readDeposit } from './support/console.ts';
import { expect, test } from './support/fixtures.ts';
import { SEED_PASSWORD } from './support/server.ts';
import { textsOf } from './support/texts.ts';
import { translatePage } from './support/translated-page.ts';

const consoleText = textsOf('zh-Hans', 'console');

test(
  'a page that the browser translates works for an operator, from the login to a decision',
  { tag: '@desktop' },
  async ({ context, page, origin, member }) => {
    const deposit = await payDeposit(member, '1000');
    await translatePage(context);
    await page.goto('/console/');
    // Translated: names are found by what they contain.
    await page.getByLabel(consoleText('entry.username')).fill('cashier1');
    await page.locator('input[type=password]').fill(SEED_PASSWORD);
    await page.getByRole('button', { name: consoleText('entry.logIn') }).click();
    await page.getByRole('button', { name: consoleText('entry.later') }).click();
    const main = page.locator('#main');
    await expect(main).toContainText('«');
    // The frame is the same one at the end: nothing was torn down and drawn again.
    await main.evaluate((element) => element.setAttribute('data-kept', ''));

    const queues = page.getByRole('navigation');
    const withdrawals = consoleText('cashier.withdrawals.title');
    await queues.getByRole('link', { name: withdrawals }).first().click();
    await expect(main.getByRole('heading', { name: withdrawals })).toBeVisible();
    await queues.getByRole('link', { name: consoleText('cashier.deposits.title') }).click();
    await main.getByRole('button', { name: deposit.reference }).click();
    const panel = page.getByRole('dialog').first();
    await panel.getByRole('button', { name: consoleText('cashier.take') }).click();
    await panel.getByRole('button', { name: consoleText('cashier.approve') }).click();
    await page
      .getByRole('dialog', { name: consoleText('cashier.deposits.approveTitle') })
      .getByRole('button', { name: consoleText('cashier.approve') })
      .click();
    await expect(page.getByText(consoleText('cashier.deposits.approved'))).toBeVisible();
    await expect(panel).toContainText(consoleText('cashier.stateOf.approved'));
    expect(await readDeposit(origin, member, deposit.id)).toMatchObject({ status: 'approved' });
    await page.keyboard.press('Escape');

    // Every text changes at once, and none stays behind.
    await page.getByRole('button', { name: consoleText('common.language') }).click();
    await page.getByRole('menuitem', { name: 'English' }).click();
    const english = textsOf('en', 'console');
    await expect(main.getByRole('heading', { level: 1 })).toHaveText(`«${english('cashier.deposits.title')}»`);
    await expect(page.getByText(consoleText('common.states.broken'))).toHaveCount(0);
    await expect(page.locator('#main[data-kept]')).toHaveCount(1);
  },
);

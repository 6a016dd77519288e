import type { Page } from '@playwright/test';
import { expect, visitorTest } from './support/fixtures.ts';
import { expectFocusKept } from './support/focus.ts';
import { registerMember } from './support/member-api.ts';
import { ticketOf } from './support/trade.ts';

/* The desktop without a mouse: from the login to a desk of one's own, and back to it after a reload. */

visitorTest(
  'by keys alone: log in, find a product, arrange the workspace',
  { tag: '@desktop' },
  async ({ page, say, origin }) => {
    const { account } = await registerMember(origin);
    await page.goto('/#/pages/login');
    await expect(page.locator('#first-screen')).toHaveCount(0);
    await page.getByLabel(say('session.login.username'), { exact: true }).focus();
    await page.keyboard.type(account.username);
    await page.keyboard.press('Tab');
    await expect(page.getByLabel(say('session.login.password'), { exact: true })).toBeFocused();
    await page.keyboard.type(account.password);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('region', { name: say('home.assets.label') })).toBeVisible();
    await expectFocusKept(page);

    // The first hit is the best one: "eth" is also inside every "Tether".
    await page.keyboard.press('/');
    const field = page.getByRole('combobox', { name: say('command.label') });
    await expect(field).toBeFocused();
    await page.keyboard.type('eth');
    await expect(page.getByRole('option', { selected: true })).toContainText('ETHUSDT');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/move\?.*code=ETHUSDT/);
    await expectFocusKept(page);

    // Escape closes the menu and gives the focus back; a letter typed in a field opens nothing.
    const ticket = ticketOf(page, say);
    await expect(ticket.getByLabel(say('trade.ticket.amount'))).toBeVisible();
    // The digits that follow go into the amount, however late the next frame is.
    await page.evaluate((key) => {
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
      if (document.activeElement?.matches('[inputmode=decimal]') !== true)
        throw new Error('the amount has no focus yet');
    }, 'b');
    const stake = ticket.getByLabel(say('trade.ticket.amount'));
    await expect(stake).toBeFocused();
    await page.keyboard.press('/');
    await expect(field).toHaveCount(0);
    const search = page.getByRole('button', { name: say('shell.command.open') });
    await search.press('Enter');
    await expect(field).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(field).toHaveCount(0);
    await expect(search).toBeFocused();

    // Two charts: the ticket belongs to the active one.
    await page.getByRole('button', { name: say('trade.workspace.layout.2') }).press('Enter');
    await expect(chartOf(page, 'ETHUSDT')).toBeVisible();
    await expect(chartOf(page, 'BTCUSDT')).toBeVisible();
    const second = page.getByRole('button', { name: say.pattern('trade.workspace.pick', { number: 2 }) });
    await second.press('Enter');
    await expect(page).toHaveURL(/code=BTCUSDT/);
    await expect(second).toHaveAttribute('aria-pressed', 'true');
    await expectFocusKept(page);
    await expect(chartOf(page, 'ETHUSDT')).toBeVisible();

    const line = page.getByRole('separator', { name: say('trade.workspace.resizeList') });
    const width = async () => Number(await line.getAttribute('aria-valuenow'));
    const before = await width();
    await line.press('ArrowRight');
    await line.press('ArrowRight');
    expect(await width()).toBe(before + 32);
    const list = page.getByRole('navigation', { name: say('trade.page.markets') });
    expect(Math.round((await list.boundingBox())?.width ?? 0)).toBe(before + 32);

    // The entry of the navigation opens the product that was traded last, on the workspace as it was left.
    await page.getByRole('link', { name: say('shell.menu.home'), exact: true }).press('Enter');
    await page.reload();
    await page.getByRole('link', { name: say('shell.menu.trade'), exact: true }).press('Enter');
    await expect(ticket.getByRole('heading')).toContainText(/BTC|比特币/);
    await expect(chartOf(page, 'ETHUSDT')).toBeVisible();
    await expect.poll(width).toBe(before + 32);
    await line.press('Enter');
    await expect.poll(width).toBe(before);
  },
);

function chartOf(page: Page, product: string): ReturnType<Page['getByRole']> {
  return page.getByRole('figure', { name: new RegExp(product) });
}

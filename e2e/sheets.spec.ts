import type { Locator, Page } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';
import { untilSheetsLeft } from './support/sheets.ts';
import { directionButton } from './support/trade.ts';
import type { Say } from './support/texts.ts';

/* Sheets by keys: the focus goes in, stays in, and comes back to what opened it. */

type Opening = { path: string; opener: (page: Page, say: Say) => Locator };

const SHEETS: readonly Opening[] = [
  {
    path: '/pages/home/index?group=favourites',
    opener: (page, say) => page.getByRole('button', { name: say('market.list.addFavourites'), exact: true }),
  },
  {
    path: '/pages/kLineChart/index?code=BTCUSDT',
    opener: (page, say) => page.getByRole('button', { name: say.pattern('alerts.bell') }).first(),
  },
  {
    path: '/pages/history/index',
    opener: (page, say) => page.getByRole('button', { name: say.pattern('orders.filter.open') }),
  },
];

test('a sheet takes the focus, keeps it, and gives it back', async ({ page, say }) => {
  for (const { path, opener } of SHEETS) {
    await page.goto(`/#${path}`);
    await expectToHoldFocus(page, opener(page, say));
  }
});

test('the ticket of a phone takes the focus, keeps it, and gives it back', { tag: '@phone' }, async ({ page, say }) => {
  await page.goto('/#/pages/kLineChart/move?code=BTCUSDT');
  await expectToHoldFocus(page, directionButton(page, say, 'up'));
});

test('the second press of a double press does not press what came up', { tag: '@phone' }, async ({ page, say }) => {
  await page.goto('/#/pages/kLineChart/move?code=BTCUSDT');
  const opener = directionButton(page, say, 'up');
  // What stands at its place is asked in the frame in which the ticket opens, where a journey's second press comes late.
  const pressed = await opener.evaluate(async (button: HTMLElement) => {
    button.click();
    for (;;) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      const dialog = document.querySelector('dialog[open]');
      if (dialog === null) continue;
      const { left, top, width, height } = dialog.getBoundingClientRect();
      const inside = document.elementFromPoint(left + width / 2, top + height / 2);
      const beside = document.elementFromPoint(left + width / 2, 1);
      return [inside, beside].map((found) => dialog.contains(found));
    }
  });
  expect(pressed).toEqual([false, false]);
  const ticket = page.getByRole('dialog');
  await expect(ticket).toBeVisible();
  // A moment later it can be pressed, and beside it too.
  await ticket.getByLabel(say('trade.ticket.amount')).click();
  await page.mouse.click(5, 5);
  await expect(ticket).toBeHidden();
});

test('the side menu holds the focus before its links are there', { tag: '@phone' }, async ({ page, say }) => {
  const code = Promise.withResolvers<void>();
  await page.route('**/assets/side-menu-content-*.js', async (route) => {
    await code.promise;
    await route.continue();
  });
  await page.goto('/#/pages/home/index');
  const opener = page.getByRole('button', { name: say('home.menu') });
  await opener.press('Enter');
  const menu = page.getByRole('dialog', { name: say('shell.menu.label') });
  await expect(menu).toBeVisible();
  await expect(menu.getByRole('link')).toHaveCount(0);
  await expectTabsInside(page);
  code.resolve();
  await expect(menu.getByRole('link').first()).toBeVisible();
  await expectTabsInside(page);
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(opener).toBeFocused();
});

/** Opens it twice by a key: once Escape closes it, once back. */
async function expectToHoldFocus(page: Page, opener: Locator): Promise<void> {
  const sheet = page.locator('dialog[open]');
  await expect(opener).toBeVisible();
  const address = page.url();
  for (const leave of [() => page.keyboard.press('Escape'), () => page.goBack()]) {
    await opener.press('Enter');
    await expect(sheet).toBeVisible();
    await expectTabsInside(page);
    await leave();
    await expect(sheet).toHaveCount(0);
    await expect(opener).toBeFocused();
    await untilSheetsLeft(page);
    expect(page.url()).toBe(address);
  }
}

/** Tab goes through everything in the dialog and on to its start; Shift-Tab the other way. */
async function expectTabsInside(page: Page): Promise<void> {
  await expect.poll(() => focusPlace(page), { message: 'the focus is not in the dialog' }).not.toBe(OUTSIDE);
  for (const key of ['Tab', 'Shift+Tab']) {
    const places = new Set([await focusPlace(page)]);
    // Once around: until a place comes again, and one step more.
    for (let isAround = false; !isAround;) {
      await page.keyboard.press(key);
      const place = await focusPlace(page);
      expect(place, `${key} left the dialog`).not.toBe(OUTSIDE);
      isAround = places.has(place);
      places.add(place);
    }
  }
}

const OUTSIDE = 'outside';

/** What has the focus, as its number in the open dialog. */
async function focusPlace(page: Page): Promise<string> {
  return await page.evaluate((outside) => {
    const dialog = [...document.querySelectorAll('dialog[open]')].at(-1);
    const focused = document.activeElement;
    if (dialog === undefined || focused === null || !dialog.contains(focused)) return outside;
    return String([...dialog.querySelectorAll('*')].indexOf(focused));
  }, OUTSIDE);
}

import type { Page } from '@playwright/test';
import { expect, test, visitorTest } from './support/fixtures.ts';

/* Menus by keys, by touch, by mouse, and inside a modal dialog. */

/** Only the desktop has lists in its navigation. */
const LISTS = { tag: '@desktop' };

visitorTest('a menu before its code is there: keys, typeahead, Escape', { tag: '@desktop' }, async ({ page, say }) => {
  const code = Promise.withResolvers<void>();
  await page.route('**/assets/base-menu-*.js', async (route) => {
    await code.promise;
    await route.continue();
  });
  await openLogin(page);
  const button = page.getByRole('button', { name: say('common.settings.language') });
  await button.focus();
  await page.keyboard.press('ArrowDown');
  await expect(button).toHaveAttribute('aria-expanded', 'false');
  code.resolve();
  await expect(button).toHaveAttribute('aria-expanded', 'true');
  const choice = (name: string) => page.getByRole('menuitemradio', { name });
  await expect(choice('简体中文')).toBeFocused();
  await expect(choice('简体中文')).toBeChecked();
  await page.keyboard.press('End');
  await expect(choice('English')).toBeFocused();
  await page.keyboard.press('Home');
  await page.keyboard.press('e');
  await expect(choice('English')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(button).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(choice('简体中文')).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(choice('English')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible();
});

visitorTest.describe('a menu whose code does not come', { tag: '@phone' }, () => {
  visitorTest.use({ expectedComplaints: /ERR_FAILED/ });
  visitorTest('says so, and works at the next press', async ({ page, say }) => {
    await page.route('**/assets/base-menu-*.js', async (route) => await route.abort());
    await openLogin(page);
    const button = page.getByRole('button', { name: say('common.settings.language') });
    await button.click();
    await expect(page.getByText(say('common.states.failed'))).toBeVisible();
    await page.unroute('**/assets/base-menu-*.js');
    await button.click();
    await expect(page.getByRole('menu')).toBeVisible();
  });
});

test('a menu in the side menu opens, and Escape closes it alone', { tag: '@phone' }, async ({ page, say }) => {
  await page.goto('/#/pages/home/index');
  await page.getByRole('button', { name: say('home.menu') }).tap();
  const side = page.getByRole('dialog', { name: say('shell.menu.label') });
  await side.getByRole('button', { name: say('common.settings.language') }).tap();
  await expect(page.getByRole('menuitemradio', { name: 'English' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(side).toBeVisible();
  await side.getByRole('button', { name: say('common.settings.language') }).tap();
  await page.getByRole('menuitemradio', { name: 'English' }).tap();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
});

test('the mouse opens the lists of the navigation and may cross its neighbours', LISTS, async ({ page, say }) => {
  await page.goto('/#/pages/home/index');
  const nav = page.getByRole('navigation', { name: say('shell.tabs.label') });
  const buttons = nav.getByRole('button');
  await expect(buttons.first()).toBeVisible();
  await buttons.first().hover();
  const menu = page.getByRole('menu');
  await expect(menu).toBeVisible();
  const last = menu.getByRole('menuitem').last();
  const name = await last.innerText();
  const [from, to] = [await centreOf(page, buttons.first()), await centreOf(page, last)];
  await page.mouse.move(from.x, from.y);
  await page.mouse.move(to.x, to.y, { steps: 12 });
  await expect(page.getByRole('menuitem', { name })).toBeVisible();
  await page.mouse.move(700, 700, { steps: 5 });
  await expect(menu).toHaveCount(0);
});

test('keys in the navigation: into a list, sideways out of it', LISTS, async ({ page, say }) => {
  await page.goto('/#/pages/home/index');
  const nav = page.getByRole('navigation', { name: say('shell.tabs.label') });
  const entries = nav.locator('a[href], button');
  await expect(nav.getByRole('button').first()).toBeVisible();
  const at = await entries.evaluateAll((all) => all.findIndex((entry) => entry.tagName === 'BUTTON'));
  await entries.nth(at).focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(entries.nth(at - 1)).toBeFocused();
  await expect(page.getByRole('menu')).toHaveCount(0);
});

/** Until the app has replaced the login screen that came with the page, a press on the menu does nothing. */
async function openLogin(page: Page): Promise<void> {
  await page.goto('/#/pages/login');
  await expect(page.locator('#first-screen')).toHaveCount(0);
}

async function centreOf(page: Page, element: ReturnType<Page['locator']>): Promise<{ x: number; y: number }> {
  const box = await element.boundingBox();
  if (!box) throw new Error(`not shown on ${page.url()}`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

import type { Page } from '@playwright/test';
import { amount } from '@candor/domain/testing/test-currency';
import { expect, test } from './support/fixtures.ts';
import { watchShifts } from './support/judge.ts';
import { isPhone, settled, SHORT_SEC } from './support/trade.ts';

/* Home begins with the markets, and what stood above them is still to be found. */

const HOME = '/#/pages/home/index';
/** Of the phone that pictures are drawn for. */
const PHONE = { width: 390, height: 844 };
/** One line that comes late on a slow machine. */
const SHIFT_MAX = 0.05;

test('the markets begin in the first window of a phone', { tag: '@phone' }, async ({ page, member, say }) => {
  await page.setViewportSize(PHONE);
  await watchShifts(page);
  await page.goto(HOME);
  await expect.poll(async () => await rowsInView(page)).toBeGreaterThanOrEqual(6);
  await expect(page.getByRole('region', { name: say('start.card.title') })).toBeVisible();
  await expect(page.getByRole('region', { name: say('notices.bar.label') })).toBeVisible();
  expect(await moved(page)).toBeLessThanOrEqual(SHIFT_MAX);

  await member.place({ product: 'BTCUSDT', direction: 'up', durationSec: 300, stake: amount('120') });
  await page.reload();
  const running = page.getByRole('region', { name: say('home.positions.title') });
  await expect(running.getByRole('timer')).toBeVisible();
  await expect.poll(async () => await rowsInView(page)).toBeGreaterThanOrEqual(5);
  expect(await moved(page)).toBeLessThanOrEqual(SHIFT_MAX);

  // The tabs stay below the bar.
  await page.mouse.wheel(0, 300);
  const tabs = page.getByRole('tablist');
  const bar = page.locator('main header').first();
  await expect
    .poll(async () => {
      const [above, below] = [await bar.boundingBox(), await tabs.boundingBox()];
      return Math.round((below?.y ?? 0) - (above?.y ?? 0) - (above?.height ?? 0));
    })
    .toBe(0);
});

test('a search takes the place of the tabs, and gives it back', async ({ page, say }) => {
  await page.goto(HOME);
  const opener = page.getByRole('region', { name: say('home.markets.title') }).getByRole('button', {
    name: say('market.list.search'),
  });
  await opener.click();
  const field = page.getByRole('textbox', { name: say('market.list.search') });
  await expect(field).toBeFocused();
  await expect(page.getByRole('tablist')).toHaveCount(0);
  await field.fill('xau');
  await expect(page.locator('[data-market-row]')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(opener).toBeFocused();
  await expect(page.getByRole('tab', { selected: true })).toBeVisible();
});

test('what does not stand above the markets is found', async ({ page, say }) => {
  await page.goto(`${HOME}?group=favourites`);
  const markets = page.getByRole('region', { name: say('home.markets.title') });
  await markets.getByRole('button', { name: say('market.list.addFavourites') }).click();
  const sheet = page.getByRole('dialog', { name: say('home.favourites.title') });
  await sheet.getByRole('listitem').filter({ hasText: 'BTCUSDT' }).getByRole('button').click();
  await sheet.getByRole('button', { name: say('common.actions.done') }).click();
  await expect(markets.locator('[data-market-row]')).toHaveCount(1);
  await expect(markets.getByRole('button', { name: say('home.markets.manage') })).toBeVisible();

  await markets.getByRole('button', { name: say.pattern('market.sort.label') }).click();
  const asked = page.waitForResponse((answer) => answer.url().endsWith('/api/market/products'));
  await page.getByRole('menuitem', { name: say('common.actions.refresh') }).click();
  await asked;

  const main = page.getByRole('main');
  for (const name of ['common.titles.fairness', 'common.titles.limits', 'notices.toList'] as const)
    await expect(main.getByRole('link', { name: say(name) })).toBeVisible();
  await expect(main.getByRole('region', { name: say('notices.banners.label') })).toBeVisible();

  // The parts of the total: on a desktop beside it, on a phone one press away.
  if (isPhone(page)) await main.getByRole('link', { name: say('home.assets.details') }).click();
  for (const part of ['home.assets.available', 'home.assets.yesterday'] as const)
    await expect(main.getByRole('link', { name: say(part) }).first()).toBeVisible();
});

test('a desktop has something to say in both columns', { tag: '@desktop' }, async ({ page, member, say }) => {
  const { id } = await member.place({
    product: 'BTCUSDT',
    direction: 'up',
    durationSec: SHORT_SEC,
    stake: amount('120'),
  });
  await settled(member, id);
  await page.setViewportSize({ width: 1920, height: 1080 });
  await page.goto(HOME);
  // What was settled says by itself what its receipt says.
  const results = page.getByRole('region', { name: say('home.results.title') });
  const result = results.getByRole('listitem').getByRole('link');
  await expect(result.locator('[data-proof]')).toHaveAttribute('data-proof', /^(?:valid|provisional)$/);
  for (const name of ['home.positions.title', 'notices.title'] as const)
    await expect(page.getByRole('region', { name: say(name) })).toBeVisible();
  // The figures and eight markets are beside it.
  const columns = await page
    .getByRole('main')
    .locator('aside')
    .evaluate((side) => [side, side.previousElementSibling].map((each) => each?.getBoundingClientRect().height ?? 0));
  const [right = 0, left = 0] = columns;
  expect(right / left).toBeGreaterThan(0.6);
  await result.click();
  await expect(page).toHaveURL(new RegExp(`id=${id}`));
});

/** Rows of which every part is in the window, above the bar at its foot. */
async function rowsInView(page: Page): Promise<number> {
  return await page.evaluate(() => {
    const foot = document.querySelector('[data-tab-bar]')?.getBoundingClientRect().top ?? innerHeight;
    const rows = [...document.querySelectorAll('[data-market-row]')];
    return rows.filter((row) => row.getBoundingClientRect().bottom <= foot + 1).length;
  });
}

/** The sum of what moved since the last call, as a share of the window. */
async function moved(page: Page): Promise<number> {
  return await page.evaluate(() => {
    const shifts = Reflect.get(globalThis, 'shifts') as { value: number }[];
    return shifts.splice(0).reduce((sum, { value }) => sum + value, 0);
  });
}

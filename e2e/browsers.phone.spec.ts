import type { Page } from '@playwright/test';
import { BROWSER_NAMES } from '../scripts/lib/browsers.ts';
import { expect, visitorTest as test } from './support/fixtures.ts';
import { makeOld } from './support/old-browser.ts';
import { registerMember } from './support/member-api.ts';
import type { MemberApi } from './support/member-api.ts';
import { logIn } from './support/session.ts';
import type { Say } from './support/texts.ts';
import { openTrade, placeFirst, resultOf, SETTLE_MS, settled, ticketOf } from './support/trade.ts';

/* The way to a result in browsers that differ from ours: an old one, one that translates, one that never answers. */

/** From login to a settled order. */
async function reachResult(page: Page, say: Say, member: MemberApi): Promise<void> {
  await page.goto('/#/pages/login');
  await logIn(page, say, member.account);
  await openTrade(page, 'BTCUSDT');
  await placeFirst(page, say, { direction: 'up', stake: '100' });
  const [open] = await member.orders();
  if (open === undefined) throw new Error('no order was placed');
  const { word } = resultOf(await settled(member, open.id), say);
  await expect(ticketOf(page, say).getByText(word)).toBeVisible({ timeout: SETTLE_MS });
}

test('the oldest supported browser gets from login to the result of an order', async ({
  context,
  page,
  say,
  origin,
}) => {
  await makeOld(context);
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
  await reachResult(page, say, await registerMember(origin));
  expect(loaded.filter((path) => path.includes('missing-functions'))).not.toEqual([]);
  expect(await page.evaluate(() => 'groupBy' in Object)).toBe(false);
});

test.describe('a browser that cannot run the app', () => {
  test.use({ expectedComplaints: /index\.html has no #root/ });

  test('is told so in three languages', async ({ context, page }) => {
    await context.addInitScript(() => Reflect.deleteProperty(HTMLScriptElement, 'supports'));
    await page.goto('/#/pages/login');
    const told = page.getByRole('alert');
    for (const title of ['浏览器版本过低', '瀏覽器版本過舊', 'This browser is too old'])
      await expect(told.getByRole('heading', { name: title })).toBeVisible();
    await expect(told).toContainText(BROWSER_NAMES.join('、'));
    await expect(page.locator('#root')).toHaveCount(0);
    await page.goto('/console/');
    await expect(page.getByRole('heading', { name: 'This browser is too old' })).toBeVisible();
  });
});

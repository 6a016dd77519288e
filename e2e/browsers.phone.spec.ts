import type { Page } from '@playwright/test';
import { BROWSER_NAMES } from '../scripts/lib/browsers.ts';
import { expect, visitorTest as test } from './support/fixtures.ts';
import { makeOld } from './support/old-browser.ts';
import { registerMember } from './support/member-api.ts';
import type { MemberApi } from './support/member-api.ts';
import { fillLogin, logIn, submitLogin } from './support/session.ts';
import type { Say } from './support/texts.ts';
import { translatePage } from './support/translated-page.ts';
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
  expect(loaded.filter((path) => path === '/missing.js')).not.toEqual([]);
  expect(await page.evaluate(() => 'groupBy' in Object)).toBe(false);
});

test.describe('a browser that cannot run the app', () => {
  test.use({ expectedComplaints: /index\.html has no #root/ });

  test('is told so in three languages', async ({ context, page }) => {
    await context.addInitScript(() => {
      Reflect.deleteProperty(globalThis, 'OffscreenCanvas');
      Reflect.deleteProperty(URL, 'canParse');
    });
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

test('a page that the browser translates stays alive, from a wrong password to the result of an order', async ({
  context,
  page,
  say,
  origin,
}) => {
  await translatePage(context);
  const member = await registerMember(origin);
  await page.goto('/#/pages/login');
  // Translated: names are found by what they contain.
  await page.locator('#login-username').fill(member.account.username);
  await page.locator('#login-pwd').fill('not-the-password');
  await page.locator('form button[type=submit]').click();
  await expect(page.getByRole('alert').filter({ hasText: say.error('LOGIN_FAILED') })).toBeVisible();
  await page.locator('#login-pwd').fill(member.account.password);
  await page.locator('form button[type=submit]').click();
  await expect(page).toHaveURL(/#\/pages\/home/);
  await expect(page.locator('main')).toContainText('«');
  await openTrade(page, 'BTCUSDT');
  await page
    .getByRole('button', { name: new RegExp(say('trade.ticket.up')) })
    .first()
    .click();
  const ticket = page.getByRole('dialog');
  await ticket.locator('input[type=radio][value="5"]').check();
  await ticket.locator('input[inputmode=decimal]').fill('100');
  await ticket.locator('button[type=submit]').click();
  await ticket.getByRole('button', { name: new RegExp(say('trade.risk.accept')) }).click();
  await expect(ticket.getByRole('timer')).toHaveText(/^[1-6]$/);
  const [open] = await member.orders();
  if (open === undefined) throw new Error('no order was placed');
  const { amount } = resultOf(await settled(member, open.id), say);
  await expect(ticket).toContainText(amount, { timeout: SETTLE_MS });
  await expect(page.getByText(say('common.states.partBroken'))).toHaveCount(0);
});

test('a browser whose storage never answers logs in all the same', async ({ context, page, say, origin }) => {
  await context.addInitScript(() => {
    IDBFactory.prototype.open = () => new EventTarget() as IDBOpenDBRequest;
  });
  const { account } = await registerMember(origin);
  await page.goto('/#/pages/login');
  await fillLogin(page, say, account);
  await submitLogin(page, say);
  await expect(page.getByRole('region', { name: say('home.assets.label') })).toBeVisible();
});

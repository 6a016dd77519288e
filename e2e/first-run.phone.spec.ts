import { amount } from '@candor/domain/testing/test-currency';
import { expect, test } from './support/fixtures.ts';
import { placeFirst, settled } from './support/trade.ts';

/* A newcomer is led to the first practice order, and shares its result. */

test('home leads a newcomer in three steps to an order, and its result becomes an image', async ({
  page,
  member,
  say,
  browser,
}) => {
  await page.goto('/#/pages/home/index');
  await page
    .getByRole('region', { name: say('start.card.title') })
    .getByRole('link', { name: say('start.card.go') })
    .click();
  await page.getByRole('button', { name: /BTCUSDT/ }).click();

  // A word shows its meaning, and gives the focus back.
  await expect(page.getByRole('heading', { name: say('start.terms.title') })).toBeFocused();
  const word = page.getByRole('button', { name: say('market.facts.breakEven'), exact: true });
  await word.press('Enter');
  const meaning = page.getByRole('dialog', { name: say('words.term.breakEven.name') });
  await expect(meaning).toContainText(say('words.term.breakEven.text'));
  await page.keyboard.press('Escape');
  await expect(meaning).toBeHidden();
  await expect(word).toBeFocused();

  const kept = page.waitForResponse((answer) => answer.url().includes('/first-run'));
  await page.getByRole('button', { name: say('start.next') }).click();
  await kept;
  // Another device, or this one later, goes on here.
  await page.reload();
  await page.getByRole('link', { name: say('start.order.go') }).click();
  await expect(page).toHaveURL(/move\?code=BTCUSDT$/);
  await placeFirst(page, say, { direction: 'up', stake: '100' });
  const [placed] = await member.orders();
  expect(placed?.stake).toBe(amount('100'));
  const order = await settled(member, placed?.id ?? '');

  await page.goto('/#/pages/help/start/index');
  await page.getByRole('link', { name: say('start.finish.order') }).click();
  await page.getByRole('button', { name: say('orders.share') }).click();
  const sheet = page.getByRole('dialog', { name: say('share.title') });
  const image = sheet.getByRole('img');
  await expect(image).toHaveAttribute('alt', new RegExp(say(`common.status.${order.status}`)));
  expect(await image.getAttribute('alt')).not.toContain('¥');
  await sheet.getByRole('checkbox', { name: say('share.amounts') }).check();
  await expect(image).toHaveAttribute('alt', /¥100/);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    sheet.getByRole('button', { name: say('share.save') }).click(),
  ]);
  expect(file.suggestedFilename()).toBe(`BTCUSDT-${order.status}.png`);

  // Whoever scans the code has no account here: the result is computed again in their browser.
  const address = await sheet.getByRole('link', { name: say('share.open') }).getAttribute('href');
  const strangers = await browser.newContext({ locale: 'zh-CN', storageState: { cookies: [], origins: [] } });
  const stranger = await strangers.newPage();
  await stranger.goto(address ?? '');
  const verdict = order.status === 'voided' ? 'voided' : 'right';
  await expect(stranger.getByRole('heading', { name: say(`content.check.${verdict}.title`) })).toBeVisible();
  await expect(stranger.getByRole('definition').filter({ hasText: 'BTCUSDT' })).toBeVisible();
  await expect(stranger.getByRole('article')).toBeVisible();
  expect(await stranger.evaluate(() => localStorage.getItem('App-Token'))).toBeNull();
  await strangers.close();

  await page.goto('/#/pages/home/index');
  await expect(page.getByRole('region', { name: say('home.assets.label') })).toBeVisible();
  await expect(page.getByRole('region', { name: say('start.card.title') })).toBeHidden();
});

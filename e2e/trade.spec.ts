import type { Locator } from '@playwright/test';
import { amount, amountOf, minor, TEST_CURRENCY } from '@candor/domain/testing/test-currency';
import { expect, LANGUAGE_SHARES, test } from './support/fixtures.ts';
import { underStrip } from './support/judge.ts';
import { keptOnDevice } from './support/kept.ts';
import {
  directionButton,
  expectBooksAgree,
  fillTicket,
  acceptRisk,
  isPhone,
  openTrade,
  placeFirst,
  resultOf,
  SETTLE_MS,
  settled,
  SHORT_SEC,
  ticketOf,
  yuan,
} from './support/trade.ts';

/* One order from the choice to the statement. The screens are compared with the server's answers. */

for (const { language, ...share } of LANGUAGE_SHARES) {
  test.describe(language, share, () => {
    test.use({ language });

    test('a five-second order is placed, counted down and settled, with the same amounts everywhere', async ({
      page,
      member,
      say,
    }) => {
      await openTrade(page, 'BTCUSDT');
      const confirm = await fillTicket(page, say, { direction: 'up', stake: '100' });
      await confirm.click();
      const ticket = ticketOf(page, say);
      await expect(ticket.getByRole('heading', { name: say('trade.risk.title') })).toBeVisible();
      expect(await member.orders()).toEqual([]);
      // Asked while the page works: on a busy machine it may show the order only when it is nearly over.
      const openStake = expect.poll(async () => (await member.money()).openStake, { intervals: [100] });
      await Promise.all([openStake.toBe(amount('100')), acceptRisk(page, say)]);

      const timer = ticket.getByRole('timer', { name: say('trade.order.timer') });
      await expect(timer).toHaveText(/^[1-6]$/);
      const [open] = await member.orders();
      if (open === undefined) throw new Error('no order was placed');
      expect(open).toMatchObject({ product: 'BTCUSDT', direction: 'up', stake: amount('100'), durationSec: 5 });
      await expect(ticket).toContainText(yuan(open.stake));

      const order = await settled(member, open.id);
      const { word, amount: result } = resultOf(order, say);
      await expect(ticket.getByText(word)).toBeVisible({ timeout: SETTLE_MS });
      await expect(ticket).toContainText(result);
      await expectBooksAgree(member, order);

      // The card of a desktop has room for one link: the verdict.
      if (isPhone(page)) await expect(ticket).toContainText(order.no);
      const card = page.getByRole('region', { name: say('trade.order.card') });
      await (
        isPhone(page) ? ticket.getByRole('link', { name: say('trade.order.details') }) : card.getByRole('link')
      ).click();
      await expect(page).toHaveURL(new RegExp(`orderInfo/index\\?id=${order.id}`));
      const detail = page.getByRole('main');
      await expect(detail).toContainText(order.no);
      await expect(detail.getByText(say(`common.status.${order.status}`)).first()).toBeVisible();
      for (const line of (await member.transfers()).filter((line) => line.refId === order.id)) {
        const shown = detail.getByRole('listitem').filter({ hasText: yuan(line.balanceAfter) });
        await expect(shown.getByText(yuan(line.amount, { signed: true }))).toBeVisible();
      }

      await page.goto('/#/pages/history/index');
      // A phone's record tells a whole stake without its cents.
      const record = isPhone(page)
        ? page.locator(`a[href$="id=${order.id}"]`)
        : page.getByRole('row').filter({ hasText: yuan(order.stake) });
      await expect(record).toContainText(yuan(order.profit ?? '', { signed: true }));
      await (isPhone(page) ? record : record.getByRole('link')).click();
      await expect(page).toHaveURL(new RegExp(`id=${order.id}`));

      await page.goto('/#/pages/home/index');
      const money = await member.money();
      expect(minor(money.usermoney)).toBe(minor('100000') + minor(order.profit ?? ''));
      await expect(page.getByRole('region', { name: say('home.assets.label') })).toContainText(yuan(money.usermoney));
    });
  });
}

test('one tap places an order up to the limit, once for a double tap, and asks above the limit', async ({
  page,
  member,
  say,
}) => {
  await openTrade(page, 'BTCUSDT');
  await page.getByRole('button', { name: say('trade.oneTap.settings') }).click();
  const settings = page.getByRole('dialog', { name: say('trade.oneTap.title') });
  await settings.getByLabel(say('trade.oneTap.limit')).fill('150');
  await settings.getByRole('button', { name: say('trade.oneTap.turnOn') }).click();
  await expect(page.getByRole('button', { name: say('trade.oneTap.on', { limit: '¥150' }) })).toBeVisible();

  const field = page.getByLabel(say('trade.ticket.amount'));
  const tap = directionButton(page, say, 'up');
  // A phone asks in its sheet alone; what is chosen there holds for the buttons of the page.
  const choose = async (stake: string) => {
    if (isPhone(page)) await page.getByRole('button', { name: say('trade.page.change') }).click();
    await field.fill(stake);
    if (isPhone(page)) await page.keyboard.press('Escape');
  };
  await choose('120');
  await tap.dblclick();
  await acceptRisk(page, say);
  const told = { direction: say('trade.ticket.up'), amount: yuan(amount('120')) };
  // On a phone the card of the order takes the place of the note as soon as it is accepted.
  if (isPhone(page)) await expect(page.getByRole('list', { name: say('trade.dock.title') })).toContainText(told.amount);
  else await expect(page.getByText(say('trade.oneTap.submitted', told))).toBeVisible();
  expect(await member.orders()).toMatchObject([{ direction: 'up', stake: amount('120') }]);

  await page.goto('/#/pages/kLineChart/move?code=ETHUSDT');
  await choose(amountOf(minor('150') + 1n));
  await expect(page.getByRole('button', { name: say('trade.oneTap.above', { limit: '¥150' }) })).toBeVisible();
  if (isPhone(page)) await tap.click();
  const confirm = ticketOf(page, say).getByRole('button', { name: say.pattern('trade.ticket.confirmUp') });
  await expect(confirm).toBeVisible();
  expect(await member.orders()).toHaveLength(1);
});

test(
  'a running order stands above the choices of a phone, also after a reload, and opens again',
  { tag: '@phone' },
  async ({ page, member, say }) => {
    await openTrade(page, 'BTCUSDT');
    // Half of the world types its decimals behind a comma.
    const [typed, meant] = TEST_CURRENCY.decimals === 0 ? ['1,050', '1050'] : ['10,50', '10.50'];
    await placeFirst(page, say, { direction: 'down', stake: typed, durationSec: 60 });
    expect(await member.orders()).toMatchObject([{ stake: amount(meant) }]);
    await page.keyboard.press('Escape');
    const strip = page.getByRole('list', { name: say('trade.dock.title') });
    await expect(strip.getByRole('timer')).toBeVisible();
    await page.reload();
    await expect(strip).toContainText(say('trade.ticket.down'));
    await strip.getByRole('button').click();
    const ticket = ticketOf(page, say);
    await expect(ticket.getByRole('timer')).toBeVisible();
  },
);

test(
  'a phone asks once, in one sheet of one height, with its button in one place until the result',
  { tag: '@phone' },
  async ({ page, member, say }) => {
    await openTrade(page, 'BTCUSDT');
    await expect(directionButton(page, say, 'up')).toBeVisible();
    await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(0);
    await expect(page.getByRole('main').locator('input[type=radio]')).toHaveCount(0);
    const ticket = ticketOf(page, say);
    const placesOf = async (button: Locator) => {
      await expect(button).toBeVisible({ timeout: SETTLE_MS });
      // The sheet rises for a moment.
      await untilStill(ticket);
      const [sheet, own] = [await ticket.boundingBox(), await button.boundingBox()];
      return { top: sheet?.y, button: own?.y, height: own?.height };
    };
    const confirm = await fillTicket(page, say, { direction: 'up', stake: '100' });
    const first = await placesOf(confirm);
    await confirm.click();
    const accept = ticket.getByRole('button', { name: say('trade.risk.accept') });
    expect(await placesOf(accept)).toEqual(first);
    await accept.click();
    expect(await placesOf(ticket.getByRole('button', { name: say('trade.order.continue') }))).toEqual(first);
    const [order] = await member.orders();
    await settled(member, order?.id ?? '');
    expect(await placesOf(ticket.getByRole('button', { name: say('common.actions.done') }))).toEqual(first);
  },
);

test('the strip of running orders has its own place on every page', async ({ page, member, say }) => {
  for (const product of ['BTCUSDT', 'ETHUSDT'])
    await member.place({ product, direction: 'up', durationSec: 60, stake: '120' });
  const strip = page.getByRole('complementary', { name: say('trade.pill.label') });
  for (const screen of ['recharge/index', 'mine/withdraw/index', 'mine/index', 'history/index', 'mine/ebao/index']) {
    await page.goto(`/#/pages/${screen}`);
    await expect(strip.getByRole('timer')).toBeVisible();
    await expect.poll(async () => await underStrip(page), { message: screen }).toEqual([]);
    expect((await strip.boundingBox())?.height, screen).toBeLessThan(46);
  }
});

test('a result of the time away is told at the next visit, once', { tag: '@phone' }, async ({ page, member, say }) => {
  await page.goto('/#/pages/home/index');
  // Results count from the moment that the first visit keeps.
  await expect.poll(async () => await keptOnDevice(page, `results-told:${member.account.username}`)).toBeGreaterThan(0);
  await page.goto('about:blank');
  const { id } = await member.place({ product: 'BTCUSDT', direction: 'up', durationSec: SHORT_SEC, stake: '120' });
  const { profit } = await settled(member, id);
  await page.goto('/#/pages/home/index');
  const told = say('messages.away.settled', { count: 1, amount: yuan(profit ?? '', { signed: true }) });
  const toast = page.getByRole('status').filter({ hasText: told });
  await toast.getByRole('link', { name: say('messages.see') }).click();
  await expect(page).toHaveURL(new RegExp(`orderInfo/index\\?id=${id}`));
  const nextVisit = page.waitForRequest(/\/api\/account\/agreements/);
  await page.reload();
  await nextVisit;
  await expect(page.getByText(told)).toBeHidden();
});

test('a figure on the home screen opens what it is made of', { tag: '@desktop' }, async ({ page, member, say }) => {
  await member.place({ product: 'BTCUSDT', direction: 'up', durationSec: 60, stake: '120' });
  await page.goto('/#/pages/home/index');
  const card = page.getByRole('region', { name: say('home.assets.label') });
  await card.getByRole('link', { name: say('home.assets.today') }).click();
  await expect(page).toHaveURL(/view=earnings&date=\d{4}-\d{2}-\d{2}$/);
  // An open order has earned nothing yet.
  await expect(page.getByText(say('account.earnings.none'))).toBeVisible();
  await page.goBack();
  await card.getByRole('link', { name: say('home.assets.available') }).click();
  await expect(page.getByText(yuan(amount('-120')))).toBeVisible();
  await expect(page.getByText(say('account.transferTypes.practiceGrant')).filter({ visible: true })).toBeVisible();
});

/** Nothing of it moves any more. */
async function untilStill(part: Locator): Promise<void> {
  await part.evaluate(async (element) => {
    await Promise.allSettled(element.getAnimations({ subtree: false }).map(async ({ finished }) => await finished));
  });
}

import { amount } from '@candor/domain/testing/test-currency';
import { expect, test } from './support/fixtures.ts';
import { expectInView, expectNoOverflow, expectNothingCovered } from './support/geometry.ts';
import {
  acceptRisk,
  directionButton,
  fillTicket,
  openTrade,
  resultOf,
  SETTLE_MS,
  SHORT_SEC,
  settled,
  ticketOf,
  yuan,
} from './support/trade.ts';

/* Price, chart and the button that orders are together in the window, at every size from 640 px of height. */

/** Width, height, and whether the ticket stands beside the chart. */
const SIZES = [
  [1440, 900, true],
  [1366, 650, true],
  [1280, 720, true],
  [1280, 640, true],
  [1024, 768, true],
  [844, 390, true],
  [667, 375, true],
  [390, 844, false],
  [320, 568, false],
] as const;
const CHART_PX_MIN = 90;

test.describe(() => {
  test.use({ language: 'en' });

  test(
    'price, chart and order button fit every window without scrolling',
    { tag: '@desktop' },
    async ({ page, say }) => {
      await openTrade(page, 'BTCUSDT');
      const main = page.getByRole('main');
      const chart = main.getByRole('figure', { name: say('market.chart.label', { product: 'BTCUSDT' }) });
      // The table of the chart has a column of that name.
      const status = main.getByText(say('common.status.trading'), { exact: true }).and(main.locator('span'));
      for (const [width, height, isBeside] of SIZES) {
        await test.step(`${width} × ${height}`, async () => {
          await page.setViewportSize({ width, height });
          const confirm = isBeside
            ? page
                .getByRole('region', { name: say('trade.ticket.label') })
                .getByRole('button', { name: say.pattern('trade.ticket.confirmUp') })
            : directionButton(page, say, 'up');
          await expectInView(page, confirm);
          // The focus on it moves no page: the price would slip under the header.
          if (isBeside) await confirm.focus();
          expect(await page.evaluate(() => scrollY)).toBe(0);
          await expectInView(page, main.locator('[data-price]').first());
          await expectInView(page, chart);
          expect((await chart.boundingBox())?.height).toBeGreaterThan(CHART_PX_MIN);
          await expectNoOverflow(page);
          // A label that does not fit is out of sight; from this size on, that of an open market fits.
          if (width >= 1280) await expect(status).toBeInViewport({ ratio: 1 });
          // News are there at a glance wherever there is a line for them.
          if (width >= 1024)
            await expectInView(page, page.getByRole('link', { name: say('shell.menu.notices') }).first());
          if (height < 700) await expectNothingCovered(page);
        });
      }
      // Back closes the sheet and stays; the focus is where it was.
      const open = directionButton(page, say, 'down');
      await open.click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectInView(
        page,
        page.getByRole('dialog').getByRole('button', { name: say.pattern('trade.ticket.confirmDown') }),
      );
      await page.goBack();
      await expect(page.getByRole('dialog')).toBeHidden();
      await expect(open).toBeFocused();
      await expect(page).toHaveURL(/kLineChart\/move/);
    },
  );
});

test('a price that gets old says so, and moves nothing', { tag: '@phone' }, async ({ page, say }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  // The connection never answers.
  await page.routeWebSocket(/\/ws$/, () => undefined);
  await page.goto('/#/pages/kLineChart/move?code=BTCUSDT');
  const main = page.getByRole('main');
  const chart = main.getByRole('figure', { name: say('market.chart.label', { product: 'BTCUSDT' }) });
  await expect(chart).toBeVisible();
  const before = await chart.boundingBox();
  await expect(main.getByText(say.pattern('trade.price.age')).first()).toBeVisible({ timeout: 40_000 });
  expect(await chart.boundingBox()).toEqual(before);
});

test(
  'the chosen interval is in view, also after a reload; an order leaves the chart its height',
  {
    tag: '@phone',
  },
  async ({ page, say, member }) => {
    await page.setViewportSize({ width: 320, height: 568 });
    await member.place({ product: 'BTCUSDT', direction: 'up', durationSec: 60, stake: amount('100') });
    await openTrade(page, 'BTCUSDT');
    // The order stands in place of what cannot be chosen while it runs.
    const chart = page
      .getByRole('main')
      .getByRole('figure', { name: say('market.chart.label', { product: 'BTCUSDT' }) });
    await expect(page.getByRole('list', { name: say('trade.dock.title') })).toBeVisible();
    await expect.poll(async () => (await chart.boundingBox())?.height).toBeGreaterThan(140);
    await expectInView(page, chart);
    const strip = page.getByRole('group', { name: say('market.chart.intervals') }).first();
    for (const interval of ['1d', '1m'] as const) {
      const choice = strip.getByRole('button', { name: say(`market.chart.interval.${interval}`), exact: true });
      await choice.click();
      await expect(choice).toHaveAttribute('aria-pressed', 'true');
      await page.reload();
      await expect(choice).toHaveAttribute('aria-pressed', 'true');
      await expect(choice).toBeInViewport({ ratio: 1 });
    }
  },
);

test.describe(() => {
  // Offline nothing loads.
  test.use({ expectedComplaints: /net::ERR_INTERNET_DISCONNECTED|error occurred when fetching the script/ });
  for (const [width, height] of [
    [390, 844],
    [320, 568],
  ] as const) {
    test(
      `on a phone of ${width} px no order, result, or lost network moves the chart or its buttons`,
      { tag: '@phone' },
      async ({ page, context, member, say }) => {
        await page.setViewportSize({ width, height });
        await openTrade(page, 'BTCUSDT');
        const main = page.getByRole('main');
        const chart = main.getByRole('figure', { name: say('market.chart.label', { product: 'BTCUSDT' }) });
        const up = main.getByRole('button', { name: say.pattern('trade.ticket.up') });
        const places = async () => [await chart.boundingBox(), await up.last().boundingBox()];
        await expect(directionButton(page, say, 'up')).toBeEnabled();
        const before = await places();
        const strip = main.getByRole('list', { name: say('trade.dock.title') });
        const { id } = await member.place({
          product: 'BTCUSDT',
          direction: 'up',
          durationSec: SHORT_SEC,
          stake: amount('100'),
        });
        await expect(strip.getByRole('timer')).toBeVisible({ timeout: SETTLE_MS });
        expect(await places()).toEqual(before);
        const { word } = resultOf(await settled(member, id), say);
        await expect(strip.getByText(new RegExp(word.source.slice(1, -1)))).toBeVisible({ timeout: SETTLE_MS });
        expect(await places()).toEqual(before);
        await context.setOffline(true);
        await expect(main.getByText(say('trade.problem.offline'))).toBeVisible();
        expect(await places()).toEqual(before);
      },
    );
  }
});

test(
  'on a desktop no order moves the chart, nor takes the ticket away: not when it opens, not when it settles',
  { tag: '@desktop' },
  async ({ page, member, say }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await openTrade(page, 'BTCUSDT');
    const chart = page
      .getByRole('main')
      .getByRole('figure', { name: say('market.chart.label', { product: 'BTCUSDT' }) });
    const ticket = ticketOf(page, say);
    const submit = ticket.locator('button[type=submit]');
    const places = async () => [await chart.boundingBox(), await submit.boundingBox()];
    const confirm = await fillTicket(page, say, { direction: 'up', stake: '100' });
    await expect(submit).toBeEnabled();
    const before = await places();
    await confirm.click();
    await acceptRisk(page, say);
    await expect(ticket.getByRole('timer')).toBeVisible();
    await expect(submit).toBeDisabled();
    expect(await places()).toEqual(before);
    const [order] = await member.orders();
    const { word } = resultOf(await settled(member, order?.id ?? ''), say);
    await expect(ticket.getByText(word)).toBeVisible({ timeout: SETTLE_MS });
    await expect(submit).toBeEnabled();
    expect(await places()).toEqual(before);

    // The same order stands in the dock, with the way to its receipt.
    const dock = page.getByRole('region', { name: say('trade.dock.label') });
    await dock.getByRole('tab', { name: say('trade.dock.settled') }).click();
    await dock
      .getByRole('row')
      .filter({ hasText: yuan(amount('100')) })
      .getByRole('link')
      .click();
    await expect(page).toHaveURL(new RegExp(`orderInfo/index\\?id=${order?.id}`));
  },
);

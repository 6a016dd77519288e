import { expect, test } from './support/fixtures.ts';

/* What goes beyond the plain chart. */

test('an indicator is chosen, kept over a reload, and the chart fills the screen and comes back', async ({
  page,
  say,
}) => {
  await page.goto('/#/pages/kLineChart/index?code=BTCUSDT');
  const indicators = page.getByRole('button', { name: say('market.chart.indicators'), exact: true });
  const sheet = page.getByRole('dialog', { name: say('chart.sheet.title') });
  await indicators.click();
  const rsi = sheet.getByRole('checkbox', { name: /^RSI/ });
  await expect(rsi).not.toBeChecked();
  await rsi.check();
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();

  await page.reload();
  await indicators.click();
  await expect(rsi).toBeChecked();
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();

  const panel = page.getByRole('dialog', { name: say('market.chart.label', { product: 'BTCUSDT' }) });
  await page.getByRole('button', { name: say('market.chart.fullScreen'), exact: true }).click();
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  await expect.poll(async () => await panel.boundingBox()).toEqual({ x: 0, y: 0, width, height });
  await expect
    .poll(async () => (await panel.getByRole('figure').boundingBox())?.height ?? 0)
    .toBeGreaterThan(height * 0.75);
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(page.getByRole('button', { name: say('market.chart.fullScreen'), exact: true })).toBeFocused();
});

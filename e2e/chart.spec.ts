import type { WebSocketRoute } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';

/* Features beyond the plain chart. */

test('an indicator is chosen and kept after a reload, and the chart fills the screen and returns', async ({
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
  // Back leaves the full screen, and not the page.
  await page.goBack();
  await expect(panel).toBeHidden();
  await expect(page).toHaveURL(/kLineChart\/index\?code=BTCUSDT/);
  await page.getByRole('button', { name: say('market.chart.fullScreen'), exact: true }).click();
  await expect(panel).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(page.getByRole('button', { name: say('market.chart.fullScreen'), exact: true })).toBeFocused();
});

test('a drawing can be undone and redone, survives a reload, and belongs to its product', async ({
  page,
  say,
  hasTouch,
}) => {
  const bar = page.getByRole('group', { name: say('chart.drawing.bar') });
  const figure = page.getByRole('figure');
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const counted = (count: number) => button(say('chart.drawing.list', { count }));
  const draw = button(say('market.chart.draw'));
  const drawn = button(say('market.chart.drawn', { count: 2 }));
  const pick = async (tool: string) => {
    await expect(bar).toBeVisible();
    const all = button(say('chart.drawing.pick'));
    if (await all.isVisible()) await all.click();
    await button(say(`chart.drawing.tools.${tool}`)).click();
  };
  const place = async (across: number, down: number) => {
    const box = (await figure.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const at = [box.x + box.width * across, box.y + box.height * down] as const;
    await (hasTouch ? page.touchscreen.tap(...at) : page.mouse.click(...at));
  };

  await page.goto('/#/pages/kLineChart/index?code=BTCUSDT');
  await draw.click();
  await pick('horizontal');
  await place(0.4, 0.5);
  await expect(counted(1)).toBeVisible();
  await pick('segment');
  await place(0.3, 0.6);
  await place(0.6, 0.4);
  await expect(counted(2)).toBeVisible();
  await button(say('chart.drawing.undo')).click();
  await expect(counted(1)).toBeVisible();
  await button(say('chart.drawing.redo')).click();
  await expect(counted(2)).toBeVisible();

  await page.evaluate(untilWritten);
  await page.reload();
  await drawn.click();
  await counted(2).click();
  const list = page.getByRole('list', { name: say('chart.drawing.list', { count: 2 }) });
  await expect(list.getByRole('listitem')).toHaveText([
    new RegExp(say('chart.drawing.tools.segment')),
    new RegExp(say('chart.drawing.tools.horizontal')),
  ]);
  await page.keyboard.press('Escape');

  await page.goto('/#/pages/kLineChart/index?code=ETHUSDT');
  await draw.click();
  await pick('horizontal');
  await place(0.4, 0.5);
  await expect(counted(1)).toBeVisible();
  await page.evaluate(untilWritten);
  await page.goto('/#/pages/kLineChart/index?code=BTCUSDT');
  await expect(drawn).toBeVisible();
});

/** Runs in the page: a read transaction waits for all earlier writes. */
function untilWritten(): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open('candor');
    request.onerror = () => reject(request.error);
    request.onsuccess = () => {
      const reading = request.result.transaction('kept', 'readonly').objectStore('kept').count();
      reading.onerror = () => reject(reading.error);
      reading.onsuccess = () => {
        request.result.close();
        resolve();
      };
    };
  });
}

test(
  'an interval that is chosen before the first bars have come does not wait for them',
  { tag: '@phone' },
  async ({ page, say }) => {
    const never = Promise.withResolvers<void>();
    await page.route(/\/candles\?.*interval=1m/, async (route) => {
      await never.promise;
      await route.abort();
    });
    const asked = page.waitForRequest(/\/candles\?.*interval=1m/);
    await page.goto('/#/pages/kLineChart/move?code=BTCUSDT');
    await asked;
    const figure = page.getByRole('figure', { name: say('market.chart.label', { product: 'BTCUSDT' }) });
    await page.getByRole('button', { name: say('market.chart.interval.1h'), exact: true }).click();
    await expect(figure.locator('canvas').first()).toBeVisible();
    never.resolve();
  },
);

test(
  'bars that were missed before the chart was there are read once it is',
  { tag: '@phone' },
  async ({ page, say }) => {
    const come = Promise.withResolvers<void>();
    let candles = 0;
    await page.route(/\/candles\?/, async (route) => {
      candles += 1;
      await come.promise;
      await route.continue();
    });
    /** How many messages have come on each connection. */
    const messages: number[] = [];
    const sockets: WebSocketRoute[] = [];
    await page.routeWebSocket(/\/ws/, (socket) => {
      const index = sockets.push(socket) - 1;
      socket.connectToServer().onMessage((message) => {
        messages[index] = (messages[index] ?? 0) + 1;
        socket.send(message);
      });
    });
    await page.goto('/#/pages/kLineChart/move?code=BTCUSDT');
    await expect(page.locator('[data-price]').first()).toHaveText(/\d/);
    await expect.poll(() => messages[0]).toBeGreaterThan(2);
    await sockets[0]?.close();
    await expect.poll(() => messages[1]).toBeGreaterThan(2);
    expect(candles).toBe(1);
    come.resolve();
    const figure = page.getByRole('figure', { name: say('market.chart.label', { product: 'BTCUSDT' }) });
    await expect(figure.locator('canvas').first()).toBeVisible();
    await expect.poll(() => candles).toBe(2);
  },
);

test(
  'the library of the chart does not wait for its code, nor do its bars',
  { tag: '@phone' },
  async ({ page, say }) => {
    const come = Promise.withResolvers<void>();
    await page.route(/\/assets\/chart-[\w-]{8}\.js/, async (route) => {
      await come.promise;
      await route.continue();
    });
    const ticks: { price: string; status: string }[] = [];
    let isFlowing = true;
    await page.routeWebSocket(/\/ws/, (socket) => {
      socket.connectToServer().onMessage((message) => {
        if (!isFlowing) return;
        const frame = JSON.parse(String(message)) as { topic?: string; d: { price: string; status: string } };
        if (frame.topic === 'tick:BTCUSDT' && frame.d.status === 'OK') ticks.push(frame.d);
        socket.send(message);
      });
    });
    const library = page.waitForRequest(/\/assets\/klinecharts-/);
    const answer = page.waitForResponse(/\/candles\?/);
    await page.goto('/#/pages/kLineChart/move?code=BTCUSDT');
    await library;
    const { data } = (await (await answer).json()) as { data: { c: string }[] };
    const close = Number(data.at(-1)?.c);
    // Prices go on while the code is on its way, and then stop: only what was kept can be drawn.
    const { length } = ticks;
    await expect.poll(() => ticks.slice(length).some(({ price }) => Number(price) !== close)).toBe(true);
    isFlowing = false;
    const last = (ticks.at(-1)?.price ?? '').replace(/\B(?=(?:\d{3})+\.)/, ',');
    come.resolve();
    const figure = page.getByRole('figure', { name: say('market.chart.label', { product: 'BTCUSDT' }) });
    await expect(figure.locator('figcaption p')).toContainText(last);
  },
);

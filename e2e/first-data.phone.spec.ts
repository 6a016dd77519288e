import { expect, test } from './support/fixtures.ts';

/*
 * The page asks for what its first screen needs before the screen's code is there (boot.ts). A question that no screen
 * takes up would be asked in vain, and one that is asked twice costs a slow phone a round trip.
 */

declare const candorEarly: { answers: Record<string, unknown> } | undefined;

const SCREENS: Record<string, string> = {
  home: '/#/pages/home/index',
  trade: '/#/pages/kLineChart/move?code=BTCUSDT',
  orders: '/#/pages/history/index',
};

for (const [name, path] of Object.entries(SCREENS)) {
  test(`${name} uses every answer that the page asked for`, async ({ page, say }) => {
    const asked: string[] = [];
    page.on('request', (request) => {
      const url = new URL(request.url());
      if (url.pathname.startsWith('/api/')) asked.push(url.pathname + url.search);
    });
    await page.goto(path);
    await expect(
      page
        .getByRole('navigation')
        .or(page.getByText(say('common.direction.up')))
        .first(),
    ).toBeVisible();
    const left = () => page.evaluate(() => Object.keys(candorEarly?.answers ?? { nothing: 'was asked' }));
    await expect.poll(left).toEqual([]);
    // Products are asked for again only after a minute; orders and money once the live connection is there.
    expect(asked.filter((url) => url === '/api/market/products')).toHaveLength(1);
  });
}

test('the code of the chart is asked for when that of its screen has come', async ({ page, say }) => {
  const come = Promise.withResolvers<void>();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const isAsked = (name: string) => asked.some((url) => url.includes(`/assets/${name}-`));
  await page.route(/\/assets\/trade-/, async (route) => {
    await come.promise;
    await route.continue();
  });
  await page.goto(SCREENS['trade'] ?? '', { waitUntil: 'commit' });
  await expect.poll(() => isAsked('trade')).toBe(true);
  // All else has come, and nothing is left to ask for.
  await page.waitForLoadState('load');
  await expect.poll(() => isAsked('shell')).toBe(true);
  expect(isAsked('klinecharts')).toBe(false);
  come.resolve();
  await expect.poll(() => isAsked('klinecharts')).toBe(true);
  await expect(page.getByText(say('common.direction.up')).first()).toBeVisible();
});

/** What each screen may fetch of the app, by the names of its chunks and texts. */
const MEMBER = ['app', 'app-styles', 'libraries', 'rolldown-runtime', 'shell', 'texts', 'texts-member'];
/** The walk of proofs follows the product that is shown. It begins last, and may begin before the test ends. */
const WALK = ['walk', 'proofs'];
const CODE: Record<string, string[]> = {
  home: [...MEMBER, 'home', 'texts-home'],
  trade: [...MEMBER, ...WALK, 'chart', 'klinecharts', 'order-state', 'trade'],
};

for (const [name, files] of Object.entries(CODE)) {
  test(`${name} fetches its own code, and nothing that is used later`, async ({ page }) => {
    const fetched = new Set<string>();
    page.on('request', (request) => {
      const [, file] = /\/assets\/([\w-]+)-[\w-]{8}\.(?:js|css)$/.exec(request.url()) ?? [];
      if (file !== undefined) fetched.add(file.replace(/-(?:zh-han[st]|en)$/, ''));
    });
    // The last thing that the shell does on its own, after everything else that it may want to load.
    const last = page.waitForResponse((answer) => answer.url().endsWith('/api/account/agreements'));
    await page.clock.install();
    await page.goto(SCREENS[name] ?? '');
    await expect(page.getByRole('contentinfo').first()).toBeAttached();
    await page.clock.fastForward(4_500);
    await last;
    expect([...fetched].filter((file) => !files.includes(file))).toEqual([]);
  });
}

/** What decides, signs, sends and follows an order. */
const ORDER = /\/assets\/(?:ticket|order|proofs)-[\w-]{8}\.js$/;

test('the code of the ticket comes with the first touch of its choices', async ({ page, say }) => {
  await page.goto(SCREENS['trade'] ?? '');
  const up = page.getByRole('button', { name: say('trade.ticket.up') });
  await expect(up).toBeEnabled();
  const come = Promise.withResolvers<void>();
  await page.route(/\/assets\/ticket-/, async (route) => {
    await come.promise;
    await route.continue();
  });
  // What sends an order does not wait for the ticket that imports it.
  const asked = [page.waitForRequest(/\/assets\/order-/), page.waitForRequest(/\/assets\/proofs-/)];
  await up.dispatchEvent('pointerdown');
  await Promise.all(asked);
  come.resolve();
  await up.click();
  await expect(page.getByRole('dialog').getByRole('textbox')).toBeVisible();
});

test('without a touch the code of the ticket comes when the page has long been there', async ({ page, say }) => {
  await page.clock.install();
  await page.goto(SCREENS['trade'] ?? '');
  await expect(page.getByRole('button', { name: say('trade.ticket.up') })).toBeEnabled();
  const asked = page.waitForRequest(/\/assets\/ticket-/);
  await page.clock.fastForward(10_000);
  await asked;
});

test.describe('without a network for a moment', () => {
  test.use({ expectedComplaints: /Failed to load resource: net::ERR_FAILED .*\/assets\// });

  test('a ticket whose code does not come is asked for until it does', async ({ page, say }) => {
    await page.goto(SCREENS['trade'] ?? '');
    const up = page.getByRole('button', { name: say('trade.ticket.up') });
    await expect(up).toBeEnabled();
    let refused = 0;
    await page.route(ORDER, async (route) => {
      refused += 1;
      await route.abort();
    });
    await up.click();
    const sheet = page.getByRole('dialog');
    await expect(sheet).toHaveAccessibleName(new RegExp(say('trade.ticket.up')));
    await expect(sheet.getByRole('status')).toHaveText(say('common.states.loading'));
    await expect.poll(() => refused).toBeGreaterThan(0);
    await page.unroute(ORDER);
    await expect(sheet.getByRole('textbox')).toBeVisible();
  });
});

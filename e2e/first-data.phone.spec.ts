import { expect, test } from './support/fixtures.ts';

/*
 * The page asks for what its first screen needs before the screen's code is there (boot.ts). A question that no screen
 * takes up would be asked in vain, and one that is asked twice costs a slow phone a round trip.
 */

declare const candorEarly: { answers: Record<string, unknown> } | undefined;

const SCREENS = {
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

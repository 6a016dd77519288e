import { fetchLive } from '@candor/contract/calls/live';
import { expect, test } from './support/fixtures.ts';
import { openTrade, placeFirst, resultOf, settled, SETTLE_MS, ticketOf } from './support/trade.ts';

/* Networks and devices that are no friends of live prices: the member trades all the same. */

test.describe('a browser without WebSocket', () => {
  test('prices come, a five-second order is placed, and its result shows', async ({ page, member, say }) => {
    await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'WebSocket'));
    const fetched = page.waitForResponse(`**${fetchLive.path}`);
    await openTrade(page, 'BTCUSDT');
    expect((await fetched).status()).toBe(200);
    await placeFirst(page, say, { direction: 'up', stake: '100' });
    const [open] = await member.orders();
    if (open === undefined) throw new Error('no order was placed');
    // The result comes as news: the order itself is not read.
    await page.route(`**/api/trade/orders/${open.id}`, async (route) => await route.abort());
    const order = await settled(member, open.id);
    const { word, amount: result } = resultOf(order, say);
    const ticket = ticketOf(page, say);
    await expect(ticket.getByText(word)).toBeVisible({ timeout: SETTLE_MS });
    await expect(ticket).toContainText(result);
  });
  test.use({ expectedComplaints: /net::ERR_FAILED/ });
});

test('a device that says it is offline while prices come stops nobody', async ({ page, member, say }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'onLine', { get: () => false });
  });
  await openTrade(page, 'BTCUSDT');
  await placeFirst(page, say, { direction: 'up', stake: '100' });
  await expect(page.getByText(say('common.states.offline'))).toBeHidden();
  expect(await member.orders()).toHaveLength(1);
});

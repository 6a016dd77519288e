import { readSiteConfig } from '@candor/contract/calls/identity';
import { listOrders, placeOrder } from '@candor/contract/calls/trading';
import { amount } from '@candor/domain/testing/test-currency';
import { expect, test as mainTest, visitorTest } from './support/fixtures.ts';
import { startProxy } from './support/dying-proxy.ts';
import type { DyingProxy } from './support/dying-proxy.ts';
import { startServer } from './support/server.ts';
import {
  acceptRisk,
  expectBooksAgree,
  fillTicket,
  openTrade,
  placeFirst,
  resultOf,
  settled,
  ticketOf,
  yuan,
} from './support/trade.ts';

/* The network fails, returns, or loses a host during an order. The order and the money transfer happen exactly once. */

visitorTest.describe('the site does not answer at the first visit', () => {
  visitorTest.use({ expectedComplaints: /net::ERR_FAILED/ });

  visitorTest('the app says so instead of starting, and starts when it is asked again', async ({ page, say }) => {
    await page.route(`**${readSiteConfig.path}*`, async (route) => await route.abort());
    await page.goto('/#/pages/login');
    await expect(page.getByRole('alert').getByText(say('common.states.networkError'))).toBeVisible();
    await page.unroute(`**${readSiteConfig.path}*`);
    await page.getByRole('button', { name: say('common.actions.retry') }).click();
    await expect(page.getByRole('heading', { name: say('session.login.title') })).toBeVisible();
  });
});

mainTest.describe('the device is offline', () => {
  mainTest.use({ expectedComplaints: /net::ERR_INTERNET_DISCONNECTED/ });

  mainTest(
    'the banner shows, orders are blocked, and all data is read again after the return',
    async ({ page, context, member, say }) => {
      await openTrade(page, 'BTCUSDT');
      const confirm = await fillTicket(page, say, { direction: 'up', stake: '100' });
      await expect(confirm).toBeEnabled();
      await context.setOffline(true);
      await expect(page.getByText(say('common.states.offline'))).toBeVisible();
      await expect(confirm).toBeDisabled();
      await expect(ticketOf(page, say).getByText(say('trade.problem.offline'))).toBeVisible();

      // Meanwhile another device of the member places an order.
      const order = await member.place({
        product: 'ETHUSDT',
        direction: 'down',
        durationSec: 300,
        stake: amount('250'),
      });
      await context.setOffline(false);
      await expect(page.getByText(say('common.states.offline'))).toBeHidden();
      await expect(confirm).toBeEnabled();
      await page.goto('/#/pages/order/index');
      await expect(page.getByRole('main').getByText(yuan(order.stake)).first()).toBeVisible();
      expect((await member.orders()).map(({ id }) => id)).toEqual([order.id]);
    },
  );
});

mainTest('an order placed elsewhere before the live connection is accepted shows', async ({ page, member, say }) => {
  const accepted = Promise.withResolvers<void>();
  await page.routeWebSocket(/\/ws$/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage(async (message) => {
      const text = message.toString();
      if (text.includes('"op":"auth"')) await accepted.promise;
      // Before its answer the server sends no news of the member. Afterwards the order is no news any more.
      if (!text.includes('"topic":"me"')) socket.send(message);
    });
  });
  const read = page.waitForResponse(/\/api\/trade\/orders\?status=open/);
  await openTrade(page, 'BTCUSDT');
  await (await read).finished();
  await expect(page.getByText(say.error('POSITION_PENDING'))).toBeHidden();
  await member.place({ product: 'BTCUSDT', direction: 'up', durationSec: 300, stake: amount('100') });
  accepted.resolve();
  await expect(page.getByText(say.error('POSITION_PENDING')).first()).toBeVisible();
});

mainTest('a reload during an order keeps its countdown, and the result shows', async ({ page, member, say }) => {
  await openTrade(page, 'BTCUSDT');
  await placeFirst(page, say, { direction: 'up', stake: '100', durationSec: 15 });
  const [open] = await member.orders();
  // A page that does not list the order itself.
  await page.goto('/#/pages/mine/index');
  await page.reload();
  const pill = page.getByRole('complementary', { name: say('trade.pill.label') });
  const timer = pill.getByRole('timer');
  await expect(timer).toBeVisible();
  // A busy machine paints a second late; a countdown that is wrong stays wrong.
  const secondsOff = async () => {
    const left = Number(await timer.innerText());
    return Math.abs(left - (Date.parse(open?.closesAt ?? '') - Date.now()) / 1000);
  };
  await expect.poll(secondsOff).toBeLessThan(2);
  const order = await settled(member, open?.id ?? '');
  const { amount: result } = resultOf(order, say);
  await expect(pill).toContainText(result);
  await pill.getByRole('button', { name: result }).click();
  await expect(page.getByRole('dialog')).toContainText(order.no);
  await expectBooksAgree(member, order);
});

mainTest.describe('an order never reaches the site, and the page is closed', () => {
  mainTest.use({ expectedComplaints: /net::ERR_FAILED/ });

  mainTest(
    'the next visit learns that its deadline is over: there is no order, and nothing was taken',
    async ({ page, member, say }) => {
      await openTrade(page, 'BTCUSDT');
      await (await fillTicket(page, say, { direction: 'up', stake: '100', durationSec: 300 })).click();
      const isOrder = (url: URL) => url.pathname.endsWith(listOrders.path);
      await page.route(
        isOrder,
        async (route) => await (route.request().method() === 'POST' ? route.abort() : route.continue()),
      );
      await acceptRisk(page, say);
      await expect(page.getByText(say('trade.unknown.title')).first()).toBeVisible();
      await page.goto('/#/pages/mine/index');
      await page.reload();
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      expect(await member.orders()).toEqual([]);
      const answer = page.waitForResponse((it) => isOrder(new URL(it.url())) && it.request().method() === 'POST');
      await page.unroute(isOrder);
      expect(await (await answer).json()).toMatchObject({ error: 'ORDER_EXPIRED' });
      expect(await member.orders()).toEqual([]);
      expect((await member.transfers()).filter(({ type }) => type === 'orderStake')).toEqual([]);
    },
  );
});

/** Two hosts in front of one separate server; the page is loaded from the first. */
const failoverTest = mainTest.extend<object, { hosts: { first: DyingProxy; second: DyingProxy } }>({
  hosts: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the pattern to learn what is needed: nothing.
    async ({}, use) => {
      const [first, second] = [await startProxy(), await startProxy()];
      const server = await startServer({ HOSTS: `${first.origin},${second.origin}` });
      for (const proxy of [first, second]) proxy.forwardTo(server.origin);
      await use({ first, second });
      await Promise.all([first.die(), second.die()]);
      await server.stop();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  origin: async ({ hosts }, use) => await use(hosts.first.origin),
});

failoverTest.describe('the host dies after taking the order and before answering', () => {
  // The browser also says so when it cannot fetch the service worker from a dead host.
  failoverTest.use({ expectedComplaints: /net::ERR_|WebSocket connection|error occurred when fetching the script/ });

  failoverTest(
    'the client asks the next host with the same key, and there is exactly one order',
    async ({ page, hosts, member, say }) => {
      const { first, second } = hosts;
      await openTrade(page, 'BTCUSDT');
      await (await fillTicket(page, say, { direction: 'up', stake: '1000' })).click();
      first.dieAfter(listOrders.path);
      await acceptRisk(page, say);

      await expect(ticketOf(page, say).getByRole('timer')).toBeVisible();
      expect(first.isDead()).toBe(true);
      const isOrder = ({ method, path }: { method: string; path: string }) =>
        method === 'POST' && path === placeOrder.path;
      const keys = [...first.seen, ...second.seen].filter(isOrder).map(({ key }) => key);
      expect(first.seen.filter(isOrder)).toHaveLength(1);
      expect(second.seen.filter(isOrder).length).toBeGreaterThan(0);
      expect(new Set(keys).size).toBe(1);

      const survivor = member.at(second.origin);
      const orders = await survivor.orders();
      expect(orders).toHaveLength(1);
      const order = await settled(survivor, orders[0]?.id ?? '');
      await expectBooksAgree(survivor, order);
      expect((await survivor.transfers()).filter(({ type }) => type === 'orderStake')).toHaveLength(1);
      // Prices and results continue through the remaining host.
      const { word, amount: result } = resultOf(order, say);
      await expect(ticketOf(page, say).getByText(word)).toBeVisible();
      await expect(ticketOf(page, say)).toContainText(result);
    },
  );
});

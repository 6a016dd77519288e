import { parseEnvelope } from '@candor/contract/envelope';
import type { CDPSession, Locator, Page } from '@playwright/test';
import { listOrders } from '@candor/contract/calls/trading';
import { WHOLE_BROWSER } from './support/browser.ts';
import { startProxy } from './support/dying-proxy.ts';
import type { DyingProxy } from './support/dying-proxy.ts';
import { expect, mainServer, test } from './support/fixtures.ts';
import { acceptRisk, fillTicket, openTrade } from './support/trade.ts';

/* The app on the device: what works without a network, how a new version comes in, and that it can be installed. */

/** The app registers its worker this long after the first screen, and asks only hands that have rested this long. */
const WORKER_AFTER_MS = 10_000;
const QUIET_MS = 4_000;
/** It looks for such a moment this often. */
const LOOK_MS = 1_000;

const HOME = '/#/pages/home/index';

test.use(WHOLE_BROWSER);

test.describe('without a network', () => {
  test.use({ expectedComplaints: /net::ERR_INTERNET_DISCONNECTED/ });

  test('a page never opened has the shell and a way out; a chart that was seen says how old it is', async ({
    page,
    context,
    say,
  }) => {
    await keepApp(page, '/#/pages/kLineChart/index?code=BTCUSDT');
    const chart = page.getByRole('figure', { name: say('market.chart.label', { product: 'BTCUSDT' }) });
    await expect(chart).toContainText(/30\d/);
    await context.setOffline(true);
    // Loaded again from the device alone.
    await page.reload();
    await expect(chart).toContainText(/30\d/);
    await expect(page.getByText(say.pattern('common.states.chartKept'))).toBeVisible();

    // A page whose code this browser has never run.
    await page.goto('/#/pages/mine/notice/index');
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: say('messages.tabs.label') })).toBeVisible();
    await expect(page.getByText(say('common.states.offline'))).toBeVisible();
    await expect(page.getByText(say.pattern('common.states.chartKept'))).toBeHidden();
    await expect(page.getByRole('button', { name: say('common.actions.retry') })).toBeVisible();
    await page.getByRole('button', { name: say('common.actions.back') }).click();
    await expect(chart).toContainText(/30\d/);
    await expect(page.getByText(say.pattern('common.states.chartKept'))).toBeVisible();

    await context.setOffline(false);
    await expect(page.getByText(say('common.states.offline'))).toBeHidden();
  });
});

/** The main server behind a proxy that can release another version. */
const releaseTest = test.extend<object, { front: DyingProxy }>({
  front: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the pattern to learn what is needed: nothing.
    async ({}, use) => {
      const proxy = await startProxy();
      proxy.forwardTo(mainServer().origin);
      await use(proxy);
      await proxy.die();
    },
    { scope: 'worker' },
  ],
  origin: async ({ front }, use) => await use(front.origin),
});

releaseTest.describe('a new version', () => {
  releaseTest('waits for the order and asks before typed text is lost', async ({ page, front, member, say }) => {
    await keepApp(page, HOME);
    await page.reload();
    await page.clock.fastForward(WORKER_AFTER_MS);

    // The answer to an order is still out while the new version arrives.
    const answer = Promise.withResolvers<void>();
    await page.route(
      (url) => url.pathname === listOrders.path,
      async (route) => {
        if (route.request().method() !== 'POST') return await route.continue();
        // The order itself arrives at once: what is held back for half a minute is not taken.
        const response = await route.fetch();
        // The clock of this page was moved: an order may be refused for its moment, and is signed again at once.
        if (parseEnvelope(await response.json())?.code === 200) await answer.promise;
        await route.fulfill({ response });
      },
    );
    await openTrade(page, 'BTCUSDT');
    await (await fillTicket(page, say, { direction: 'up', stake: '100', durationSec: 300 })).click();
    await acceptRisk(page, say);
    await page.goto(HOME);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const offer = page.waitForResponse(/assets\/version-notice-/);
    await release(page, front, 'second');
    await (await offer).finished();
    const notice = page.getByText(say('common.appVersion.waiting'));
    const take = page.getByRole('button', { name: say('common.appVersion.take') });
    // The offer is loaded, looks again and again, and the hands have rested: only the order is in the way.
    await expect(page.locator('dialog[open]')).toHaveCount(0);
    for (let looks = 0; looks < 2 * (QUIET_MS / LOOK_MS); looks += 1)
      expect(await offerComes(page, notice)).toBe(false);
    expect(await member.orders()).toHaveLength(1);
    const answered = page.waitForResponse((response) => new URL(response.url()).pathname === listOrders.path);
    answer.resolve();
    await (await answered).finished();
    await expect.poll(async () => await offerComes(page, notice)).toBe(true);
    expect(await member.orders()).toHaveLength(1);

    await page.goto('/#/pages/recharge/index');
    const amount = page.getByLabel(say('cashier.amount'), { exact: true });
    await amount.fill('4321');
    await amount.press('Tab');
    await page.clock.fastForward(QUIET_MS);
    await take.click();
    const question = page.getByRole('dialog', { name: say('common.appVersion.unsent.title') });
    await question.getByRole('button', { name: say('common.appVersion.unsent.stay') }).click();
    await expect(amount).toHaveValue('4321');
    await expect(take).toBeFocused();
    expect(await versionOf(page)).toBe('first');

    await take.click();
    const loaded = page.waitForEvent('load');
    await question.getByRole('button', { name: say('common.appVersion.unsent.leave') }).click();
    await loaded;
    expect(await versionOf(page)).toBe('second');
    await expect(amount).toBeVisible();
    expect(await member.orders()).toHaveLength(1);
  });
});

test('the app can be installed, and the page for it makes the offer', async ({ page, context, say }) => {
  await keepApp(page, '/#/pages/mine/index');
  const browser = await context.newCDPSession(page);
  // All that Chromium has against it is that the browser of a test is a private window.
  expect(await installErrors(browser)).toEqual(['in-incognito']);
  const { manifest, errors } = await browser.send('Page.getAppManifest');
  expect([errors, manifest.startUrl]).toEqual([[], `${new URL(page.url()).origin}/`]);

  // A browser without a window makes no offer, so the test makes the one of Chromium.
  await page.evaluate(() => {
    const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
      prompt: async () => void (document.documentElement.dataset['asked'] = 'yes'),
      userChoice: Promise.resolve({ outcome: 'accepted' }),
    });
    window.dispatchEvent(offer);
  });
  await page.getByRole('button', { name: say('account.download') }).click();
  const sheet = page.getByRole('dialog', { name: say('account.download') });
  await sheet.getByRole('button', { name: say('account.app.install') }).click();
  await expect(page.locator('html')).toHaveAttribute('data-asked', 'yes');
  await page.evaluate(() => window.dispatchEvent(new Event('appinstalled')));
  await expect(sheet.getByRole('status')).toHaveText(say('account.app.installed'));
});

/** Opens a page and waits until the whole app is on the device. */
async function keepApp(page: Page, address: string): Promise<void> {
  await page.clock.install();
  await page.goto(address);
  await expect(page.getByRole('contentinfo').first()).toBeAttached();
  await page.clock.fastForward(WORKER_AFTER_MS);
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
}

/** The next look of the offer: true once it is shown. */
async function offerComes(page: Page, notice: Locator): Promise<boolean> {
  await page.clock.fastForward(LOOK_MS);
  return await notice.isVisible();
}

/**
 * Another build: the worker names another page, and the page says its version. The tab in front looks for it. When this is
 * done the app knows of it too: its listeners were there first.
 */
async function release(page: Page, front: DyingProxy, version: string): Promise<void> {
  front.edit('/sw.js', (text) => text.replace(/(url:"index\.html",revision:")\w+/, `$1${version}`));
  front.edit('/index.html', (text) => text.replace('<html', `<html data-version="${version}"`));
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    const waits = new Promise<void>((resolve) => {
      registration.addEventListener('updatefound', () =>
        registration.installing?.addEventListener('statechange', () => {
          if (registration.waiting !== null) resolve();
        }),
      );
    });
    document.dispatchEvent(new Event('visibilitychange'));
    await waits;
  });
}

async function versionOf(page: Page): Promise<string> {
  return await page.evaluate(() => document.documentElement.dataset['version'] ?? 'first');
}

async function installErrors(browser: CDPSession): Promise<string[]> {
  const { installabilityErrors } = await browser.send('Page.getInstallabilityErrors');
  return installabilityErrors.map(({ errorId }) => errorId);
}

import { expect, serverWith, test, visitorTest } from './support/fixtures.ts';
import { newAccount, registerMember } from './support/member-api.ts';
import type { RunningServer } from './support/server.ts';
import { fillLogin, keptToken, logIn, submitLogin } from './support/session.ts';
import { isPhone } from './support/trade.ts';

/* Which page an address leads to: without a session, for an unknown address, and on a site that requires a code. */

visitorTest('a deep link without a session leads to login', { tag: '@phone' }, async ({ page, say, origin }) => {
  const { account } = await registerMember(origin);
  for (const path of ['home/index', 'order/orderInfo/index?id=x', 'mine/withdraw/index']) {
    await page.goto(`/#/pages/${path}`);
    await expect(page.getByRole('heading', { name: say('session.login.title') })).toBeVisible();
    await expect(page).toHaveURL(/#\/pages\/login$/);
  }
  await fillLogin(page, say, account);
  await submitLogin(page, say);
  await expect(page).toHaveURL(/#\/pages\/home\/index$/);
});

test('a logged-in member who opens the login page is sent home', { tag: '@phone' }, async ({ page, say }) => {
  for (const path of ['/', '/#/pages/login']) {
    await page.goto(path);
    await expect(page.getByRole('region', { name: say('home.assets.label') })).toBeVisible();
  }
});

test('an unknown address shows a not-found page with a way home', async ({ page, say }) => {
  await page.goto('/#/pages/no/such/page');
  await expect(page.getByRole('heading', { name: say('content.notFound.title') })).toBeVisible();
  await page.getByRole('button', { name: say('common.actions.home') }).click();
  await expect(page.getByRole('region', { name: say('home.assets.label') })).toBeVisible();
});

const boundTest = visitorTest.extend<object, { server: RunningServer }>({
  server: serverWith({ SITE_DOMAIN: 'abc' }),
  origin: async ({ server }, use) => await use(server.origin),
});

boundTest.describe('a site bound to the code abc', () => {
  boundTest('every navigation carries the code', async ({ page, say, origin }) => {
    const { account } = await registerMember(origin, newAccount());
    const bound = /[?&]domain=abc(&|$)/;
    await page.goto('/#/pages/login?domain=abc');
    await page.getByRole('link', { name: say('session.login.register') }).click();
    await expect(page).toHaveURL(/pages\/register\?domain=abc/);
    await page.getByRole('link', { name: say('session.register.haveAccount') }).click();
    await expect(page).toHaveURL(/pages\/login\?domain=abc/);
    await logIn(page, say, account);
    await expect(page).toHaveURL(/pages\/home\/index\?domain=abc/);

    await page
      .getByRole('link')
      .filter({ hasText: /BTCUSDT/ })
      .first()
      .click();
    await expect(page).toHaveURL(/kLineChart\/index\?.*code=BTCUSDT/);
    expect(page.url()).toMatch(bound);
    await page.getByRole('link', { name: say('common.direction.up') }).click();
    await expect(page).toHaveURL(/kLineChart\/move\?/);
    expect(page.url()).toMatch(bound);
    await page.goBack();
    await page.goBack();
    await expect(page).toHaveURL(/home\/index\?/);
    expect(page.url()).toMatch(bound);
    for (const href of await page.getByRole('link').evaluateAll((links) => links.map((a) => a.getAttribute('href')))) {
      if (href?.startsWith('#')) expect(href).toMatch(bound);
    }
    if (isPhone(page)) {
      await page.getByRole('link', { name: say('shell.tabs.account'), exact: true }).click();
      await expect(page).toHaveURL(/mine\/index\?/);
      expect(page.url()).toMatch(bound);
    }
  });

  boundTest(
    'a link pressed before any script has loaded carries the code too',
    { tag: '@phone' },
    async ({ page, say }) => {
      const scripts = Promise.withResolvers<void>();
      await page.route('**/assets/*.js', async (route) => {
        await scripts.promise;
        await route.continue();
      });
      await page.goto('/#/pages/login?domain=abc', { waitUntil: 'commit' });
      await page.getByRole('link', { name: say('session.login.register') }).click();
      await expect(page).toHaveURL(/pages\/register\?domain=abc/);
      scripts.resolve();
      await expect(page.getByRole('heading', { name: say('session.register.title') })).toBeVisible();
    },
  );

  boundTest(
    'an address without the code leads to 404 and ends the session',
    { tag: '@phone' },
    async ({ page, say, origin }) => {
      const { account } = await registerMember(origin, newAccount());
      await page.goto('/#/pages/login');
      await expect(page.getByRole('heading', { name: say('content.notFound.title') })).toBeVisible();
      await page.goto('/#/pages/login?domain=abc');
      await logIn(page, say, account);
      await page.goto('/?again#/pages/home/index');
      await expect(page.getByRole('heading', { name: say('content.notFound.title') })).toBeVisible();
      expect(await keptToken(page)).toBeNull();
    },
  );

  boundTest(
    'an address with another code leads to login with the right one',
    { tag: '@phone' },
    async ({ page, say, origin }) => {
      const { account } = await registerMember(origin, newAccount());
      await page.goto('/#/pages/login?domain=abc');
      await logIn(page, say, account);
      await page.goto('/#/pages/history/index?domain=xyz');
      await expect(page).toHaveURL(/pages\/login\?domain=abc/);
      await expect(page.getByRole('heading', { name: say('session.login.title') })).toBeVisible();
    },
  );
});

import { expect, serverWith, test, visitorTest } from './support/fixtures.ts';
import { newAccount, registerMember } from './support/member-api.ts';
import type { RunningServer } from './support/server.ts';
import { fillLogin, keptToken, logIn, submitLogin } from './support/session.ts';
import { isPhone } from './support/trade.ts';

/* Which page an address leads to: without a session, for an unknown address, and on a site that requires a code. */

visitorTest(
  'a deep link without a session leads to login, and login to its page',
  { tag: '@phone' },
  async ({ page, say, origin, context }) => {
    const member = await registerMember(origin);
    const { account } = member;
    const login = page.getByRole('heading', { name: say('session.login.title') });
    for (const path of ['home/index', 'order/orderInfo/index?id=x', 'mine/withdraw/index?amount=100']) {
      await page.goto(`/#/pages/${path}`);
      await expect(login).toBeVisible();
      await expect(page).toHaveURL(/#\/pages\/login$/);
    }
    // A second tab waits at login with another page in mind.
    const other = await context.newPage();
    await other.goto('/#/pages/history/index');
    await expect(other.getByRole('heading', { name: say('session.login.title') })).toBeVisible();
    // The page is remembered over a reload.
    await page.reload();
    await fillLogin(page, say, account);
    await submitLogin(page, say);
    await expect(page).toHaveURL(/#\/pages\/mine\/withdraw\/index\?amount=100$/);
    await expect(other).toHaveURL(/#\/pages\/history\/index$/);
    // Back never leads to the login form of a member who is logged in.
    await page.goBack();
    await expect(login).toBeHidden();

    // The session ends in the middle, and the page is loaded again before the member is back. Another tab would take the
    // session away first, as a logout there does.
    await other.close();
    await page.goto('/#/pages/mine/info/limits/index');
    await expect(page.getByRole('heading', { name: say('common.titles.limits') })).toBeVisible();
    await member.endSessions();
    await expect(page.getByRole('dialog', { name: say('common.expired.title') })).toBeVisible();
    await page.reload();
    await fillLogin(page, say, account);
    await submitLogin(page, say);
    await expect(page).toHaveURL(/#\/pages\/mine\/info\/limits\/index$/);
  },
);

visitorTest('no link leads a member who logs in to another site', { tag: '@phone' }, async ({ page, say, origin }) => {
  const { account } = await registerMember(origin);
  for (const path of ['//evil.example', 'javascript:alert(1)', '/%2f%2fevil.example', '/pages/no/such/page']) {
    await page.goto(`/#${path}`);
    await expect(page.getByRole('heading', { name: say('session.login.title') })).toBeVisible();
  }
  await fillLogin(page, say, account);
  await submitLogin(page, say);
  await expect(page).toHaveURL(`${origin}/#/pages/home/index`);
});

visitorTest('register and the web page are open without a session', { tag: '@phone' }, async ({ page, say }) => {
  await page.goto('/#/pages/register?invite=ABC');
  await expect(page.getByRole('heading', { name: say('session.register.title') })).toBeVisible();
  await page.goto('/#/pages/common/webview/index');
  await expect(page).toHaveURL(/webview\/index$/);
  await expect(page.getByRole('heading', { name: say('session.login.title') })).toBeHidden();
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
    // On a phone the ticket is a sheet, which back closes first.
    if (isPhone(page)) {
      await expect(page.getByRole('dialog')).toBeVisible();
      await page.goBack();
      await expect(page.getByRole('dialog')).toBeHidden();
    }
    await page.goBack();
    await expect(page).toHaveURL(/kLineChart\/index\?/);
    await page.goBack();
    await expect(page).toHaveURL(/home\/index\?/);
    expect(page.url()).toMatch(bound);
    for (const href of await page.getByRole('link').evaluateAll((links) => links.map((a) => a.getAttribute('href')))) {
      if (href?.startsWith('#')) expect(href).toMatch(bound);
    }
    if (isPhone(page)) {
      const tabs = page.getByRole('navigation', { name: say('shell.tabs.label') });
      await tabs.getByRole('link', { name: say('shell.tabs.account') }).click();
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
      await expect(page.getByRole('heading', { name: say('content.notFound.codeTitle') })).toBeVisible();
      // Every way on from here would lead back to here.
      await expect(page.getByRole('main').getByRole('link')).toHaveCount(0);
      await expect(page.getByRole('main').getByRole('button')).toHaveCount(0);
      await page.goto('/#/pages/login?domain=abc');
      await logIn(page, say, account);
      // The app starts at a page of a member: by way of login to that page, under the code.
      await page.goto('/?start#/pages/history/index?result=won&domain=abc');
      await expect(page.getByRole('heading', { name: say('orders.history') }).first()).toBeVisible();
      await expect(page).toHaveURL(/pages\/history\/index\?result=won&domain=abc$/);
      await page.goto('/?again#/pages/home/index');
      await expect(page.getByRole('heading', { name: say('content.notFound.codeTitle') })).toBeVisible();
      expect(await keptToken(page)).toBeNull();
    },
  );

  boundTest(
    'an address with another code leads to login with the right one',
    { tag: '@phone' },
    async ({ page, say, origin }) => {
      const { account } = await registerMember(origin, newAccount());
      await page.goto('/#/pages/mine/withdraw/index?domain=abc');
      await expect(page).toHaveURL(/pages\/login\?domain=abc$/);
      await fillLogin(page, say, account);
      await submitLogin(page, say);
      await expect(page).toHaveURL(/mine\/withdraw\/index\?domain=abc$/);
      await page.goto('/#/pages/history/index?domain=xyz');
      await expect(page).toHaveURL(/pages\/login\?domain=abc/);
      await expect(page.getByRole('heading', { name: say('session.login.title') })).toBeVisible();
    },
  );
});

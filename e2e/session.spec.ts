import { amount } from '@candor/domain/testing/test-currency';
import { expect, LANGUAGE_SHARES, test, visitorTest } from './support/fixtures.ts';
import { gluedLines } from './support/judge.ts';
import { newAccount, registerMember } from './support/member-api.ts';
import { fillLogin, keptToken, logIn, logOut, register, submitLogin } from './support/session.ts';
import { directionButton, fillTicket, isPhone, openTrade, ticketOf, yuan } from './support/trade.ts';

/* Log in, see why a login fails, and log out. */

for (const { language, ...share } of LANGUAGE_SHARES) {
  visitorTest.describe(language, share, () => {
    visitorTest.use({ language });

    visitorTest('register, home with moving prices, log out, log in', async ({ page, say }) => {
      const account = newAccount();
      await page.goto('/#/pages/login');
      await page.getByRole('link', { name: say('session.login.register') }).click();
      await register(page, say, account);

      await expect(page.getByRole('region', { name: say('home.assets.label') })).toContainText(yuan(amount('100000')));
      const bitcoin = page.getByRole('link').filter({ hasText: /BTCUSDT/ });
      const first = await bitcoin.first().innerText();
      await expect.poll(async () => await bitcoin.first().innerText()).not.toBe(first);
      await expect(page.locator('html')).toHaveAttribute('lang', language);

      await logOut(page, say);
      expect(await keptToken(page)).toBeNull();
      // No page of the member is left below or above: back leaves the site, and forward comes to the login.
      await page.goBack();
      await expect(page).toHaveURL('about:blank');
      await page.goForward();
      await expect(page.getByRole('heading', { name: say('session.login.title') })).toBeVisible();

      await logIn(page, say, account);
      expect(await keptToken(page)).not.toBeNull();
    });
  });
}

visitorTest(
  'a wrong password and an unknown account show the same error, and nothing typed is lost',
  { tag: '@phone' },
  async ({ page, say, origin }) => {
    const { account } = await registerMember(origin);
    await page.goto('/#/pages/login');
    await submitLogin(page, say);
    await expect(page.getByRole('alert').filter({ hasText: say.error('USERNAME_REQUIRED') })).toBeVisible();
    expect(await gluedLines(page)).toEqual([]);
    for (const wrong of [{ ...account, password: 'not-the-password' }, newAccount()]) {
      await fillLogin(page, say, wrong);
      await submitLogin(page, say);
      await expect(page.getByRole('alert').filter({ hasText: say.error('LOGIN_FAILED') })).toBeVisible();
      await expect(page.getByLabel(say('session.login.username'), { exact: true })).toHaveValue(wrong.username);
      expect(await keptToken(page)).toBeNull();
    }
  },
);

visitorTest(
  'changing the language keeps the typed text, before login and after a reload',
  { tag: '@desktop' },
  async ({ page, say }) => {
    await page.goto('/#/pages/login');
    await page.getByLabel(say('session.login.username'), { exact: true }).fill('half_typed');
    await page.getByRole('button', { name: say('common.settings.language') }).click();
    await page.getByRole('menuitemradio', { name: 'English' }).click();
    await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    await expect(page.getByLabel('Username', { exact: true })).toHaveValue('half_typed');
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible();
  },
);

test('a session ended elsewhere shows one message, and the typed order is still there after login', async ({
  page,
  member,
  say,
}) => {
  await openTrade(page, 'BTCUSDT');
  await fillTicket(page, say, { direction: 'down', stake: '321' });
  // The live connection is closed with the session, so the page knows before anything is pressed.
  await member.endSessions();
  const sheet = page.getByRole('dialog', { name: say('common.expired.title') });
  await expect(sheet).toBeVisible();
  await sheet.getByRole('button', { name: say('common.expired.login') }).click();
  await fillLogin(page, say, member.account);
  await submitLogin(page, say);
  await expect(page).toHaveURL(/kLineChart\/move\?code=BTCUSDT/);
  if (isPhone(page) && !(await ticketOf(page, say).isVisible())) await directionButton(page, say, 'down').click();
  await expect(ticketOf(page, say).getByLabel(say('trade.ticket.amount'))).toHaveValue('321');
});

test('logging out in one tab logs out the other', { tag: '@desktop' }, async ({ page, context, say }) => {
  await page.goto('/#/pages/home/index');
  const other = await context.newPage();
  await other.goto('/#/pages/history/index');
  await expect(other.getByRole('heading', { name: say('orders.history') }).first()).toBeVisible();
  await logOut(page, say);
  await expect(other.getByRole('heading', { name: say('session.login.title') })).toBeVisible();
});

test('a tab leaves no earlier tab behind: back leads out of the site', { tag: '@phone' }, async ({ page, say }) => {
  await page.goto('/#/pages/home/index');
  const tabs = page.getByRole('navigation', { name: say('shell.tabs.label') });
  for (const name of ['orders', 'account', 'home', 'orders']) {
    const tab = tabs.getByRole('link', { name: say.pattern(`shell.tabs.${name}`) });
    await tab.click();
    await expect(tab).toHaveAttribute('aria-current', 'page');
  }
  await page.goBack();
  await expect(page).toHaveURL('about:blank');
});

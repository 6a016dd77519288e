import { expect, stored, test, visitorTest } from './support/fixtures.ts';
import { registerMember, tryLogin } from './support/member-api.ts';
import { logIn, logOut } from './support/session.ts';

/* Where a member is signed in, and what a device that is known is worth. */

test('"sign out all other devices" ends every other session at once, and not this one', async ({
  page,
  browser,
  origin,
  member,
  language,
  theme,
  say,
}) => {
  const { data } = await tryLogin(origin, member.account);
  const { token } = data as { token: string };
  const elsewhere = await browser.newContext({
    baseURL: origin,
    storageState: stored(origin, { language, theme, token }),
  });
  const other = await elsewhere.newPage();
  await other.goto('/#/pages/home/index');
  await expect(other.getByRole('region', { name: say('home.assets.label') })).toBeVisible();

  await page.goto('/#/pages/mine/index?view=devices');
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(2);
  await page.getByRole('button', { name: say('account.devices.signOutOthers') }).click();
  const dialog = page.getByRole('dialog', { name: say('account.devices.askOthers') });
  await dialog.getByRole('button', { name: say('account.devices.signOut'), exact: true }).click();
  await expect(page.getByText(say('account.devices.doneOthers', { count: 1 }))).toBeVisible();
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1);
  await expect(page.getByText(say('account.devices.current'), { exact: true })).toBeVisible();

  // The other device learns it without asking.
  await expect(other.getByRole('dialog', { name: say('common.expired.title') })).toBeVisible();
  expect((await member.money()).wallet).toBe('practice');
  await elsewhere.close();
});

visitorTest(
  'who guesses a password locks out their own network, not the member on a device that is known',
  async ({ page, origin, say }) => {
    const { account } = await registerMember(origin);
    await page.goto('/#/pages/login');
    await logIn(page, say, account);
    await logOut(page, say);

    const guess = { ...account, password: 'not-the-password' };
    for (let failures = 0; failures < 5; failures += 1)
      expect(await tryLogin(origin, guess)).toMatchObject({ error: 'LOGIN_FAILED' });
    // Not even with the right password: this caller has no device token.
    expect(await tryLogin(origin, account)).toMatchObject({ error: 'ACCOUNT_LOCKED' });

    await logIn(page, say, account);
  },
);

import { TOTP } from 'otpauth';
import { WHOLE_BROWSER } from './support/browser.ts';
import { forgetConfirmations } from './support/database.ts';
import { expect, mainServer, visitorTest } from './support/fixtures.ts';
import { registerMember, tryLogin } from './support/member-api.ts';
import { fillLogin, logIn, logOut, submitLogin } from './support/session.ts';

/*
 * The second factor of a member: somebody else logs in, so they protect the account with an authenticator and a passkey,
 * log in with each, and confirm a change of the password. The passkey is made by Chromium's own virtual authenticator.
 */

const NEW = 'seven brave lanterns';

const factorTest = visitorTest.extend<{ origin: string }>({
  // Browsers make no passkey for a bare address.
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the pattern to learn what is needed: nothing.
  origin: async ({}, use) => await use(mainServer().origin.replace('127.0.0.1', 'localhost')),
});

factorTest.use(WHOLE_BROWSER);

factorTest('a member adds a second factor, logs in with it, and confirms with it', async ({ page, origin, say }) => {
  const button = (key: string) => page.getByRole('button', { name: say(key), exact: true });
  const label = (key: string) => page.getByLabel(say(key), { exact: true });
  const home = page.getByRole('region', { name: say('home.assets.label') });
  const { account } = await registerMember(origin);
  const { username, password } = account;
  const browser = await page.context().newCDPSession(page);
  await browser.send('WebAuthn.enable');
  await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await page.goto('/');
  await logIn(page, say, account);
  await page.goto('/#/pages/mine/info/security/index');

  // A login elsewhere shows at once. It was not the member: the others are signed out, and the password sheet opens.
  await expect(page.getByText(say('security.factors.rowHint'))).toBeVisible();
  expect(await tryLogin(origin, { username, password })).toMatchObject({ code: 200 });
  // Beside the login of this page itself, which was on a new device too.
  await expect(
    page
      .getByRole('status')
      .filter({ has: button('security.alert.notMine') })
      .getByRole('listitem'),
  ).toHaveCount(2);
  await button('security.alert.notMine').click();
  await button('security.alert.secure').click();
  await expect(label('security.password.old')).toBeVisible();
  await button('common.actions.close').click();
  await expect(button('security.alert.notMine')).toHaveCount(0);

  // The authenticator: the password confirms, while there is nothing else.
  await page.getByRole('link', { name: say.pattern('security.factors.row') }).click();
  await page.getByRole('button', { name: say.pattern('security.factors.totp.add') }).click();
  await label('factor.password').fill(password);
  await button('factor.confirm.submit').click();
  await page.getByText(say('security.factors.totp.manual')).click();
  const secret = (await page.locator('code').innerText()).replaceAll(' ', '');
  await label('security.factors.totp.code').fill(new TOTP({ secret }).generate());
  await button('security.factors.totp.submit').click();
  const shown = page.getByRole('dialog', { name: say('security.factors.recovery.codesTitle') }).getByRole('listitem');
  await expect(shown).toHaveCount(10);
  const codes = await shown.allInnerTexts();
  // They are shown once: nothing lies over them, also after the copy.
  await button('security.factors.recovery.copy').click();
  await expect(page.getByRole('button', { name: say.error('COPIED'), exact: true })).toBeVisible();
  await expect(page.locator('[popover]:popover-open')).toHaveCount(0);
  // Chromium closes a dialog by force at a second Escape without a press between; back is a way out too.
  for (let press = 0; press < 3; press += 1) await page.keyboard.press('Escape');
  await page.goBack();
  await page.goBack();
  await page.keyboard.press('Escape');
  await expect(shown).toHaveCount(10);
  await expect(shown.first()).toHaveText(codes[0] ?? '');
  await button('security.factors.recovery.saved').click();

  await page.getByRole('button', { name: say.pattern('security.factors.passkeys.add') }).click();
  await label('security.factors.passkeys.name').fill('My phone');
  await button('security.factors.passkeys.submit').click();
  await expect(page.getByText('My phone', { exact: true }).first()).toBeVisible();

  // The password alone opens nothing now; the passkey does, and so does a recovery code.
  await page.goto('/#/pages/home/index');
  await logOut(page, say);
  await fillLogin(page, say, account);
  await submitLogin(page, say);
  await button('factor.passkey').click();
  await expect(home).toBeVisible();
  await logOut(page, say);
  await fillLogin(page, say, account);
  await submitLogin(page, say);
  await button('factor.useRecovery').click();
  await label('factor.recoveryCode').fill('AAAA-AAAA-AAAA');
  await button('factor.second.submit').click();
  await expect(label('factor.recoveryCode')).toHaveAttribute('aria-invalid', 'true');
  await label('factor.recoveryCode').fill(codes[0] ?? '');
  await button('factor.second.submit').click();
  await expect(home).toBeVisible();

  // Later, a change of the password asks again. What was typed stays, also when the member first says no.
  await forgetConfirmations(mainServer().dataDir, username);
  await page.goto('/#/pages/mine/info/security/index');
  await page.getByRole('button', { name: say.pattern('security.password.title') }).click();
  await label('security.password.old').fill(password);
  await label('security.password.new').fill(NEW);
  await label('security.password.confirm').fill(NEW);
  await button('security.password.submit').click();
  const confirm = page.getByRole('dialog', { name: say('factor.confirm.title') });
  await confirm.getByRole('button', { name: say('common.actions.close') }).click();
  await expect(page.getByText(say.error('CONFIRMATION_REQUIRED'))).toBeVisible();
  await expect(label('security.password.new')).toHaveValue(NEW);
  await button('security.password.submit').click();
  await confirm.getByRole('button', { name: say('factor.passkey') }).click();
  await expect(page.getByRole('main').getByText(say('security.events.password'), { exact: true })).toBeVisible();
  expect(await tryLogin(origin, { username, password: NEW })).toMatchObject({ error: 'SECOND_FACTOR_REQUIRED' });
});

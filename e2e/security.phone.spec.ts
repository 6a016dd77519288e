import type { Page } from '@playwright/test';
import { expect, visitorTest } from './support/fixtures.ts';
import { registerMember, tryLogin } from './support/member-api.ts';
import { fillLogin, logIn, submitLogin } from './support/session.ts';
import { untilSheetsLeft } from './support/sheets.ts';

/*
 * The two passwords of a member: changed with the old one, and the withdrawal password retrieved with a code. Each change is
 * signed by the key that the login made; without it the member logs in again, and nothing else is lost.
 */

const NEW = 'seven brave lanterns';

visitorTest(
  'a member changes both passwords on their own device, and retrieves one with a code',
  async ({ page, origin, say }) => {
    const label = (key: string) => page.getByLabel(say(`security.${key}`), { exact: true });
    const row = (key: string) => page.getByRole('button', { name: say.pattern(`security.${key}`) });
    const submit = (key: string) => page.getByRole('button', { name: say(`security.${key}.submit`), exact: true });
    const change = (key: string) => page.getByRole('main').getByText(say(`security.events.${key}`), { exact: true });
    const { account } = await registerMember(origin);
    const { username, password, withdrawPassword } = account;
    const [pin = '', forgotten = ''] = ['902741', '480263', '730915'].filter((text) => text !== withdrawPassword);
    await page.goto('/');
    await logIn(page, say, account);
    await page.goto('/#/pages/mine/info/security/index');

    // A wrong old password is said at its field, and nothing that was typed is lost.
    await row('password.title').click();
    await label('password.old').fill('not the password');
    await label('password.new').fill(NEW);
    await label('password.confirm').fill(NEW);
    await submit('password').click();
    await expect(label('password.old')).toHaveAttribute('aria-invalid', 'true');
    await expect(label('password.new')).toHaveValue(NEW);
    // Nor when the phone is turned: another layout goes around the same screen.
    await page.setViewportSize({ width: 844, height: 390 });
    await expect(page.locator('nav').first()).toBeVisible();
    await expect(label('password.new')).toHaveValue(NEW);
    await page.setViewportSize({ width: 375, height: 812 });
    await label('password.old').fill(password);
    await submit('password').click();
    await expect(change('password')).toBeVisible();
    expect(await tryLogin(origin, { username, password: NEW })).toMatchObject({ code: 200 });

    // The browser lost the key: nothing is changed before the member logs in again, which makes another.
    await loseDeviceKey(page);
    await row('withdraw.title').click();
    const typePins = async (): Promise<void> => {
      await label('withdraw.old').fill(withdrawPassword);
      await label('withdraw.new').fill(pin);
      await label('withdraw.confirm').fill(pin);
      await submit('withdraw').click();
    };
    await typePins();
    const why = page.getByRole('dialog', { name: say('common.expired.deviceTitle') });
    await why.getByRole('button', { name: say('common.expired.login') }).click();
    await fillLogin(page, say, { username, password: NEW });
    await submitLogin(page, say);
    await typePins();
    await expect(change('withdrawPassword')).toBeVisible();

    await row('reset.title').click();
    await page.getByRole('button', { name: say('security.reset.send'), exact: true }).click();
    const code = await page
      .getByRole('status')
      .filter({ hasText: say('security.reset.practice') })
      .locator('strong')
      .innerText();
    await label('reset.code').fill(code);
    await label('reset.loginPwd').fill(NEW);
    await label('withdraw.new').fill(forgotten);
    await label('withdraw.confirm').fill(forgotten);
    await submit('reset').click();
    await expect(change('withdrawPasswordReset')).toBeVisible();
  },
);

/** As when the member clears a part of the site's data. No script can read the key, ours included. */
async function loseDeviceKey(page: Page): Promise<void> {
  const wasReadable = await page.evaluate(async () => {
    const request = indexedDB.open('candor', 1);
    const database = await new Promise<IDBDatabase>((resolve) => {
      request.onsuccess = () => resolve(request.result);
    });
    const kept = database.transaction('kept', 'readwrite').objectStore('kept');
    const found = kept.get('device-keys');
    kept.delete('device-keys');
    await new Promise<void>((resolve) => {
      kept.transaction.oncomplete = () => resolve();
    });
    database.close();
    const [{ secret }] = found.result as [{ secret: CryptoKey }];
    return await crypto.subtle.exportKey('jwk', secret).then(
      () => true,
      () => false,
    );
  });
  expect(wasReadable).toBe(false);
  await untilSheetsLeft(page);
  await page.reload();
}

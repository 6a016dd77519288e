import { expect, mainServer, visitorTest } from './support/fixtures.ts';
import { passwordCodeOf } from './support/database.ts';
import { registerMember, tryLogin } from './support/member-api.ts';
import { coveredByToast } from './support/geometry.ts';
import { submitLogin } from './support/session.ts';

const NEW = 'seven brave lanterns';

visitorTest(
  'a member who forgot the login password sets another with a code, and logs in with it',
  async ({ page, origin, say }) => {
    const label = (key: string) => page.getByLabel(say(`forgot.${key}`), { exact: true });
    const button = (key: string) => page.getByRole('button', { name: say(key), exact: true });
    const {
      account: { username, password },
    } = await registerMember(origin);
    await page.goto('/');
    await page.getByRole('link', { name: say('session.login.forgot'), exact: true }).click();
    await expect(page).toHaveURL(/#\/pages\/forgot/);

    // Nothing leaves without an account; the error stands at its field.
    await button('common.actions.next').click();
    await expect(label('account')).toHaveAttribute('aria-invalid', 'true');
    await label('account').fill(username);
    await button('common.actions.next').click();
    const code = await passwordCodeOf(mainServer(), username);
    await label('code').fill(code === '000000' ? '000001' : '000000');
    await label('password').fill(NEW);
    await label('confirm').fill(NEW);

    // A step back and forth keeps what was typed, and sends no second code.
    await button('common.actions.previous').click();
    await expect(label('account')).toHaveValue(username);
    await button('common.actions.next').click();
    await expect(label('password')).toHaveValue(NEW);
    // So does the phone's own back, which goes one step and not out of the page.
    await page.goBack();
    await expect(label('account')).toHaveValue(username);
    await page.goForward();
    await expect(label('password')).toHaveValue(NEW);
    await button('forgot.submit').click();
    await expect(page.getByText(say.error('CODE_WRONG'))).toBeVisible();
    await expect(label('code')).toHaveAttribute('aria-invalid', 'true');
    await label('code').fill(code);
    await button('forgot.submit').click();

    // What says so comes from the page before, and covers nothing of this one.
    await expect(page.getByRole('status').filter({ hasText: say.error('PASSWORD_RECOVERED') })).toBeVisible();
    await expect(page.getByRole('link', { name: say('session.login.register') })).toBeVisible();
    await expect.poll(async () => await coveredByToast(page)).toEqual([]);

    // The name is filled in; the old password is worth nothing.
    await expect(page.getByLabel(say('session.login.username'), { exact: true })).toHaveValue(username);
    expect(await tryLogin(origin, { username, password })).toMatchObject({ error: 'LOGIN_FAILED' });
    await page.getByLabel(say('session.login.password'), { exact: true }).fill(NEW);
    await submitLogin(page, say);
    await expect(page).toHaveURL(/#\/pages\/home/);
  },
);

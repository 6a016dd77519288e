import { readCaptcha as readCaptchaCall } from '@candor/contract/calls/identity';
import { expect, serverWith, visitorTest } from './support/fixtures.ts';
import { solveCaptcha } from './support/captcha.ts';
import { newAccount, readCaptcha, tryLogin } from './support/member-api.ts';
import { SEED_PASSWORD } from './support/server.ts';
import type { RunningServer } from './support/server.ts';
import { fillLogin, keptToken, submitLogin } from './support/session.ts';

/* The captcha of a site that requires one. */

const test = visitorTest.extend<object, { server: RunningServer }>({
  server: serverWith({ CAPTCHA: 'on' }),
  origin: async ({ server }, use) => await use(server.origin),
});

test('the picture shows, another one can be requested, and nothing is sent without its text', async ({ page, say }) => {
  await page.goto('/#/pages/login');
  const button = page.getByRole('button', { name: say('session.captcha.image') });
  const picture = button.locator('img');
  await expect(picture).toBeVisible();
  const first = await picture.getAttribute('src');
  expect(first).toMatch(/^data:image\//);
  await button.click();
  await expect(picture).not.toHaveAttribute('src', first ?? '');

  const sent: string[] = [];
  page.on('request', (request) => sent.push(new URL(request.url()).pathname));
  await fillLogin(page, say, newAccount());
  await submitLogin(page, say);
  await expect(page.getByText(say.error('CAPTCHA_REQUIRED'))).toBeVisible();
  await expect(page.getByLabel(say('session.captcha.label'), { exact: true })).toBeFocused();
  expect(sent).not.toContain('/api/login/login');
});

test('a wrong answer shows an error beside the field, with a new picture and the other fields kept', async ({
  page,
  say,
}) => {
  const account = newAccount();
  await page.goto('/#/pages/login');
  const picture = page.getByRole('button', { name: say('session.captcha.image') }).locator('img');
  const first = (await picture.getAttribute('src')) ?? '';
  await fillLogin(page, say, account);
  const answer = page.getByLabel(say('session.captcha.label'), { exact: true });
  await answer.fill('0');
  await submitLogin(page, say);
  await expect(page.getByText(say.error('CAPTCHA_WRONG'))).toBeVisible();
  await expect(picture).not.toHaveAttribute('src', first);
  await expect(answer).toHaveValue('');
  await expect(page.getByLabel(say('session.login.username'), { exact: true })).toHaveValue(account.username);
  await expect(page.getByLabel(say('session.login.password'), { exact: true })).toHaveValue(account.password);
  expect(await keptToken(page)).toBeNull();
});

test('after five minutes the picture expires, and a press brings a new one', async ({ page, say }) => {
  await page.clock.install();
  await page.goto('/#/pages/login');
  await expect(page.getByRole('button', { name: say('session.captcha.image') })).toBeVisible();
  await page.clock.fastForward('05:01');
  await page.getByRole('button', { name: say('session.captcha.refresh') }).click();
  await expect(page.getByRole('button', { name: say('session.captcha.image') }).locator('img')).toBeVisible();
});

test('registration asks for a captcha too', async ({ page, say }) => {
  const account = newAccount();
  await page.goto('/#/pages/register');
  for (const key of ['username', 'password', 'confirm']) {
    const field = page.getByLabel(say(`session.register.${key}`), { exact: true });
    await field.fill(key === 'username' ? account.username : account.password);
  }
  await page.getByRole('button', { name: say('common.actions.next') }).click();
  await expect(page.getByRole('button', { name: say('session.captcha.image') }).locator('img')).toBeVisible();
});

test('after many failed logins of a name a longer captcha is asked for, and then the login works', async ({
  page,
  server,
  say,
}) => {
  const { origin, dataDir } = server;
  const account = { username: 'demo', password: SEED_PASSWORD };
  for (let network = 1; network <= 10; network += 1) {
    const captcha = await readCaptcha(origin);
    const code = await solveCaptcha(dataDir, captcha.uuid);
    const guess = {
      ...account,
      password: 'not-the-password',
      code,
      uuid: captcha.uuid,
      address: `198.51.${network}.7`,
    };
    expect(await tryLogin(origin, guess)).toMatchObject({ error: 'LOGIN_FAILED' });
  }

  // The captchas that the page gets.
  const shown: { uuid: string; level: string | null }[] = [];
  page.on('response', (response) => {
    const url = new URL(response.url());
    if (url.pathname !== readCaptchaCall.path) return;
    void response.json().then(({ data }: { data: { uuid: string } }) => {
      shown.push({ uuid: data.uuid, level: url.searchParams.get('level') });
    });
  });
  const solveShown = async (count: number) => {
    await expect.poll(() => shown.length).toBe(count);
    return await solveCaptcha(dataDir, shown.at(-1)?.uuid ?? '');
  };
  await page.goto('/#/pages/login');
  await fillLogin(page, say, account);
  const answer = page.getByLabel(say('session.captcha.label'), { exact: true });
  await answer.fill(await solveShown(1));
  await submitLogin(page, say);
  await expect(page.getByText(say.error('CAPTCHA_HARDER'))).toBeVisible();
  await expect(answer).toHaveValue('');
  await expect(page.getByLabel(say('session.login.password'), { exact: true })).toHaveValue(account.password);
  await answer.fill(await solveShown(2));
  expect(shown.at(-1)?.level).toBe('1');
  await submitLogin(page, say);
  await expect(page.getByRole('region', { name: say('home.assets.label') })).toBeVisible();
});

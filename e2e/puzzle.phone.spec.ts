import { logIn } from '@candor/contract/calls/identity';
import { PUZZLE_HEADER } from '@candor/contract/puzzle-header';
import { expect, serverWith, visitorTest } from './support/fixtures.ts';
import { newAccount, registerMember, tryLogin } from './support/member-api.ts';
import type { RunningServer } from './support/server.ts';
import { fillLogin, keptToken, submitLogin } from './support/session.ts';

/* The puzzle that a device solves before a form of a stranger: nobody notices it, and who has to wait is told why. */

const test = visitorTest.extend<object, { server: RunningServer }>({
  // One login from an address is cheap. The next ones cost more and more.
  server: serverWith({ PUZZLE_FREE_LOGINS: '1' }),
  origin: async ({ server }, use) => await use(server.origin),
});

test('is solved while the form is filled in: the login is sent once, with its answer', async ({
  page,
  say,
  origin,
}) => {
  const { account } = await registerMember(origin);
  const solved = page.waitForEvent('worker');
  await page.goto('/#/pages/login');
  await solved;
  const sent: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === logIn.path) sent.push(request.headers()[PUZZLE_HEADER]);
  });
  await fillLogin(page, say, account);
  await page.waitForTimeout(1_500);
  await submitLogin(page, say);
  await expect.poll(async () => await keptToken(page)).not.toBeNull();
  expect(sent).toEqual([expect.stringMatching(/^[\w-]{400,}$/)]);
});

test('that takes long says so, and the page stays usable', async ({ page, say, origin }) => {
  test.slow();
  const { account } = await registerMember(origin);
  for (let guess = 0; guess < 9; guess += 1) await tryLogin(origin, { ...newAccount(), address: '127.0.0.1' });
  await page.goto('/#/pages/login');
  await fillLogin(page, say, account);
  await submitLogin(page, say);
  await expect(page.getByText(say('puzzle.working'))).toBeVisible();
  // A frozen page would not answer.
  expect(await page.evaluate(() => new Promise((resolve) => setTimeout(() => resolve('alive'), 50)))).toBe('alive');
  await expect.poll(async () => await keptToken(page), { timeout: 60_000 }).not.toBeNull();
});

test('is solved in a browser without encryption, as on plain http', async ({ page, say, origin }) => {
  const { account } = await registerMember(origin);
  await page.addInitScript(() => Object.defineProperty(crypto, 'subtle', { value: undefined }));
  await page.goto('/#/pages/login');
  await fillLogin(page, say, account);
  await submitLogin(page, say);
  await expect.poll(async () => await keptToken(page), { timeout: 30_000 }).not.toBeNull();
});

test.describe('without a network', () => {
  test.use({ expectedComplaints: /Failed to load resource: net::ERR_INTERNET_DISCONNECTED/ });

  test('the form says so and keeps what was typed', async ({ page, context, say }) => {
    const account = newAccount();
    await page.goto('/#/pages/login');
    await expect(page.getByLabel(say('session.login.username'), { exact: true })).toBeVisible();
    await context.setOffline(true);
    await fillLogin(page, say, account);
    await submitLogin(page, say);
    await expect(page.getByText(say.error('NETWORK_ERROR'))).toBeVisible();
    await expect(page.getByLabel(say('session.login.username'), { exact: true })).toHaveValue(account.username);
  });
});

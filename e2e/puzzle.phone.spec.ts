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

/** A network of its own: what is guessed there makes no login of another test dear. */
const GUESSING = '203.0.113.36';

test.describe('after guesses from the same network', () => {
  test.use({ extraHTTPHeaders: { 'X-Forwarded-For': GUESSING } });

  test('that takes long says so, and the page stays usable', async ({ page, say, origin }) => {
    const { account } = await registerMember(origin);
    for (let guess = 0; guess < 5; guess += 1) await tryLogin(origin, { ...newAccount(), address: GUESSING });
    await page.addInitScript(holdSolutions);
    await page.goto('/#/pages/login');
    await fillLogin(page, say, account);
    await submitLogin(page, say);
    await expect(page.getByText(say('puzzle.working'))).toBeVisible();
    // A frozen page would not answer.
    expect(await page.evaluate(() => new Promise((resolve) => setTimeout(() => resolve('alive'), 50)))).toBe('alive');
    expect(await keptToken(page)).toBeNull();
    await page.evaluate(() => globalThis.dispatchEvent(new Event('let-go')));
    await expect.poll(async () => await keptToken(page), { timeout: 60_000 }).not.toBeNull();
  });
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

/**
 * Any of the tries may be the right one, and the first now and then is. Solutions are solved as always, but come to the page
 * only after the event `let-go`; until then it hears of more tries.
 */
function holdSolutions(): void {
  const released = new Promise((resolve) => globalThis.addEventListener('let-go', resolve, { once: true }));
  const hold = async (hear: (event: MessageEvent) => void, event: MessageEvent<object>) => {
    if ('counter' in event.data) {
      const more = setInterval(() => hear(new MessageEvent('message', { data: { tried: 1 } })), 50);
      await released;
      clearInterval(more);
    }
    hear(event);
  };
  globalThis.Worker = class extends Worker {
    override addEventListener(type: string, hear: EventListenerOrEventListenerObject): void {
      const tell = typeof hear === 'function' ? hear : hear.handleEvent.bind(hear);
      super.addEventListener(type, (event) => (event instanceof MessageEvent ? void hold(tell, event) : tell(event)));
    }
  };
}

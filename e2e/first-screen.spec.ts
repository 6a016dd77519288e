import { get } from 'node:http';
import { WHOLE_BROWSER } from './support/browser.ts';
import { expect, visitorTest } from './support/fixtures.ts';
import { registerMember } from './support/member-api.ts';
import { keptToken } from './support/session.ts';

/* The login screen that comes with the document, before the app. */

visitorTest.use(WHOLE_BROWSER);

// A finger presses where it leaves; a mouse needs what it went down on.
visitorTest(
  'a press that begins before the app is there ends where it led',
  { tag: '@desktop' },
  async ({ page, say }) => {
    const pressed = Promise.withResolvers<void>();
    await page.route(/\.js$/, async (route) => {
      await pressed.promise;
      await route.continue();
    });
    await page.goto('/#/pages/login', { waitUntil: 'commit' });
    await page
      .locator('#first-screen')
      .getByRole('link', { name: say('session.login.register') })
      .hover();
    await page.mouse.down();
    pressed.resolve();
    // The app has come, and has nothing more to fetch: without the press it would be on the screen.
    await page.waitForLoadState('networkidle');
    expect(await page.evaluate(() => history.state as unknown)).toHaveProperty('depth');
    await page.mouse.up();
    await expect(page).toHaveURL(/#\/pages\/register/);
    await expect(page.getByRole('link', { name: say('session.register.haveAccount') })).toBeVisible();
    await expect(page.locator('#first-screen')).toHaveCount(0);
  },
);

visitorTest(
  'a login that is sent before the app is there is sent by it',
  { tag: '@phone' },
  async ({ page, origin }) => {
    const code = Promise.withResolvers<void>();
    await page.route(/\.js$/, async (route) => {
      await code.promise;
      await route.continue();
    });
    const { account } = await registerMember(origin);
    await page.goto('/#/pages/login', { waitUntil: 'commit' });
    const form = page.locator('#first-screen form');
    await form.locator('#login-username').fill(account.username);
    await form.locator('#login-pwd').fill(account.password);
    await form.locator('[type=submit]').click();
    code.resolve();
    await expect.poll(async () => await keptToken(page)).not.toBeNull();
  },
);

/** What a server may send before it has heard of anything that arrived: ten packets. One byte more costs a round trip. */
const FIRST_FLIGHT_BYTES = 14_600;

visitorTest('comes in the first packets that a server may send', { tag: '@phone' }, async ({ baseURL }) => {
  const bytes = await new Promise<number>((resolve, reject) => {
    get(baseURL ?? '', { headers: { 'accept-encoding': 'br' } }, (answer) => {
      const { socket } = answer;
      answer.resume().on('end', () => resolve(socket.bytesRead));
    }).on('error', reject);
  });
  expect(bytes).toBeLessThan(FIRST_FLIGHT_BYTES);
});

/** The longest wait for the first paint (apps/client/src/boot.ts). */
const FIRST_PAINT_MS_MAX = 1_000;

visitorTest('is painted before the app runs, however fast its code comes', { tag: '@phone' }, async ({ page }) => {
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (document.querySelector('head > script[type="module"]') === null) return;
      performance.mark('the app runs');
      observer.disconnect();
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto('/#/pages/login');
  await expect(page.locator('#first-screen')).toHaveCount(0);
  const [painted, runs] = await page.evaluate(() =>
    ['first-contentful-paint', 'the app runs'].map((name) => performance.getEntriesByName(name)[0]?.startTime),
  );
  // A machine that paints nothing for so long does not keep the app waiting.
  expect(runs).toBeGreaterThan(Math.min(painted ?? Infinity, FIRST_PAINT_MS_MAX));
  // Later reports of a paint, and the longest wait for one, start nothing again.
  await page.evaluate(async () => await new Promise((resolve) => setTimeout(resolve, 1_000)));
  const scripts = await page
    .locator('head > script[type="module"]')
    .evaluateAll((all) => all.map((each) => each.getAttribute('src')));
  expect(scripts.length).toBeGreaterThan(0);
  expect([...new Set(scripts)]).toEqual(scripts);
});

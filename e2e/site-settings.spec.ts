import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import sharp from 'sharp';
import { siteConfigView } from '@candor/contract/identity';
import { expectAccessible } from './support/accessible.ts';
import { employLike } from './support/database.ts';
import { expect, serverWith, stored, visitorTest } from './support/fixtures.ts';
import { registerMember } from './support/member-api.ts';
import type { RunningServer } from './support/server.ts';
import { giveDeviceKey } from './support/device-key.ts';
import { textsOf } from './support/texts.ts';

const text = textsOf('zh-Hans', 'console');
const test = visitorTest.extend<object, { own: RunningServer }>({ own: serverWith({ SETUP: 'on' }) });

/** A page of the console, entered as a person does. The first owner sets an authenticator up; the others may do it later. */
async function enter(
  browser: Browser,
  { origin }: RunningServer,
  { username, password, isFirst = false }: { username: string; password: string; isFirst?: boolean },
): Promise<Page> {
  const context = await browser.newContext({ baseURL: origin, viewport: { width: 1280, height: 720 } });
  const page = await context.newPage();
  await page.goto('/console/#/site');
  await page.getByLabel(text('entry.username')).fill(username);
  await page.getByLabel(text('entry.password'), { exact: true }).fill(password);
  await page.getByRole('button', { name: text('entry.logIn') }).click();
  if (isFirst) await setUpAuthenticator(page);
  else await page.getByRole('button', { name: text('entry.later') }).click();
  await expect(page.getByRole('heading', { name: text('site.title'), level: 1 })).toBeVisible();
  return page;
}

async function setUpAuthenticator(page: Page): Promise<void> {
  const secret = (await page.getByTestId('totp-key').innerText()).replaceAll(' ', '');
  await page.getByLabel(text('entry.firstCode')).fill(new TOTP({ secret: Secret.fromBase32(secret) }).generate());
  await page.getByRole('button', { name: text('entry.setUp'), exact: true }).click();
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: text('entry.goOn') }).click();
}

function dialogOf(page: Page) {
  return page.getByRole('dialog').last();
}

async function choose(page: Page, label: string, option: string): Promise<void> {
  const field = dialogOf(page).getByLabel(label, { exact: true }).first();
  await field.fill(option);
  await page.getByRole('option', { name: option, exact: true }).click();
}

/** Opens the form of a part, lets it be filled in, and sends it with a reason. */
async function change(
  page: Page,
  part: string,
  fill: () => Promise<void>,
  [title, submit]: readonly [string, string] = ['site.setTitle', 'proposals.submitAlone'],
): Promise<void> {
  await page
    .getByRole('button', { name: text(title, { part: text(part) }) })
    .first()
    .click();
  await fill();
  await expectAccessible(page, 'a form of the site');
  await send(page, submit);
}

async function send(page: Page, submit: string): Promise<void> {
  await dialogOf(page).getByLabel(text('proposals.reason')).fill('a new site');
  const button = dialogOf(page).getByRole('button', { name: text(submit), exact: true });
  // After the choice of the currency every process begins again: what is sent just then has no answer, and is sent again.
  await expect(async () => {
    if (await button.isVisible()) await button.click({ timeout: 5_000 });
    await expect(page.getByRole('dialog')).toHaveCount(0, { timeout: 10_000 });
  }).toPass({ timeout: 60_000 });
  await expect(page.locator('.mantine-Notification-root')).toHaveCount(0, { timeout: 15_000 });
}

test(
  'a site is set up from nothing by the console alone, and members meet its name, logo and colour',
  { tag: '@desktop' },
  async ({ browser, own }) => {
    test.slow();
    const { origin, dataDir } = own;
    const [, password = ''] = readFileSync(join(dataDir, 'credentials.txt'), 'utf8').trim().split('\t');
    const visitor = await (await browser.newContext({ baseURL: origin })).newPage();
    await visitor.goto('/');
    await expect(visitor.getByText('Opening soon')).toBeVisible();
    await expectAccessible(visitor, 'the page before the opening');

    const owner = await enter(browser, own, { username: 'owner', password, isFirst: true });
    await expectAccessible(owner, 'the set-up');
    const open = owner.getByRole('button', { name: text('site.open'), exact: true });
    await expect(open).toBeDisabled();

    await change(owner, 'site.step.basis', async () => {
      await choose(owner, text('site.field.currency'), 'EUR');
      await choose(owner, text('site.field.timeZone'), 'Europe/Berlin');
    });
    // Products and ways to pay in follow, and every process begins again with them.
    await expect(owner.getByText(text('site.progress', { done: 3, all: 7 }))).toBeVisible({ timeout: 60_000 });

    await change(owner, 'site.step.identity', async () => {
      await dialogOf(owner).getByLabel(text('site.field.name')).fill('Harbour');
      await dialogOf(owner).getByRole('checkbox', { name: '繁體中文' }).uncheck();
    });
    await change(owner, 'site.step.look', async () => {
      const logo = await sharp({
        create: { width: 600, height: 200, channels: 4, background: { r: 0, g: 120, b: 200, alpha: 0.8 } },
      })
        .png()
        .toBuffer();
      await dialogOf(owner)
        .locator('input[type=file]')
        .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: logo });
      await expect(dialogOf(owner).getByRole('img', { name: 'Harbour' })).toHaveCount(2);
      await dialogOf(owner).getByLabel(text('site.field.primary')).fill('#1d5fc4');
    });
    await change(owner, 'site.step.access', async () => {
      await dialogOf(owner).getByText(text('site.registration.open'), { exact: true }).click();
    });
    // As `npm run operate -- owner` makes one: nobody invites alone.
    await employLike(dataDir, 'second', { role: 'owner', like: 'owner' });
    await expect(open).toBeEnabled({ timeout: 20_000 });
    for (const path of ['/terms', '/products', '/staff']) {
      await owner.goto(`/console/#${path}`);
      await expect(owner.getByRole('heading', { level: 1 })).toBeVisible();
      await expectAccessible(owner, 'a page of the set-up');
    }
    await owner.goto('/console/#/site');
    await open.click();
    await send(owner, 'proposals.submitAlone');
    await expect(owner.getByText(text('site.setUp'), { exact: true })).toHaveCount(0);
    await owner.reload();
    await expect(owner.locator('header img').first()).toHaveJSProperty('naturalHeight', 160);

    const member = await registerMember(origin);
    const context = await browser.newContext({
      baseURL: origin,
      viewport: { width: 1280, height: 720 },
      storageState: stored(origin, { language: 'en', theme: 'dark', token: member.token }),
    });
    await giveDeviceKey(context, member);
    const home = await context.newPage();
    await home.goto('/');
    await expect(home.getByRole('img', { name: 'Harbour' }).first()).toBeVisible();
    await expect(home).toHaveTitle(/Harbour/);
    expect(await home.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--primary'))).toBe(
      '#1d5fc4',
    );
    await expectAccessible(home, 'home');
    await visitor.goto('/#/login');
    await visitor.reload();
    await expect(visitor.getByRole('img', { name: 'Harbour' }).first()).toBeVisible();

    // From now on what binds members takes two.
    const second = await enter(browser, own, { username: 'second', password });
    await change(
      owner,
      'site.part.maintenance',
      async () =>
        await dialogOf(owner)
          .getByRole('button', { name: text('site.addWindow') })
          .click(),
      ['site.editTitle', 'proposals.submit'],
    );
    await second.goto('/console/#/site-changes?status=proposed');
    await expect(second.getByRole('heading', { level: 1 })).toBeVisible();
    await expectAccessible(second, 'the list of changes');
    await second.getByRole('row', { name: new RegExp(text('site.part.maintenance')) }).click();
    await second.keyboard.press('a');
    const question = second.getByRole('dialog', { name: text('proposals.approveTitle') });
    await question.getByRole('button', { name: text('proposals.approve') }).click();
    const conf = async () => {
      const { data } = (await (await fetch(`${origin}/api/index/getconf`)).json()) as { data: unknown };
      return siteConfigView.parse(data).maintenance.length;
    };
    await expect.poll(conf, { timeout: 10_000 }).toBe(1);
  },
);

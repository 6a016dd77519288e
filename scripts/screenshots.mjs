/** `npm run screenshots`: the pictures of docs/screenshots, taken from the real server and the built client. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { askWithdrawal, openConsoleAs, payDeposit } from '../e2e/support/console.ts';
import { giveDeviceKey } from '../e2e/support/device-key.ts';
import { registerMember } from '../e2e/support/member-api.ts';
import { startServer } from '../e2e/support/server.ts';
import { findChromium } from './lib/chromium.mjs';
import { APPS, buildApp, isStale } from './lib/client-build.mjs';
import { ROOT } from './lib/project.mjs';

const FOLDER = join(ROOT, 'docs', 'screenshots');
const BYTES_MAX = 120 * 1024;
const PHONE = { viewport: { width: 375, height: 812 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
const DESKTOP = { viewport: { width: 1440, height: 900 }, deviceScaleFactor: 1 };
const RUNNING_SEC = 60;
const RESULT_MS_MAX = 20_000;

/** @typedef {import('../e2e/support/member-api.ts').MemberApi} MemberApi */

const executablePath = await findChromium();
if (executablePath === null) throw new Error('There is no Chromium. Name one with CHROMIUM_PATH.');
for (const app of APPS.filter(isStale))
  if ((await buildApp(app)).code !== 0) throw new Error(`The ${app} could not be built.`);
mkdirSync(FOLDER, { recursive: true });

const server = await startServer();
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
try {
  const member = await registerMember(server.origin);
  await makeHistory(member);
  const home = await open(PHONE, { language: 'zh-Hans', theme: 'dark' }, member);
  await go(home, 'home/index');
  await take(home, 'home');
  const desktop = await open(DESKTOP, { language: 'zh-Hans', theme: 'dark' }, member);
  await go(desktop, 'kLineChart/move?code=BTCUSDT');
  await take(desktop, 'desktop');

  // The other screens, without a running order on top of them.
  await untilSettled(member);
  const phone = await open(PHONE, { language: 'zh-Hans', theme: 'dark' }, member);
  await go(phone, 'kLineChart/move?code=BTCUSDT');
  await take(phone, 'trade');
  const order = await placeOnScreen(phone, member);
  await untilChecked(phone);
  await take(phone, 'result');
  await go(phone, `order/orderInfo/index?id=${order.id}`);
  await untilChecked(phone);
  await take(phone, 'order');
  const light = await open(PHONE, { language: 'en', theme: 'light' }, member);
  await go(light, 'kLineChart/index?code=ETHUSDT');
  await take(light, 'market-light');

  await makeQueue();
  const viewport = { width: 1280, height: 720 };
  const operatorPage = await openConsoleAs(browser, server.origin, {
    operator: 'cashier1',
    path: '/withdrawals',
    viewport,
  });
  await operatorPage.locator('tbody tr').first().locator('td').first().click();
  await operatorPage.getByRole('dialog').getByRole('button').last().waitFor();
  await take(operatorPage, 'console');
} finally {
  await browser.close();
  await server.stop();
}

/**
 * Some settled orders, and one that still runs.
 * @param {MemberApi} member
 */
async function makeHistory(member) {
  const stakes = { BTCUSDT: '500.00', ETHUSDT: '1000.00', SOLUSDT: '100.00' };
  for (const [product, stake] of Object.entries(stakes))
    await member.place({ product, stake, direction: product === 'SOLUSDT' ? 'down' : 'up', durationSec: 5 });
  await untilSettled(member);
  await member.place({ product: 'ETHUSDT', stake: '1000.00', direction: 'up', durationSec: RUNNING_SEC });
}

/** Members who paid in, and want to be paid out. */
async function makeQueue() {
  for (const [deposit, withdrawal] of Object.entries({ 8000: '1200', 52_000: '6500', 2500: '300', 19_000: '4800' })) {
    const each = await registerMember(server.origin);
    await payDeposit(each, deposit);
    await askWithdrawal(each, withdrawal);
  }
}

/** @param {MemberApi} member */
async function untilSettled(member) {
  const deadline = Date.now() + RUNNING_SEC * 1_000 + RESULT_MS_MAX;
  while ((await member.orders()).some(({ status }) => status === 'open')) {
    if (Date.now() > deadline) throw new Error('The orders were not settled.');
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}

/**
 * @param {import('@playwright/test').BrowserContextOptions} device
 * @param {{ language: string, theme: string }} looks
 * @param {MemberApi} member
 */
async function open(device, { language, theme }, member) {
  const records = [
    { key: 'display', value: { theme } },
    { key: `risk-notice:${member.account.username}`, value: { version: 1, products: ['BTCUSDT'] } },
  ];
  const storage = {
    origin: server.origin,
    localStorage: [
      { name: 'language', value: language },
      { name: 'App-Token', value: member.token },
    ],
    indexedDB: [{ name: 'candor', version: 1, stores: [{ name: 'kept', autoIncrement: false, records, indexes: [] }] }],
  };
  const context = await browser.newContext({
    ...device,
    baseURL: server.origin,
    timezoneId: 'Asia/Shanghai',
    storageState: { cookies: [], origins: [storage] },
  });
  await giveDeviceKey(context, member);
  return await context.newPage();
}

/**
 * @param {import('@playwright/test').Page} page
 * @param {string} path
 */
async function go(page, path) {
  await page.goto(`/#/pages/${path}`);
  await page.getByRole('heading').first().waitFor();
  await page.waitForFunction(() => document.querySelector('[aria-busy=true], .ui-skeleton') === null);
}

/**
 * The receipt beside a result has its verdict.
 * @param {import('@playwright/test').Page} page
 */
async function untilChecked(page) {
  await page.locator('[data-proof]:not([data-proof=checking])').first().waitFor();
}

/**
 * Buys the chosen product up for five seconds, through the ticket, and waits for the result.
 * @param {import('@playwright/test').Page} page
 * @param {MemberApi} member
 */
async function placeOnScreen(page, member) {
  await page.getByRole('button', { name: /^买涨/ }).click();
  const ticket = page.getByRole('dialog');
  await ticket.locator('input[type=radio][value="5"]').check();
  await ticket.getByRole('textbox').fill('1000');
  await ticket.locator('button[type=submit]').click();
  await ticket
    .getByRole('button', { name: /再来一单|完成/ })
    .first()
    .waitFor({ timeout: RESULT_MS_MAX });
  const [order] = await member.orders();
  if (order === undefined) throw new Error('No order was placed.');
  return order;
}

/**
 * Takes a picture of the window, small enough for the size limit.
 * @param {import('@playwright/test').Page} page
 * @param {string} name
 */
async function take(page, name) {
  // Time for the chart to paint and for fades to end.
  await page.waitForTimeout(1_500);
  for (const quality of [80, 70, 60, 50, 40]) {
    const picture = await page.screenshot({ type: 'jpeg', quality });
    if (picture.length > BYTES_MAX) continue;
    writeFileSync(join(FOLDER, `${name}.jpg`), picture);
    console.log(`docs/screenshots/${name}.jpg  ${Math.round(picture.length / 1024)} KB`);
    return;
  }
  throw new Error(`${name} does not fit in ${BYTES_MAX} bytes.`);
}

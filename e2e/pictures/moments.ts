import { devices } from '@playwright/test';
import type { BrowserContextOptions, Page } from '@playwright/test';
import type { Language } from '@candor/contract/languages';
import type { Theme } from '../support/fixtures.ts';
import { textsOf } from '../support/texts.ts';
import type { Say } from '../support/texts.ts';
import type { RecordingName } from './recording.ts';
import type { Stage } from './stage.ts';

/* The moments of which a picture is kept: what a member or an operator sees, and nobody should change by accident. */

const TOUCH = { ...devices['Pixel 7'], deviceScaleFactor: 1 };

/** Pictures are small: a point is a pixel. */
export const SCREENS = {
  phone: { ...TOUCH, viewport: { width: 390, height: 844 } },
  smallPhone: { ...TOUCH, viewport: { width: 320, height: 568 } },
  desktop: { viewport: { width: 1440, height: 900 } },
  wideDesktop: { viewport: { width: 1920, height: 1080 } },
  console: { viewport: { width: 1280, height: 720 } },
} as const satisfies Readonly<Record<string, BrowserContextOptions>>;

export interface Moment {
  /** The name of its picture. */
  name: string;
  recording: RecordingName;
  screen: keyof typeof SCREENS;
  language: Language;
  theme: Theme;
  care?: 'on';
  /** The colours of rise and fall. */
  updown?: 'red-up' | 'green-up' | 'blue-up';
  /** Of the client a route with its query, of the console a page; names of ids in braces. */
  path: string;
  /** Before the page is opened. */
  before?: (stage: Stage) => void;
  /** Once it is there, the clock goes on to this phase of the recording. */
  until?: string;
  /** Last. */
  act?: (acting: Acting) => Promise<void>;
  /** It never stops to load: that is what the picture shows. */
  isLoading?: true;
}

export interface Acting {
  page: Page;
  stage: Stage;
  say: Say;
}

const DARK = { language: 'zh-Hans', theme: 'dark' } as const;
const DAY = { language: 'zh-Hans', theme: 'light' } as const;
const LIGHT = { language: 'en', theme: 'light' } as const;
const NIGHT = { language: 'en', theme: 'dark' } as const;
const HANT = { language: 'zh-Hant', theme: 'light' } as const;

const TRADE = '/pages/kLineChart/move?code=BTCUSDT';
const ORDER = '/pages/order/orderInfo/index?id={order}';
const HISTORY = '/pages/history/index';

const ENTRY: readonly Moment[] = [
  { name: 'login', recording: 'stranger', screen: 'phone', ...DARK, path: '/pages/login' },
  { name: 'login-desktop', recording: 'stranger', screen: 'desktop', ...LIGHT, path: '/pages/login' },
  { name: 'register', recording: 'stranger', screen: 'phone', ...HANT, path: '/pages/register' },
];

const HOME: readonly Moment[] = [
  { name: 'home', recording: 'resting', screen: 'phone', ...DARK, path: '/pages/home/index' },
  { name: 'home-light', recording: 'resting', screen: 'phone', ...LIGHT, path: '/pages/home/index' },
  { name: 'home-small', recording: 'resting', screen: 'smallPhone', ...LIGHT, path: '/pages/home/index' },
  { name: 'home-care', recording: 'resting', screen: 'phone', ...DAY, care: 'on', path: '/pages/home/index' },
  { name: 'home-running', recording: 'won', screen: 'phone', ...DARK, path: '/pages/home/index' },
  { name: 'home-desktop', recording: 'won', screen: 'desktop', ...DAY, path: '/pages/home/index' },
  { name: 'home-first-day', recording: 'newcomer', screen: 'phone', ...HANT, path: '/pages/home/index' },
];

const TRADING: readonly Moment[] = [
  { name: 'market', recording: 'resting', screen: 'phone', ...LIGHT, path: '/pages/kLineChart/index?code=ETHUSDT' },
  { name: 'trade', recording: 'resting', screen: 'phone', ...DARK, path: TRADE },
  { name: 'trade-small', recording: 'resting', screen: 'smallPhone', ...DARK, path: TRADE },
  { name: 'ticket', recording: 'resting', screen: 'phone', ...DARK, path: `${TRADE}&direction=up` },
  {
    name: 'ticket-blue-up',
    recording: 'resting',
    screen: 'phone',
    ...LIGHT,
    updown: 'blue-up',
    path: `${TRADE}&direction=down`,
  },
  { name: 'running', recording: 'won', screen: 'phone', ...DARK, path: TRADE, act: openOrder },
  { name: 'result-won', recording: 'won', screen: 'phone', ...DARK, path: TRADE, until: 'settled', act: openOrder },
  { name: 'result-lost', recording: 'lost', screen: 'phone', ...LIGHT, path: TRADE, until: 'settled', act: openOrder },
  { name: 'trade-desktop', recording: 'resting', screen: 'desktop', ...DARK, path: TRADE },
  { name: 'trade-desktop-running', recording: 'won', screen: 'desktop', ...DARK, path: TRADE },
  { name: 'trade-wide', recording: 'resting', screen: 'wideDesktop', ...LIGHT, path: TRADE },
];

const RECORDS: readonly Moment[] = [
  { name: 'order', recording: 'resting', screen: 'phone', ...DARK, path: ORDER },
  { name: 'order-verified', recording: 'resting', screen: 'phone', ...LIGHT, path: ORDER, act: verify },
  { name: 'order-desktop', recording: 'resting', screen: 'desktop', ...LIGHT, path: ORDER },
  { name: 'order-tied', recording: 'tied', screen: 'phone', ...DAY, path: ORDER },
  { name: 'check', recording: 'resting', screen: 'phone', ...LIGHT, path: '/pages/common/webview/index?check={check}' },
  { name: 'history', recording: 'resting', screen: 'phone', ...DARK, path: HISTORY },
  { name: 'history-desktop', recording: 'resting', screen: 'desktop', ...DAY, path: HISTORY },
  { name: 'history-empty', recording: 'newcomer', screen: 'phone', ...LIGHT, path: HISTORY },
  {
    name: 'history-loading',
    recording: 'resting',
    screen: 'phone',
    ...DARK,
    path: HISTORY,
    isLoading: true,
    before: ({ spoil }) => spoil({ 'GET /api/trade/orders': 'hangs' }),
  },
  {
    name: 'history-error',
    recording: 'resting',
    screen: 'phone',
    ...DARK,
    path: HISTORY,
    before: ({ spoil }) => spoil({ 'GET /api/trade/orders': 'fails' }),
  },
];

const MONEY: readonly Moment[] = [
  { name: 'deposit', recording: 'resting', screen: 'phone', ...DARK, path: '/pages/recharge/index' },
  {
    name: 'deposit-pay',
    recording: 'resting',
    screen: 'phone',
    ...LIGHT,
    path: '/pages/recharge/index?deposit={openDeposit}',
  },
  {
    name: 'deposit-records',
    recording: 'resting',
    screen: 'phone',
    ...DAY,
    path: '/pages/mine/record/deposit/index',
    act: untilHelpStands,
  },
  { name: 'withdraw', recording: 'resting', screen: 'phone', ...DARK, path: '/pages/mine/withdraw/index' },
  {
    name: 'withdraw-course',
    recording: 'resting',
    screen: 'phone',
    ...NIGHT,
    path: '/pages/mine/withdraw/index?withdrawal={withdrawal}',
  },
  { name: 'savings', recording: 'resting', screen: 'phone', ...DAY, path: '/pages/mine/ebao/index?view=savings' },
  { name: 'invest', recording: 'resting', screen: 'phone', ...DARK, path: '/pages/mine/ebao/index' },
];

const ACCOUNT: readonly Moment[] = [
  { name: 'account', recording: 'resting', screen: 'phone', ...DARK, path: '/pages/mine/index' },
  { name: 'account-desktop', recording: 'resting', screen: 'desktop', ...LIGHT, path: '/pages/mine/index' },
  { name: 'security', recording: 'resting', screen: 'phone', ...DAY, path: '/pages/mine/info/security/index' },
  { name: 'settings', recording: 'resting', screen: 'phone', ...NIGHT, path: '/pages/mine/info/user/index' },
  { name: 'identity', recording: 'resting', screen: 'phone', ...DARK, path: '/pages/mine/info/user/verifyInfo/index' },
  { name: 'support', recording: 'resting', screen: 'phone', ...DARK, path: '/pages/service/index' },
  { name: 'logout', recording: 'resting', screen: 'phone', ...HANT, path: '/pages/mine/index', act: logOut },
  {
    name: 'offline',
    recording: 'resting',
    screen: 'phone',
    ...DARK,
    path: '/pages/mine/index',
    before: ({ cutSocket }) => cutSocket(),
    act: async ({ page, say }) => {
      await page.context().setOffline(true);
      await page.getByText(say('common.states.offline')).waitFor();
    },
  },
];

const CONSOLE: readonly Moment[] = [
  { name: 'console-login', recording: 'stranger', screen: 'console', ...DAY, path: '/' },
  { name: 'console-work', recording: 'operator', screen: 'console', ...DARK, path: '/work', act: openFirst },
  { name: 'console-deposits', recording: 'operator', screen: 'console', ...LIGHT, path: '/deposits' },
  { name: 'console-withdrawals', recording: 'operator', screen: 'console', ...DARK, path: '/withdrawals' },
  { name: 'console-reject', recording: 'operator', screen: 'console', ...DAY, path: '/withdrawals', act: reject },
  { name: 'console-member', recording: 'operator', screen: 'console', ...LIGHT, path: '/members', act: openFirst },
  { name: 'console-audit', recording: 'operator', screen: 'console', ...DARK, path: '/audit' },
  { name: 'console-terms', recording: 'operator', screen: 'console', ...DAY, path: '/terms' },
  { name: 'console-empty', recording: 'operator', screen: 'console', ...DARK, path: '/verifications' },
];

export const MOMENTS: readonly Moment[] = [...ENTRY, ...HOME, ...TRADING, ...RECORDS, ...MONEY, ...ACCOUNT, ...CONSOLE];

/** The card of an order that runs, or of its result, opens its sheet. */
async function openOrder({ page, say }: Acting): Promise<void> {
  const cards = page.getByRole('list', { name: say('trade.dock.title') });
  await cards.getByRole('button').first().click();
  await page.getByRole('dialog').waitFor();
}

async function verify({ page, say }: Acting): Promise<void> {
  await page.getByRole('button', { name: say('proof.verify'), exact: true }).click();
  const verdict = page.locator('[data-verdict]');
  await verdict.waitFor();
  await verdict.scrollIntoViewIfNeeded();
}

async function openFirst({ page }: Acting): Promise<void> {
  await page.locator('tbody tr td, .work-row').first().click();
  await page.getByRole('dialog').waitFor();
}

async function reject({ page, say }: Acting): Promise<void> {
  await page.getByRole('row').filter({ hasText: TAKER }).locator('td').first().click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('cashier.reject'), exact: true })
    .click();
  await page.getByRole('dialog', { name: say('cashier.withdrawals.rejectTitle') }).waitFor();
}

/** The operator of the recording has taken one withdrawal of this member. */
export const TAKER = 'zhao_lei';

async function logOut({ page, say }: Acting): Promise<void> {
  await page
    .getByRole('button', { name: say('shell.menu.logout') })
    .last()
    .click();
  await page.getByRole('dialog', { name: say('shell.logout.title') }).waitFor();
}

export function sayOf({ language, screen }: Moment): Say {
  return textsOf(language, screen === 'console' ? 'console' : 'client');
}

/** The button for customer service looks for a free place twice a second: the last look is at the page as it stays. */
async function untilHelpStands({ page }: Acting): Promise<void> {
  await page.waitForTimeout(1_200);
}

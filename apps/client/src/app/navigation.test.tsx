// @vitest-environment happy-dom
import { readMember, readMoney } from '@candor/contract/calls/wallet';
import { QueryClient } from '@tanstack/react-query';
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { appEpoch, boundDomain, currentAddress, navigate, redirectTo } from '../lib/location.ts';
import { paths, ROUTES } from '../lib/paths.ts';
import { logoutAsked } from '../lib/shell-actions.ts';
import { SITE_CONFIG } from '../lib/testing/site-config.ts';
import common from '../locales/en/common.json';
import shell from '../locales/en/shell.json';
import { beginSession, session } from '../services/session/session.ts';
import { site, siteOf } from '../services/session/site.ts';
import {
  allSent,
  button,
  leave,
  link,
  press,
  readable,
  readsOf,
  serve,
  show,
  startScreens,
  until,
} from '../services/testing/screen.tsx';
import { HelpButton } from './help-button.tsx';
import { LogoutDialog } from './logout-dialog.tsx';
import { SideMenuContent } from './side-menu-content.tsx';
import { ChunkError } from './load-chunk.ts';
import { StartupFailure } from './startup.tsx';
import { TabBar } from './tab-bar.tsx';

/* The ways through the app that are on every screen, on a site that is bound to the code abc. */

startScreens();

const { tabs, menu, assets, help } = shell;

beforeEach(() => {
  boundDomain.set('abc');
  redirectTo(paths.positions(), 'abc', false);
});
afterEach(() => {
  boundDomain.set(null);
  logoutAsked.set(false);
});

function names(within: string): (string | null)[] {
  return [...document.querySelectorAll(`${within} a, ${within} button`)].map(({ textContent }) => textContent);
}

test('the tab bar has five entries in their order; each carries the domain', async () => {
  await show(<TabBar active="orders" />, { shell });
  expect(names('nav')).toEqual([tabs.home, tabs.recharge, tabs.service, tabs.orders, tabs.account]);
  const hrefs = [...document.querySelectorAll('nav a')].map((each) => each.getAttribute('href'));
  const pages = [ROUTES.home, ROUTES.recharge, ROUTES.webview, ROUTES.history, ROUTES.account];
  expect(hrefs).toEqual(pages.map((page) => `#${page}?domain=abc`));
});

test('the third entry moves forward, the fifth starts the app again at the account, the others relaunch', async () => {
  await show(<TabBar active={null} />, { shell });
  const depth = () => (history.state as { depth: number }).depth;
  const follow = async (name: string) => {
    act(() => navigate(paths.positions(), { relaunch: true }));
    const before = { depth: depth(), epoch: appEpoch.get() };
    await act(async () => link(name)?.click());
    return [currentAddress().path, depth() - before.depth, appEpoch.get() - before.epoch];
  };
  expect(await follow(tabs.service)).toEqual([ROUTES.webview, 1, 0]);
  expect(await follow(tabs.account)).toEqual([ROUTES.account, 0, 1]);
  act(() => navigate(paths.account(), { relaunch: true }));
  const epoch = appEpoch.get();
  await act(async () => link(tabs.account)?.click());
  expect([currentAddress().path, appEpoch.get() - epoch], 'also from the account').toEqual([ROUTES.account, 1]);
  expect(await follow(tabs.home)).toEqual([ROUTES.home, 0, 0]);
  expect(await follow(tabs.recharge)).toEqual([ROUTES.recharge, 0, 0]);
  expect(await follow(tabs.orders)).toEqual([ROUTES.history, 0, 0]);
});

const MONEY = {
  usermoney: '5000.00',
  available: '3000.00',
  held: '0.00',
  invested: '2000.00',
  savings: '0.00',
  openStake: '0.00',
  wallet: 'practice',
  currency: 'CNY',
};

async function showMenu(cache?: QueryClient) {
  serve(readMoney.path, MONEY);
  serve(readMember.path, { userInfo: { invest_count: '2000.00', yesterday_count: '1.10', today_count: '-0.20' } });
  await show(<SideMenuContent />, { shell, common }, cache);
  await until(() => expect(document.body.textContent).toContain('¥5,000.00'));
}

test('the side menu has every entry of the specification, with their submenus', async () => {
  await showMenu();
  for (const list of [menu.recharge, menu.orders, menu.account]) {
    await press(list);
    expect(button(list).getAttribute('aria-expanded')).toBe('true');
    const inside = [...(button(list).nextElementSibling?.querySelectorAll('a, button') ?? [])].map(
      (each) => each.textContent,
    );
    expect(inside).toEqual(SUBMENUS[list]);
  }
  for (const name of [menu.home, menu.withdraw, menu.invest, menu.notices]) expect(link(name)).toBeDefined();
});

const SUBMENUS: Readonly<Record<string, string[]>> = {
  [menu.recharge]: [menu.bankRecharge, menu.usdtRecharge],
  [menu.orders]: [menu.depositRecords, menu.withdrawRecords, menu.positions, menu.history, menu.ebaoRecords],
  [menu.account]: [menu.overview, menu.profile, menu.bank, menu.logout],
};

test('the assets in the side menu are total, invested, yesterday and today; opening it reads them again', async () => {
  // The last values are fresh: without the menu's own wish nothing would be read again.
  const cache = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } } });
  await showMenu(cache);
  const figures = [...document.querySelectorAll('section a')].map(readable);
  expect(figures).toEqual([
    `${assets.total}¥5,000.00`,
    `${assets.invested}¥2,000.00`,
    `${assets.yesterday}+¥1.10`,
    `${assets.today}−¥0.20`,
  ]);
  const before = [readsOf(readMoney.path), readsOf(readMember.path)];
  leave();
  await showMenu(cache);
  expect([readsOf(readMoney.path), readsOf(readMember.path)].map((count, at) => count > (before[at] ?? 0))).toEqual([
    true,
    true,
  ]);
  await press(menu.assets);
  expect(document.querySelectorAll('section a')).toHaveLength(0);
  const closed = [readsOf(readMoney.path), readsOf(readMember.path)];
  await press(menu.assets);
  expect(document.querySelectorAll('section a')).toHaveLength(4);
  expect([readsOf(readMoney.path), readsOf(readMember.path)].map((count, at) => count > (closed[at] ?? 0))).toEqual([
    true,
    true,
  ]);
});

test('the app can be downloaded where the site has one', async () => {
  site.set(siteOf({ ...SITE_CONFIG, download_url: 'https://app.example/' }));
  await showMenu();
  expect(link(common.actions.getApp)?.href).toBe('https://app.example/');
});

test('the floating button opens customer service', async () => {
  await show(<HelpButton />, { shell });
  await act(async () => document.querySelector<HTMLElement>(`[aria-label^="${help.label}"]`)?.click());
  expect(currentAddress().path).toBe(ROUTES.webview);
});

test('a logout asks first, then clears everything on this device, without a call to the server', async () => {
  beginSession('T', 'demo');
  localStorage.setItem('anything', 'kept');
  await show(<LogoutDialog />, { shell, common });
  act(() => logoutAsked.set(true));
  await press(common.actions.cancel);
  expect(session.token()).toBe('T');
  act(() => logoutAsked.set(true));
  await press(shell.logout.confirm);
  expect([session.token(), localStorage.length, allSent()]).toEqual([null, 0, []]);
});

test('without its configuration the app says that the network failed, and tries again when asked', async () => {
  const retry = vi.fn(async () => undefined);
  await show(<StartupFailure error={new ChunkError('lost')} onRetry={retry} />, { common });
  expect(document.body.textContent).toContain(common.states.networkError);
  await press(common.actions.retry);
  expect(retry).toHaveBeenCalledTimes(1);
});

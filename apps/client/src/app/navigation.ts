/* The entries of the tab bar, rail, side menu and top navigation, listed once. */

import type { LucideIcon } from 'lucide-react';
import { ACTION_ICONS } from '@candor/ui/action-icons';
import { CircleUserRound, Headset, House, ReceiptText } from 'lucide-react';
import type { useTranslations } from 'use-intl';
import { navigate, reloadAppAt } from '../lib/location.ts';
import { paths, routeOf } from '../lib/paths.ts';
import type { AppPath } from '../lib/paths.ts';
import { ROUTE_TABLE } from './route-table.ts';
import type { TabName } from './route-table.ts';

export type TabEntry = { name: TabName; path: AppPath; icon: LucideIcon; go: () => void };

/** The third entry moves forward, so that back returns; the fifth restarts the app; the others restart their stack. */
export const TABS: readonly TabEntry[] = [
  { name: 'home', path: paths.home(), icon: House, go: () => navigate(paths.home(), { relaunch: true }) },
  {
    name: 'recharge',
    path: paths.recharge(),
    icon: ACTION_ICONS.deposit,
    go: () => navigate(paths.recharge(), { relaunch: true }),
  },
  { name: 'service', path: paths.webview(), icon: Headset, go: () => navigate(paths.webview()) },
  { name: 'orders', path: paths.history(), icon: ReceiptText, go: () => navigate(paths.history(), { relaunch: true }) },
  { name: 'account', path: paths.account(), icon: CircleUserRound, go: () => reloadAppAt(paths.account()) },
];

export type MenuKey = Parameters<ReturnType<typeof useTranslations<'shell.menu'>>>[0];

export type MenuNode =
  | { key: MenuKey; path: AppPath }
  | { key: MenuKey; children: readonly { key: MenuKey; path: AppPath }[] };

export const MENU: readonly MenuNode[] = [
  { key: 'home', path: paths.home() },
  { key: 'markets', path: paths.market() },
  { key: 'trade', path: paths.trade() },
  {
    key: 'recharge',
    children: [
      { key: 'bankRecharge', path: paths.recharge('bank') },
      { key: 'usdtRecharge', path: paths.recharge('usdt') },
    ],
  },
  { key: 'withdraw', path: paths.withdraw() },
  { key: 'invest', path: paths.ebao() },
  {
    key: 'orders',
    children: [
      { key: 'depositRecords', path: paths.depositRecords() },
      { key: 'withdrawRecords', path: paths.withdrawRecords() },
      { key: 'positions', path: paths.positions() },
      { key: 'history', path: paths.history() },
      { key: 'ebaoRecords', path: paths.ebaoRecords() },
    ],
  },
  {
    key: 'account',
    children: [
      { key: 'overview', path: paths.account() },
      { key: 'profile', path: paths.profile() },
      { key: 'bank', path: paths.bank() },
    ],
  },
];

/**
 * Does the page at `address` stand under this entry? A page that no entry names stands under the entry of its tab: security
 * under the account, a deposit under deposits.
 */
export function isWithin(node: MenuNode, address: { path: string; params: URLSearchParams }): boolean {
  if (entriesOf(node).some((path) => isCurrent(path, address))) return true;
  if (MENU.flatMap(entriesOf).some((path) => isCurrent(path, address))) return false;
  const route = routeOf(address.path);
  if (route === 'ebaoSubmit') return node.key === 'invest';
  return 'children' in node && route !== null && ROUTE_TABLE[route].tab === node.key;
}

function entriesOf(node: MenuNode): readonly AppPath[] {
  return 'path' in node ? [node.path] : node.children.map(({ path }) => path);
}

/** Is this path (with its query) the page at `address`? If the entry has a query, it must match. */
export function isCurrent(path: AppPath, address: { path: string; params: URLSearchParams }): boolean {
  const [bare, query = ''] = path.split('?');
  if (bare !== address.path) return false;
  return [...new URLSearchParams(query)].every(([key, value]) => address.params.get(key) === value);
}

/* One line per screen: its code, the texts it needs, and what the shell shows around it. */

import type { ComponentType } from 'react';
import type { TextFile } from '../lib/messages.ts';
import type { PageFrame } from '../lib/page-blocks.tsx';
import type { RouteName } from '../lib/paths.ts';

export type TabName = 'home' | 'recharge' | 'service' | 'orders' | 'account';

export type RouteDefinition = {
  load: () => Promise<ComponentType>;
  texts: readonly TextFile[];
  /** tabs: a top-level screen with the tab bar. plain: a screen above it, with its own back arrow. none: no shell. */
  shell: 'tabs' | 'plain' | 'none';
  tab: TabName | null;
  /** How wide the screen is on a desktop, as its `Page` has it: for what stands there while it loads. */
  frame?: PageFrame;
};

type Options = Partial<Omit<RouteDefinition, 'load'>>;

function page(load: () => Promise<ComponentType>, options: Options = {}): RouteDefinition {
  return { load, texts: [], shell: 'plain', tab: null, ...options };
}

function login() {
  return import('../features/session/login-page.tsx').then((module) => module.LoginPage);
}

function register() {
  return import('../features/session/register-page.tsx').then((module) => module.RegisterPage);
}

function forgot() {
  return import('../features/session/forgot-page.tsx').then((module) => module.ForgotPage);
}

function home() {
  return import('../features/home/home-page.tsx').then((module) => module.HomePage);
}

function market() {
  return import('../features/market/market-page.tsx').then((module) => module.MarketPage);
}

function productHistory() {
  return import('../features/market/product-history-page.tsx').then((module) => module.ProductHistoryPage);
}

function complaints() {
  return import('../features/complaints/complaints-page.tsx').then((module) => module.ComplaintsPage);
}

function notFound() {
  return import('../features/content/not-found-page.tsx').then((module) => module.NotFoundPage);
}

function notices() {
  return import('../features/notices/notices-page.tsx').then((module) => module.NoticesPage);
}

function chooseLocation() {
  return import('../features/location/choose-location-page.tsx').then((module) => module.ChooseLocationPage);
}

function openLocation() {
  return import('../features/location/open-location-page.tsx').then((module) => module.OpenLocationPage);
}

function history() {
  return import('../features/orders/history-page.tsx').then((module) => module.HistoryPage);
}

function positions() {
  return import('../features/orders/positions-page.tsx').then((module) => module.PositionsPage);
}

function order() {
  return import('../features/orders/order-page.tsx').then((module) => module.OrderPage);
}

function account() {
  return import('../features/account/account-page.tsx').then((module) => module.AccountPage);
}

function profile() {
  return import('../features/account/profile-page.tsx').then((module) => module.ProfilePage);
}

function verification() {
  return import('../features/verification/verification-page.tsx').then((module) => module.VerificationPage);
}

function bank() {
  return import('../features/verification/bank-page.tsx').then((module) => module.BankPage);
}

function addBank() {
  return import('../features/verification/add-bank-page.tsx').then((module) => module.AddBankPage);
}

function webview() {
  return import('./webview.tsx').then((module) => module.Webview);
}

function textview() {
  return import('../features/content/textview-page.tsx').then((module) => module.TextviewPage);
}

function service() {
  return import('../features/support/service-page.tsx').then((module) => module.ServicePage);
}

function security() {
  return import('../features/security/security-page.tsx').then((module) => module.SecurityPage);
}

function factors() {
  return import('../features/security/factors-page.tsx').then((module) => module.FactorsPage);
}

function ownData() {
  return import('../features/security/own-data-page.tsx').then((module) => module.OwnDataPage);
}

function limits() {
  return import('../features/limits/limits-page.tsx').then((module) => module.LimitsPage);
}

function fairness() {
  return import('../features/fairness/fairness-page.tsx').then((module) => module.FairnessPage);
}

function recharge() {
  return import('../features/cashier/recharge-page.tsx').then((module) => module.RechargePage);
}

function rechargeMore() {
  return import('../features/cashier/recharge-more-page.tsx').then((module) => module.RechargeMorePage);
}

function withdraw() {
  return import('../features/cashier/withdraw-page.tsx').then((module) => module.WithdrawPage);
}

function depositRecords() {
  return import('../features/cashier/deposit-records-page.tsx').then((module) => module.DepositRecordsPage);
}

function withdrawRecords() {
  return import('../features/cashier/withdraw-records-page.tsx').then((module) => module.WithdrawRecordsPage);
}

function invest() {
  return import('../features/invest/invest-page.tsx').then((module) => module.InvestPage);
}

function buy() {
  return import('../features/invest/buy-page.tsx').then((module) => module.BuyPage);
}

function holdingRecords() {
  return import('../features/invest/holding-records-page.tsx').then((module) => module.HoldingRecordsPage);
}

function alerts() {
  return import('../features/alerts/alerts-page.tsx').then((module) => module.AlertsPage);
}

function words() {
  return import('../features/help/words-page.tsx').then((module) => module.WordsPage);
}

function start() {
  return import('../features/start/start-page.tsx').then((module) => module.StartPage);
}

export const ROUTE_TABLE: Record<RouteName, RouteDefinition> = {
  root: page(login, { texts: ['session'], shell: 'none' }),
  login: page(login, { texts: ['session'], shell: 'none' }),
  register: page(register, { texts: ['session'], shell: 'none' }),
  forgot: page(forgot, { texts: ['session', 'forgot'], shell: 'none' }),

  home: page(home, { texts: ['home', 'market', 'notices', 'start'], shell: 'tabs', tab: 'home' }),
  market: page(market, { texts: ['market', 'alerts'], tab: 'home' }),
  trade: page(() => import('../features/trade/trade-page.tsx').then((module) => module.TradePage), {
    texts: ['trade', 'market'],
    tab: 'home',
  }),

  recharge: page(recharge, { texts: ['cashier'], shell: 'tabs', tab: 'recharge', frame: 'columns' }),
  rechargeMore: page(rechargeMore, { texts: ['cashier'], tab: 'recharge' }),

  history: page(history, { texts: ['orders'], shell: 'tabs', tab: 'orders', frame: 'wide' }),
  positions: page(positions, { texts: ['orders', 'proof', 'trade'], tab: 'orders', frame: 'wide' }),
  order: page(order, { texts: ['orders', 'proof', 'trade'], tab: 'orders', frame: 'columns' }),

  account: page(account, { texts: ['account', 'trade'], shell: 'tabs', tab: 'account', frame: 'columns' }),
  withdraw: page(withdraw, { texts: ['cashier', 'banks'], tab: 'account', frame: 'columns' }),
  ebao: page(invest, { texts: ['invest'], tab: 'account', frame: 'columns' }),
  ebaoSubmit: page(buy, { texts: ['invest'], tab: 'account', frame: 'columns' }),
  depositRecords: page(depositRecords, { texts: ['cashier', 'reasons'], tab: 'account', frame: 'wide' }),
  withdrawRecords: page(withdrawRecords, { texts: ['cashier', 'banks', 'reasons'], tab: 'account', frame: 'wide' }),
  ebaoRecords: page(holdingRecords, { texts: ['invest'], tab: 'account', frame: 'wide' }),
  profile: page(profile, { texts: ['account'], tab: 'account' }),
  verification: page(verification, { texts: ['verification', 'reasons'], tab: 'account', frame: 'columns' }),
  security: page(security, { texts: ['security'], tab: 'account', frame: 'columns' }),
  factors: page(factors, { texts: ['security'], tab: 'account' }),
  limits: page(limits, { texts: ['limits'], tab: 'account' }),
  ownData: page(ownData, { texts: ['security'], tab: 'account', frame: 'columns' }),
  bank: page(bank, { texts: ['verification', 'banks'], tab: 'account', frame: 'columns' }),
  addBank: page(addBank, { texts: ['verification', 'banks'], tab: 'account', frame: 'columns' }),

  alerts: page(alerts, { texts: ['alerts', 'market'], tab: 'account' }),
  words: page(words, { texts: ['words'], tab: 'service' }),
  start: page(start, { texts: ['start', 'market'], tab: 'home' }),
  service: page(service, { texts: ['support'], tab: 'service' }),
  complaints: page(complaints, { texts: ['complaints'], tab: 'service' }),
  notices: page(notices, { texts: ['notices', 'messages', 'security', 'reasons'] }),
  productHistory: page(productHistory, { texts: ['market'] }),
  fairness: page(fairness, { texts: ['fairness'], tab: 'account' }),
  webview: page(webview, { texts: ['content', 'support', 'session'], tab: 'service' }),
  textview: page(textview, { texts: ['content'] }),
  notFound: page(notFound, { texts: ['content'], shell: 'none' }),
  chooseLocation: page(chooseLocation, { texts: ['location'] }),
  openLocation: page(openLocation, { texts: ['location'] }),
};

/* The shape of all texts, taken from the zh-Hans files, so that a wrong key does not compile. */

import type { Language } from '@candor/contract/languages';
import type { ReasonTexts } from '@candor/contract/reasons/texts';
import type alerts from '../locales/zh-Hans/alerts.json';
import type account from '../locales/zh-Hans/account.json';
import type banks from '../locales/zh-Hans/banks.json';
import type cashier from '../locales/zh-Hans/cashier.json';
import type chart from '../locales/zh-Hans/chart.json';
import type command from '../locales/zh-Hans/command.json';
import type common from '../locales/zh-Hans/common.json';
import type compare from '../locales/zh-Hans/compare.json';
import type complaints from '../locales/zh-Hans/complaints.json';
import type content from '../locales/zh-Hans/content.json';
import type factor from '../locales/zh-Hans/factor.json';
import type fairness from '../locales/zh-Hans/fairness.json';
import type forgot from '../locales/zh-Hans/forgot.json';
import type home from '../locales/zh-Hans/home.json';
import type invest from '../locales/zh-Hans/invest.json';
import type limits from '../locales/zh-Hans/limits.json';
import type location from '../locales/zh-Hans/location.json';
import type market from '../locales/zh-Hans/market.json';
import type messages from '../locales/zh-Hans/messages.json';
import type notices from '../locales/zh-Hans/notices.json';
import type orders from '../locales/zh-Hans/orders.json';
import type verification from '../locales/zh-Hans/verification.json';
import type proof from '../locales/zh-Hans/proof.json';
import type puzzle from '../locales/zh-Hans/puzzle.json';
import type security from '../locales/zh-Hans/security.json';
import type session from '../locales/zh-Hans/session.json';
import type share from '../locales/zh-Hans/share.json';
import type start from '../locales/zh-Hans/start.json';
import type words from '../locales/zh-Hans/words.json';
import type shell from '../locales/zh-Hans/shell.json';
import type support from '../locales/zh-Hans/support.json';
import type trade from '../locales/zh-Hans/trade.json';

export type Texts = {
  account: typeof account;
  alerts: typeof alerts;
  banks: typeof banks;
  cashier: typeof cashier;
  chart: typeof chart;
  command: typeof command;
  common: typeof common;
  compare: typeof compare;
  complaints: typeof complaints;
  content: typeof content;
  factor: typeof factor;
  fairness: typeof fairness;
  forgot: typeof forgot;
  home: typeof home;
  invest: typeof invest;
  limits: typeof limits;
  location: typeof location;
  market: typeof market;
  messages: typeof messages;
  notices: typeof notices;
  orders: typeof orders;
  verification: typeof verification;
  proof: typeof proof;
  puzzle: typeof puzzle;
  reasons: ReasonTexts;
  security: typeof security;
  session: typeof session;
  share: typeof share;
  shell: typeof shell;
  start: typeof start;
  words: typeof words;
  support: typeof support;
  trade: typeof trade;
};

/** A file of texts: one per language in locales/. */
export type TextFile = keyof Texts;

declare module 'use-intl' {
  interface AppConfig {
    Locale: Language;
    Messages: Texts;
  }
}

/** A word with a meaning (`Term`). */
export type Word = keyof Texts['words']['term'];

/** What loads each file of a language, by its path (text-files). */
export type TextLoaders = Readonly<Record<string, () => Promise<Texts[TextFile]>>>;

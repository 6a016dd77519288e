/* The shape of all texts, taken from the zh-Hans files, so that a wrong key does not compile. */

import type { MessageKeys, NestedKeyOf } from 'use-intl';
import type { Language } from '@candor/contract/languages';
import type account from '../locales/zh-Hans/account.json';
import type adjustments from '../locales/zh-Hans/adjustments.json';
import type alarms from '../locales/zh-Hans/alarms.json';
import type audit from '../locales/zh-Hans/audit.json';
import type banks from '../locales/zh-Hans/banks.json';
import type books from '../locales/zh-Hans/books.json';
import type codes from '../locales/zh-Hans/codes.json';
import type common from '../locales/zh-Hans/common.json';
import type days from '../locales/zh-Hans/days.json';
import type cashier from '../locales/zh-Hans/cashier.json';
import type complaints from '../locales/zh-Hans/complaints.json';
import type entry from '../locales/zh-Hans/entry.json';
import type exposure from '../locales/zh-Hans/exposure.json';
import type invest from '../locales/zh-Hans/invest.json';
import type invitations from '../locales/zh-Hans/invitations.json';
import type limits from '../locales/zh-Hans/limits.json';
import type marks from '../locales/zh-Hans/marks.json';
import type members from '../locales/zh-Hans/members.json';
import type orders from '../locales/zh-Hans/orders.json';
import type permissions from '../locales/zh-Hans/permissions.json';
import type overview from '../locales/zh-Hans/overview.json';
import type products from '../locales/zh-Hans/products.json';
import type proposals from '../locales/zh-Hans/proposals.json';
import type reasons from '../locales/zh-Hans/reasons.json';
import type reports from '../locales/zh-Hans/reports.json';
import type releases from '../locales/zh-Hans/releases.json';
import type site from '../locales/zh-Hans/site.json';
import type staff from '../locales/zh-Hans/staff.json';
import type statements from '../locales/zh-Hans/statements.json';
import type support from '../locales/zh-Hans/support.json';
import type notices from '../locales/zh-Hans/notices.json';
import type terms from '../locales/zh-Hans/terms.json';
import type texts from '../locales/zh-Hans/texts.json';
import type verifications from '../locales/zh-Hans/verifications.json';
import type work from '../locales/zh-Hans/work.json';

export type Texts = {
  account: typeof account;
  adjustments: typeof adjustments;
  alarms: typeof alarms;
  audit: typeof audit;
  banks: typeof banks;
  books: typeof books;
  codes: typeof codes;
  common: typeof common;
  cashier: typeof cashier;
  days: typeof days;
  complaints: typeof complaints;
  entry: typeof entry;
  exposure: typeof exposure;
  invest: typeof invest;
  invitations: typeof invitations;
  limits: typeof limits;
  marks: typeof marks;
  members: typeof members;
  orders: typeof orders;
  permissions: typeof permissions;
  overview: typeof overview;
  products: typeof products;
  proposals: typeof proposals;
  reasons: typeof reasons;
  reports: typeof reports;
  releases: typeof releases;
  site: typeof site;
  staff: typeof staff;
  statements: typeof statements;
  support: typeof support;
  notices: typeof notices;
  terms: typeof terms;
  texts: typeof texts;
  verifications: typeof verifications;
  work: typeof work;
};

/** A text of any file: `invitations.title`. */
export type TextKey = MessageKeys<Texts, NestedKeyOf<Texts>>;

declare module 'use-intl' {
  interface AppConfig {
    Locale: Language;
    Messages: Texts;
  }
}

/*
 * What the console has, in the order of its left navigation. A queue of work is one line here and one folder in features/.
 * An operator sees the lines they have the permission for; the server decides again on every call.
 */

import { lazy } from 'react';
import type { ComponentType } from 'react';
import {
  ArrowDownToLine,
  ArrowUpFromLine,
  BadgeCheck,
  BookOpenText,
  CalendarCheck2,
  CalendarClock,
  ChartCandlestick,
  ChartLine,
  CirclePlay,
  ClipboardList,
  Clock3,
  CreditCard,
  FileCheck2,
  FilePenLine,
  FileStack,
  Fingerprint,
  Gift,
  Headset,
  GalleryHorizontal,
  KeyRound,
  LayoutList,
  Landmark,
  Megaphone,
  MessageSquareCode,
  PiggyBank,
  Scale,
  ScrollText,
  Settings2,
  PackagePlus,
  SlidersHorizontal,
  Store,
  UserRound,
  Users,
} from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { TextKey } from '../lib/messages.ts';

export const SECTION_ICONS = {
  changes: FileCheck2,
  invest: PiggyBank,
  members: Users,
  content: Megaphone,
  settings: Settings2,
} as const;
export type NavigationSection = keyof typeof SECTION_ICONS;

/** What an operator's day is about: the desk itself, money, members, the market, the site. They fit a window of 1280 × 720. */
export const GROUPS = ['desk', 'money', 'members', 'market', 'site'] as const;
export type NavigationGroup = (typeof GROUPS)[number];

export type NavigationEntry = {
  /** Where its name is: mostly the title of the page. */
  readonly title: TextKey;
  readonly path: string;
  readonly icon: LucideIcon;
  /** Undefined: every operator. */
  readonly permission?: string;
  /** Only on a practice site. */
  readonly isPractice?: true;
  /** The name of its counter in GET /api/console/counters. */
  readonly counter?: string;
  /** Its name in the navigation, where its title is too long for one line of it. */
  readonly short?: TextKey;
  /** Pages that share one line of the navigation, and are tabs of each other. */
  readonly section?: NavigationSection;
  /** Those of `self` are in the operator's own menu. */
  readonly group: NavigationGroup | 'self';
  readonly page: ComponentType;
};

export const NAVIGATION: readonly NavigationEntry[] = [
  {
    path: '/work',
    title: 'work.title',
    icon: LayoutList,
    group: 'desk',
    page: lazy(async () => ({ default: (await import('./desk.tsx')).Desk })),
  },
  {
    path: '/withdrawals',
    title: 'common.navigation.withdrawals',
    icon: ArrowUpFromLine,
    permission: 'cashier:withdrawal:read',
    counter: 'withdrawals',
    group: 'money',
    page: lazy(async () => ({
      default: (await import('../features/withdrawals/withdrawals-page.tsx')).WithdrawalsPage,
    })),
  },
  {
    path: '/payouts',
    title: 'cashier.payouts.title',
    icon: Landmark,
    permission: 'cashier:withdrawal:read',
    counter: 'payouts',
    group: 'money',
    page: lazy(async () => ({ default: (await import('../features/withdrawals/payouts-page.tsx')).PayoutsPage })),
  },
  {
    path: '/deposits',
    title: 'common.navigation.deposits',
    icon: ArrowDownToLine,
    permission: 'cashier:deposit:read',
    counter: 'deposits',
    group: 'money',
    page: lazy(async () => ({ default: (await import('../features/deposits/deposits-page.tsx')).DepositsPage })),
  },
  {
    path: '/verifications',
    title: 'verifications.title',
    icon: BadgeCheck,
    permission: 'identity:verification:read',
    counter: 'verifications',
    group: 'members',
    page: lazy(async () => ({
      default: (await import('../features/verifications/verifications-page.tsx')).VerificationsPage,
    })),
  },
  {
    path: '/support',
    title: 'support.title',
    icon: Headset,
    permission: 'support:desk:read',
    counter: 'support',
    group: 'members',
    page: lazy(async () => ({ default: (await import('../features/support/support-page.tsx')).SupportPage })),
  },
  {
    path: '/adjustments',
    title: 'proposals.titleOf.adjustments',
    short: 'common.navigation.adjustments',
    icon: ClipboardList,
    permission: 'ledger:adjustment:read',
    counter: 'adjustments',
    group: 'money',
    page: lazy(async () => ({
      default: (await import('../features/adjustments/adjustments-page.tsx')).AdjustmentsPage,
    })),
  },
  {
    path: '/changes',
    title: 'proposals.titleOf.terms',
    icon: FilePenLine,
    permission: 'site:channel:read',
    counter: 'terms',
    section: 'changes',
    group: 'desk',
    page: lazy(async () => ({ default: (await import('../features/terms/changes-page.tsx')).ChangesPage })),
  },
  {
    path: '/invest-changes',
    title: 'proposals.titleOf.investments',
    icon: ChartLine,
    permission: 'invest:project:read',
    counter: 'invest',
    section: 'changes',
    group: 'desk',
    page: lazy(async () => ({
      default: (await import('../features/invest/invest-changes-page.tsx')).InvestChangesPage,
    })),
  },
  {
    path: '/text-changes',
    title: 'proposals.titleOf.texts',
    icon: FileCheck2,
    permission: 'site:text:read',
    counter: 'texts',
    section: 'changes',
    group: 'desk',
    page: lazy(async () => ({ default: (await import('../features/texts/text-changes-page.tsx')).TextChangesPage })),
  },
  {
    path: '/factor-releases',
    title: 'proposals.titleOf.factorReleases',
    icon: KeyRound,
    permission: 'member:factor:read',
    counter: 'factorReleases',
    section: 'changes',
    group: 'desk',
    page: lazy(async () => ({
      default: (await import('../features/factor-releases/factor-releases-page.tsx')).FactorReleasesPage,
    })),
  },
  {
    path: '/mark-releases',
    title: 'proposals.titleOf.markReleases',
    icon: CreditCard,
    permission: 'member:mark:read',
    counter: 'markReleases',
    section: 'changes',
    group: 'desk',
    page: lazy(async () => ({ default: (await import('../features/marks/mark-releases-page.tsx')).MarkReleasesPage })),
  },
  {
    path: '/product-changes',
    title: 'proposals.titleOf.productChanges',
    icon: PackagePlus,
    permission: 'market:product:read',
    counter: 'productChanges',
    section: 'changes',
    group: 'desk',
    page: lazy(async () => ({
      default: (await import('../features/products/product-changes-page.tsx')).ProductChangesPage,
    })),
  },
  {
    path: '/product-terms',
    title: 'proposals.titleOf.productTerms',
    icon: SlidersHorizontal,
    permission: 'market:product:read',
    counter: 'productTerms',
    section: 'changes',
    group: 'desk',
    page: lazy(async () => ({
      default: (await import('../features/products/product-terms-page.tsx')).ProductTermsPage,
    })),
  },
  {
    path: '/resumptions',
    title: 'proposals.titleOf.resumptions',
    icon: CirclePlay,
    permission: 'market:product:read',
    counter: 'resumptions',
    section: 'changes',
    group: 'desk',
    page: lazy(async () => ({ default: (await import('../features/products/resumptions-page.tsx')).ResumptionsPage })),
  },
  {
    path: '/site-changes',
    title: 'proposals.titleOf.site',
    icon: Store,
    permission: 'site:settings:read',
    counter: 'site',
    section: 'changes',
    group: 'desk',
    page: lazy(async () => ({ default: (await import('../features/site/site-changes-page.tsx')).SiteChangesPage })),
  },
  {
    path: '/exposure',
    title: 'exposure.title',
    icon: Scale,
    permission: 'market:product:read',
    group: 'market',
    page: lazy(async () => ({ default: (await import('../features/exposure/exposure-page.tsx')).ExposurePage })),
  },
  {
    path: '/products',
    title: 'products.title',
    icon: ChartCandlestick,
    permission: 'market:product:read',
    group: 'market',
    page: lazy(async () => ({ default: (await import('../features/products/products-page.tsx')).ProductsPage })),
  },
  {
    path: '/invest',
    title: 'invest.title',
    icon: PiggyBank,
    permission: 'invest:project:read',
    section: 'invest',
    group: 'money',
    page: lazy(async () => ({ default: (await import('../features/invest/invest-page.tsx')).InvestPage })),
  },
  {
    path: '/holdings',
    title: 'invest.holdingsTitle',
    icon: FileStack,
    permission: 'invest:holding:read',
    section: 'invest',
    group: 'money',
    page: lazy(async () => ({ default: (await import('../features/invest/holdings-page.tsx')).HoldingsPage })),
  },
  {
    path: '/closes',
    title: 'invest.endOfDayTitle',
    icon: CalendarCheck2,
    permission: 'invest:close:read',
    section: 'invest',
    group: 'money',
    page: lazy(async () => ({ default: (await import('../features/invest/end-of-day-page.tsx')).EndOfDayPage })),
  },
  {
    path: '/liabilities',
    title: 'invest.liabilitiesTitle',
    icon: CalendarClock,
    permission: 'invest:close:read',
    section: 'invest',
    group: 'money',
    page: lazy(async () => ({ default: (await import('../features/invest/liabilities-page.tsx')).LiabilitiesPage })),
  },
  {
    path: '/members',
    title: 'members.title',
    icon: Users,
    permission: 'member:profile:search',
    section: 'members',
    group: 'members',
    page: lazy(async () => ({ default: (await import('../features/members/members-page.tsx')).MembersPage })),
  },
  {
    path: '/marks',
    title: 'marks.title',
    icon: Fingerprint,
    permission: 'member:mark:read',
    section: 'members',
    group: 'members',
    page: lazy(async () => ({ default: (await import('../features/marks/marks-page.tsx')).MarksPage })),
  },
  {
    path: '/invitations',
    title: 'invitations.title',
    icon: Gift,
    permission: 'cashier:deposit:read',
    section: 'members',
    group: 'members',
    page: lazy(async () => ({ default: (await import('../features/rewards/invitations-page.tsx')).InvitationsPage })),
  },
  {
    path: '/site',
    title: 'site.title',
    icon: Store,
    permission: 'site:settings:read',
    section: 'settings',
    group: 'site',
    page: lazy(async () => ({ default: (await import('../features/site/site-page.tsx')).SitePage })),
  },
  {
    path: '/terms',
    title: 'terms.title',
    icon: Settings2,
    permission: 'site:channel:read',
    section: 'settings',
    group: 'site',
    page: lazy(async () => ({ default: (await import('../features/terms/terms-page.tsx')).TermsPage })),
  },
  {
    path: '/support-settings',
    title: 'support.settings.title',
    icon: Clock3,
    permission: 'support:desk:read',
    section: 'settings',
    group: 'site',
    page: lazy(async () => ({
      default: (await import('../features/support/support-settings-page.tsx')).SupportSettingsPage,
    })),
  },
  {
    path: '/notices',
    title: 'notices.title',
    icon: Megaphone,
    permission: 'content:notice:read',
    section: 'content',
    group: 'site',
    page: lazy(async () => ({ default: (await import('../features/notices/notices-page.tsx')).NoticesPage })),
  },
  {
    path: '/banners',
    title: 'notices.banners.title',
    icon: GalleryHorizontal,
    permission: 'content:notice:read',
    section: 'content',
    group: 'site',
    page: lazy(async () => ({ default: (await import('../features/notices/banners-page.tsx')).BannersPage })),
  },
  {
    path: '/texts',
    title: 'texts.pageTitle',
    icon: BookOpenText,
    permission: 'site:text:read',
    section: 'content',
    group: 'site',
    page: lazy(async () => ({ default: (await import('../features/texts/texts-page.tsx')).TextsPage })),
  },
  {
    path: '/practice-codes',
    title: 'codes.title',
    icon: MessageSquareCode,
    permission: 'account:code:open',
    isPractice: true,
    section: 'settings',
    group: 'site',
    page: lazy(async () => ({ default: (await import('../features/codes/codes-page.tsx')).CodesPage })),
  },
  {
    path: '/audit',
    title: 'audit.title',
    icon: ScrollText,
    permission: 'audit:log:read',
    group: 'site',
    page: lazy(async () => ({ default: (await import('../features/audit/audit-page.tsx')).AuditPage })),
  },
  {
    path: '/account',
    title: 'account.title',
    icon: UserRound,
    group: 'self',
    page: lazy(async () => ({ default: (await import('../features/account/account-page.tsx')).AccountPage })),
  },
];

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
  CalendarCheck2,
  CalendarClock,
  ChartLine,
  ClipboardList,
  FilePenLine,
  FileStack,
  Landmark,
  PiggyBank,
  ScrollText,
  Settings2,
  UserRound,
  Users,
} from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { Texts } from '../lib/messages.ts';

export type NavigationEntry = {
  readonly path: string;
  readonly text: Exclude<keyof Texts['common']['navigation'], 'group' | 'label'>;
  readonly icon: LucideIcon;
  /** Undefined: every operator. */
  readonly permission?: string;
  /** The name of its counter in GET /api/console/counters. */
  readonly counter?: string;
  readonly group: 'queues' | 'invest' | 'desk' | 'self';
  readonly page: ComponentType;
};

export const NAVIGATION: readonly NavigationEntry[] = [
  {
    path: '/withdrawals',
    text: 'withdrawals',
    icon: ArrowUpFromLine,
    permission: 'cashier:withdrawal:read',
    counter: 'withdrawals',
    group: 'queues',
    page: lazy(async () => ({
      default: (await import('../features/withdrawals/withdrawals-page.tsx')).WithdrawalsPage,
    })),
  },
  {
    path: '/payouts',
    text: 'payouts',
    icon: Landmark,
    permission: 'cashier:withdrawal:read',
    counter: 'payouts',
    group: 'queues',
    page: lazy(async () => ({ default: (await import('../features/withdrawals/payouts-page.tsx')).PayoutsPage })),
  },
  {
    path: '/deposits',
    text: 'deposits',
    icon: ArrowDownToLine,
    permission: 'cashier:deposit:read',
    counter: 'deposits',
    group: 'queues',
    page: lazy(async () => ({ default: (await import('../features/deposits/deposits-page.tsx')).DepositsPage })),
  },
  {
    path: '/verifications',
    text: 'verifications',
    icon: BadgeCheck,
    permission: 'identity:verification:read',
    counter: 'verifications',
    group: 'queues',
    page: lazy(async () => ({
      default: (await import('../features/verifications/verifications-page.tsx')).VerificationsPage,
    })),
  },
  {
    path: '/adjustments',
    text: 'adjustments',
    icon: ClipboardList,
    permission: 'ledger:adjustment:read',
    counter: 'adjustments',
    group: 'queues',
    page: lazy(async () => ({
      default: (await import('../features/adjustments/adjustments-page.tsx')).AdjustmentsPage,
    })),
  },
  {
    path: '/changes',
    text: 'changes',
    icon: FilePenLine,
    permission: 'site:channel:read',
    counter: 'terms',
    group: 'queues',
    page: lazy(async () => ({ default: (await import('../features/terms/changes-page.tsx')).ChangesPage })),
  },
  {
    path: '/invest-changes',
    text: 'investChanges',
    icon: ChartLine,
    permission: 'invest:project:read',
    counter: 'invest',
    group: 'queues',
    page: lazy(async () => ({
      default: (await import('../features/invest/invest-changes-page.tsx')).InvestChangesPage,
    })),
  },
  {
    path: '/invest',
    text: 'invest',
    icon: PiggyBank,
    permission: 'invest:project:read',
    group: 'invest',
    page: lazy(async () => ({ default: (await import('../features/invest/invest-page.tsx')).InvestPage })),
  },
  {
    path: '/holdings',
    text: 'holdings',
    icon: FileStack,
    permission: 'invest:holding:read',
    group: 'invest',
    page: lazy(async () => ({ default: (await import('../features/invest/holdings-page.tsx')).HoldingsPage })),
  },
  {
    path: '/closes',
    text: 'closes',
    icon: CalendarCheck2,
    permission: 'invest:close:read',
    group: 'invest',
    page: lazy(async () => ({ default: (await import('../features/invest/closes-page.tsx')).ClosesPage })),
  },
  {
    path: '/liabilities',
    text: 'liabilities',
    icon: CalendarClock,
    permission: 'invest:close:read',
    group: 'invest',
    page: lazy(async () => ({ default: (await import('../features/invest/liabilities-page.tsx')).LiabilitiesPage })),
  },
  {
    path: '/members',
    text: 'members',
    icon: Users,
    permission: 'member:profile:search',
    group: 'desk',
    page: lazy(async () => ({ default: (await import('../features/members/members-page.tsx')).MembersPage })),
  },
  {
    path: '/terms',
    text: 'terms',
    icon: Settings2,
    permission: 'site:channel:read',
    group: 'desk',
    page: lazy(async () => ({ default: (await import('../features/terms/terms-page.tsx')).TermsPage })),
  },
  {
    path: '/audit',
    text: 'audit',
    icon: ScrollText,
    permission: 'audit:log:read',
    group: 'desk',
    page: lazy(async () => ({ default: (await import('../features/audit/audit-page.tsx')).AuditPage })),
  },
  {
    path: '/account',
    text: 'account',
    icon: UserRound,
    group: 'self',
    page: lazy(async () => ({ default: (await import('../features/account/account-page.tsx')).AccountPage })),
  },
];

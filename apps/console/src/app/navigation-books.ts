/* The pages of the ledger: what was added by hand, the books, their dates and their transfers. */

import { lazy } from 'react';
import {
  ArrowLeftRight,
  BookOpenCheck,
  ClipboardList,
  FileSearch,
  FileSpreadsheet,
  FileStack,
  Landmark,
  Signature,
} from 'lucide-react';
import type { NavigationEntry } from './navigation-entry.ts';

export const BOOKS_NAVIGATION: readonly NavigationEntry[] = [
  {
    path: '/adjustments',
    title: 'proposals.titleOf.adjustments',
    short: 'common.navigation.adjustments',
    icon: ClipboardList,
    permission: 'ledger:adjustment:read',
    counter: 'adjustments',
    section: 'books',
    group: 'money',
    page: lazy(async () => ({
      default: (await import('../features/adjustments/adjustments-page.tsx')).AdjustmentsPage,
    })),
  },
  {
    path: '/books',
    title: 'books.title',
    icon: BookOpenCheck,
    permission: 'ledger:adjustment:read',
    section: 'books',
    group: 'money',
    page: lazy(async () => ({ default: (await import('../features/books/books-page.tsx')).BooksPage })),
  },
  {
    path: '/days',
    title: 'days.title',
    icon: Signature,
    permission: 'ledger:adjustment:read',
    section: 'books',
    group: 'money',
    page: lazy(async () => ({ default: (await import('../features/days/days-page.tsx')).DaysPage })),
  },
  {
    path: '/transfers',
    title: 'books.transfers',
    icon: ArrowLeftRight,
    permission: 'ledger:adjustment:read',
    section: 'books',
    group: 'money',
    page: lazy(async () => ({ default: (await import('../features/books/transfers-page.tsx')).TransfersPage })),
  },
  {
    path: '/statements',
    title: 'statements.title',
    icon: Landmark,
    permission: 'cashier:statement:read',
    section: 'books',
    group: 'money',
    page: lazy(async () => ({
      default: (await import('../features/statements/statements-page.tsx')).StatementsPage,
    })),
  },
  {
    path: '/statement-files',
    title: 'statements.filesTitle',
    icon: FileStack,
    permission: 'cashier:statement:read',
    section: 'books',
    group: 'money',
    page: lazy(async () => ({ default: (await import('../features/statements/files-page.tsx')).StatementFilesPage })),
  },
  {
    path: '/unproved',
    title: 'statements.unprovedTitle',
    icon: FileSearch,
    permission: 'cashier:statement:read',
    section: 'books',
    group: 'money',
    page: lazy(async () => ({ default: (await import('../features/statements/unproved-page.tsx')).UnprovedPage })),
  },
  {
    path: '/reports',
    title: 'reports.title',
    icon: FileSpreadsheet,
    permission: 'report:regulator:read',
    section: 'books',
    group: 'money',
    page: lazy(async () => ({ default: (await import('../features/reports/reports-page.tsx')).ReportsPage })),
  },
];

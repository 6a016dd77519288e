import type { OperatorAlarm } from '@candor/contract/console-alarms';
import { hrefTo } from '../../lib/location.ts';

type Page = { readonly permission: string; readonly path: string; readonly params?: Readonly<Record<string, string>> };

/** Where an alarm is handled, for those that a page of the console handles. */
const PAGES: Partial<Record<OperatorAlarm['kind'], Page>> = {
  feedSilent: { permission: 'market:product:read', path: '/products' },
  ordersVoid: { permission: 'market:order:read', path: '/orders', params: { status: 'voided' } },
  settlementStuck: { permission: 'market:order:read', path: '/orders', params: { status: 'open' } },
  checkFailed: { permission: 'ledger:adjustment:read', path: '/books' },
  moneyHalted: { permission: 'ledger:adjustment:read', path: '/books' },
  resultImprobable: { permission: 'market:product:read', path: '/exposure' },
  dayLate: { permission: 'invest:close:read', path: '/closes' },
};

/** Null where there is no page, or not for this operator. */
export function pageOfAlarm(kind: OperatorAlarm['kind'], may: (permission: string) => boolean): string | null {
  const page = PAGES[kind];
  return page === undefined || !may(page.permission) ? null : hrefTo(page.path, page.params ?? {});
}

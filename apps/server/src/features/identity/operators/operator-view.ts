import type { OperatorSessionView, OperatorView } from '@candor/contract/console';
import type { Operator } from '../../../services/operators/operator-session-store.ts';
import type { EndingCalendar } from '../../../services/quotes/ending-calendars.ts';
import type { Site } from '../../../services/site/site.ts';
import type { OperatorSessionRow } from './operator-access-store.ts';

export function operatorView(
  operator: Operator,
  site: Site,
  nowMs: number,
  calendarsEnding: EndingCalendar[],
): OperatorView {
  return {
    id: operator.operatorId.toString(),
    username: operator.username,
    roles: operator.roles,
    permissions: operator.permissions,
    secured: operator.secured,
    calendarsEnding,
    site: {
      name: site.name,
      mode: site.mode,
      currency: { code: site.currency.code, symbol: site.currencySymbol, decimals: site.currency.decimals },
      timeZone: site.timeZone,
      serverTime: new Date(nowMs).toISOString(),
    },
  };
}

export function operatorSessionView(row: OperatorSessionRow, currentId: string): OperatorSessionView {
  return {
    id: row.id,
    current: row.id === currentId,
    device: row.userAgent,
    address: row.address === '' ? null : row.address,
    createdAt: new Date(row.createdAt).toISOString(),
    lastSeenAt: new Date(row.lastSeenAt).toISOString(),
    expiresAt: new Date(row.expiresAt).toISOString(),
  };
}

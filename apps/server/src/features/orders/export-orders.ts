import { operatorOrdersQuery } from '@candor/contract/console-orders';
import { money } from '@candor/domain/money';
import { cursorId } from '../../platform/http/paging.ts';
import { exportKind } from '../../services/exports/export-kind.ts';
import type { ExportKind } from '../../services/exports/export-kind.ts';
import type { Site } from '../../services/site/site.ts';
import { readWho, whatOf } from './orders-filter.ts';
import { readOrderLines } from './order-lines.ts';
import type { OrderLinesDeps } from './order-lines.ts';
import type { OrderLineRow } from './orders-store.ts';
import { orderLineView } from './orders-view.ts';

/** The orders of a filter as a file. */
export function exportOrders(
  site: Pick<Site, 'currency' | 'timeZone'>,
  files: Omit<OrderLinesDeps, 'pool'>,
): ExportKind {
  const view = (row: OrderLineRow) => orderLineView(row, site);
  return exportKind({
    list: 'orders',
    permission: 'market:order:read',
    isApart: true,
    query: operatorOrdersQuery,
    read: (query) => {
      const what = whatOf(query, site);
      return async (db, after, limit) =>
        await readOrderLines(
          { ...files, pool: db },
          { ...what, ...(await readWho(db, query.q)), afterId: cursorId(after), limit },
        );
    },
    placeOf: ({ id }) => id,
    cells: {
      no: ({ no }) => no.toString(),
      id: ({ id }) => id,
      member: ({ username }) => username,
      memberId: ({ memberId }) => memberId.toString(),
      product: ({ product }) => product,
      direction: ({ direction }) => direction,
      wallet: ({ wallet }) => wallet,
      stake: ({ stake }, style) => style.money(money(stake)),
      fee: ({ fee }, style) => style.money(money(fee)),
      payoutRate: (row) => view(row).payoutRate,
      duration: ({ durationSec }) => durationSec.toString(),
      acceptedAt: ({ acceptedAt }, { moment }) => moment(acceptedAt),
      entryAt: ({ entryAt }, { moment }) => moment(entryAt),
      closesAt: ({ closesAt }, { moment }) => moment(closesAt),
      entryPrice: (row) => view(row).entryPrice,
      exitPrice: (row) => view(row).exitPrice,
      state: ({ outcome }) => outcome ?? 'open',
      reason: ({ reason }) => reason,
      profit: ({ profit }, style) => style.money(profit === null ? null : money(profit)),
      settledAt: ({ settledAt }, { moment }) => moment(settledAt),
    },
  });
}

import { operatorHoldingsQuery } from '@candor/contract/console-invest';
import { localDay } from '@candor/domain/market/local-time';
import type { Clock } from '../../../platform/clock/clock.ts';
import { cursorId } from '../../../platform/http/paging.ts';
import { exportKind } from '../../../services/exports/export-kind.ts';
import type { ExportKind } from '../../../services/exports/export-kind.ts';
import type { Site } from '../../../services/site/site.ts';
import { operatorHoldingView } from './operator-view.ts';
import { selectOperatorHoldings } from './report-store.ts';

/** The investments of a filter as a file. */
export function exportHoldings(site: Site, clock: Pick<Clock, 'now'>): ExportKind {
  return exportKind({
    list: 'holdings',
    permission: 'invest:holding:read',
    query: operatorHoldingsQuery,
    read:
      ({ status, projectId, member }) =>
      async (db, after, limit) => {
        const filter = { statuses: status, projectId, username: member, beforeId: cursorId(after), limit };
        const today = localDay(site.timeZone, clock.now());
        return (await selectOperatorHoldings(db, filter)).map((row) => operatorHoldingView(row, site, today));
      },
    placeOf: ({ id }) => id,
    cells: {
      member: ({ member }) => member.username,
      project: ({ names }, { language }) => names[language],
      principal: ({ principal }) => principal,
      rate: ({ annualRate }) => annualRate,
      accrued: ({ accrued }) => accrued,
      maturesOn: ({ maturesOn }) => maturesOn,
      status: ({ status }) => status,
    },
  });
}

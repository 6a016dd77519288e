import { endOfDayReportsQuery } from '@candor/contract/console-invest';
import { dateText } from '@candor/domain/market/local-time';
import { exportKind } from '../../../services/exports/export-kind.ts';
import type { ExportKind } from '../../../services/exports/export-kind.ts';
import { selectDays } from './report-store.ts';

/** What the end of day of each business date did, as a file. */
export function exportEndsOfDay(): ExportKind {
  return exportKind({
    list: 'endsOfDay',
    permission: 'invest:close:read',
    query: endOfDayReportsQuery,
    read: () => async (db, before, limit) => await selectDays(db, { before, limit }),
    placeOf: ({ date }) => dateText(date),
    cells: {
      date: ({ date }) => dateText(date),
      step: ({ step }) => step,
      startedAt: ({ startedAt }, { moment }) => moment(startedAt),
      closedAt: ({ closedAt }, { moment }) => moment(closedAt),
      holdingsAccrued: ({ holdingsInterest }, { money }) => money(holdingsInterest),
      savingsAccrued: ({ savingsInterest }, { money }) => money(savingsInterest),
      holdingsPaid: ({ paidInterest }, { money }) => money(paidInterest),
      savingsPosted: ({ postedInterest }, { money }) => money(postedInterest),
      matured: ({ maturedPrincipal }, { money }) => money(maturedPrincipal),
      maturedInterest: ({ maturedInterest }, { money }) => money(maturedInterest),
      rolled: ({ rolledPrincipal }, { money }) => money(rolledPrincipal),
      autoSaved: ({ savedAmount }, { money }) => money(savedAmount),
      busy: ({ busyMs }) => Math.round(busyMs).toString(),
    },
  });
}

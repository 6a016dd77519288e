import { reportQuery } from '@candor/contract/console-reports';
import { money } from '@candor/domain/money';
import { exportKind } from '../../services/exports/export-kind.ts';
import type { ExportKind } from '../../services/exports/export-kind.ts';
import type { RangeQuery } from '../../services/site/date-range.ts';
import { checkPeriod, reportPeriod } from './report-period.ts';
import { selectClients, selectComplaints, selectProducts, selectVoids } from './report-store.ts';
import type { ReportDeps } from './reports.routes.ts';

const REPORT = { permission: 'report:regulator:read', query: reportQuery, isApart: true } as const;

/**
 * Reports for a regulator as files: clients by country and kind, products, complaints, and void orders with their reason. They are added up
 * on connections of their own, which end what takes long: no operator waits for the counts of a year.
 */
export function exportReports({ site, clock, reads }: ReportDeps): ExportKind[] {
  const check = async (query: RangeQuery) => await checkPeriod(reads, reportPeriod(query, site, clock));
  return [
    exportKind({
      ...REPORT,
      list: 'reportClients',
      check,
      read: (query) => {
        const period = reportPeriod(query, site, clock);
        return async (_, after) => await once(after, async () => await selectClients(reads, period));
      },
      placeOf: ({ country, kind }) => `${country} ${kind}`,
      cells: {
        country: ({ country }) => country,
        kind: ({ kind }) => kind,
        clients: ({ clients }) => clients.toString(),
        joined: ({ joined }) => joined.toString(),
        active: ({ active }) => active.toString(),
        frozen: ({ frozen }) => frozen.toString(),
        excluded: ({ excluded }) => excluded.toString(),
      },
    }),
    exportKind({
      ...REPORT,
      list: 'reportProducts',
      check,
      read: (query) => {
        const period = reportPeriod(query, site, clock);
        return async (_, after) => await once(after, async () => await selectProducts(reads, period));
      },
      placeOf: ({ product, durationSec }) => `${product} ${durationSec}`,
      cells: {
        product: ({ product }) => product,
        duration: ({ durationSec }) => durationSec.toString(),
        orders: ({ orders }) => orders.toString(),
        clients: ({ clients }) => clients.toString(),
        won: ({ won }) => won.toString(),
        lost: ({ lost }) => lost.toString(),
        tied: ({ tied }) => tied.toString(),
        voided: ({ voided }) => voided.toString(),
        staked: (row, style) => style.money(money(row.staked)),
        fees: (row, style) => style.money(money(row.fees)),
        paid: (row, style) => style.money(money(row.paid)),
      },
    }),
    exportKind({
      ...REPORT,
      list: 'reportComplaints',
      read: (query) => {
        const period = reportPeriod(query, site, clock);
        return async (_, after, limit) => await selectComplaints(reads, period, after, limit);
      },
      placeOf: ({ id }) => id.toString(),
      cells: {
        number: ({ id }) => id.toString(),
        country: ({ country }) => country,
        topic: ({ topic }) => topic,
        product: ({ product }) => product,
        openedAt: ({ openedAt }, { moment }) => moment(openedAt),
        dueOn: ({ dueOn }) => dueOn,
        state: ({ state }) => state,
        decision: ({ decision }) => decision,
        endedAt: ({ endedAt }, { moment }) => moment(endedAt),
        inTime: ({ isInTime }) => (isInTime === null ? null : isInTime ? 'yes' : 'no'),
      },
    }),
    exportKind({
      ...REPORT,
      list: 'reportVoids',
      check,
      read: (query) => {
        const period = reportPeriod(query, site, clock);
        return async (_, after) => await once(after, async () => await selectVoids(reads, period));
      },
      placeOf: ({ day, product, reason }) => `${day} ${product} ${reason}`,
      cells: {
        date: ({ day }) => day,
        product: ({ product }) => product,
        reason: ({ reason }) => reason,
        orders: ({ orders }) => orders.toString(),
        clients: ({ clients }) => clients.toString(),
        returned: (row, style) => style.money(money(row.returned)),
      },
    }),
  ];
}

/** Counts of a period are read at once: they are as many as there are groups. */
async function once<Row>(after: string | undefined, read: () => Promise<Row[]>): Promise<Row[]> {
  return after === undefined ? await read() : [];
}

import { reportQuery } from '@candor/contract/console-reports';
import { money } from '@candor/domain/money';
import type { Clock } from '../../platform/clock/clock.ts';
import { exportKind } from '../../services/exports/export-kind.ts';
import type { ExportKind } from '../../services/exports/export-kind.ts';
import type { Site } from '../../services/site/site.ts';
import { reportPeriod } from './report-period.ts';
import { selectClients, selectComplaints, selectProducts, selectVoids } from './report-store.ts';

const REPORT = { permission: 'report:regulator:read', query: reportQuery } as const;

/** Reports for a regulator as files: clients by country and kind, products, complaints, and void orders with their reason. */
export function exportReports(site: Site, clock: Clock): ExportKind[] {
  return [
    exportKind({
      ...REPORT,
      list: 'reportClients',
      read: (query) => {
        const period = reportPeriod(query, site, clock);
        return async (db, after) => await once(after, async () => await selectClients(db, period));
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
      read: (query) => {
        const period = reportPeriod(query, site, clock);
        return async (db, after) => await once(after, async () => await selectProducts(db, period));
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
        return async (db, after, limit) => await selectComplaints(db, period, after, limit);
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
      read: (query) => {
        const period = reportPeriod(query, site, clock);
        return async (db, after) => await once(after, async () => await selectVoids(db, period));
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

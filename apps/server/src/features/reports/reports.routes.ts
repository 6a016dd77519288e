import * as calls from '@candor/contract/calls/console/reports';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Pool } from '../../platform/db/pool.ts';
import type { HttpApp } from '../../platform/http/http-app.ts';
import { on, serve } from '../../platform/http/serve.ts';
import type { Answered, Call } from '../../platform/http/serve.ts';
import type { Site } from '../../services/site/site.ts';
import { checkPeriod, reportPeriod } from './report-period.ts';
import { selectReportFigures } from './report-store.ts';

/** Reports for a regulator. Their files are made where all files are (export-reports.ts), and each is in the audit log. */
export interface ReportDeps {
  /** Apart from what operators wait for: it ends what takes long. */
  reads: Pool;
  clock: Clock;
  site: Site;
}

export function reportRoutes(app: HttpApp, deps: ReportDeps): void {
  serve(app, deps, [on(calls.readReportFigures, readReportFigures)]);
}

async function readReportFigures(
  { query }: Call<typeof calls.readReportFigures>,
  { reads, clock, site }: ReportDeps,
): Promise<Answered<typeof calls.readReportFigures>> {
  const period = reportPeriod(query, site, clock);
  await checkPeriod(reads, period);
  const { clients, orders, complaints, voids } = await selectReportFigures(reads, period);
  return {
    clients: Number(clients),
    orders: Number(orders),
    complaints: Number(complaints),
    voids: Number(voids),
  };
}

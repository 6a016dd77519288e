import * as calls from '@candor/contract/calls/console/days';
import type { DayReportView } from '@candor/contract/console-days';
import { dayOfDate, localToUtc } from '@candor/domain/market/local-time';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Db, Pool } from '../../platform/db/pool.ts';
import { Refused } from '../../platform/http/http-app.ts';
import type { HttpApp } from '../../platform/http/http-app.ts';
import { cursorDate, pageOf } from '../../platform/http/paging.ts';
import { on, serve } from '../../platform/http/serve.ts';
import type { Answered, Call } from '../../platform/http/serve.ts';
import { siteRunner } from '../../services/commands/site-command.ts';
import type { Fingerprints } from '../../services/idempotency/idempotency.ts';
import type { Operators } from '../../services/operators/operators.ts';
import type { Site } from '../../services/site/site.ts';
import { selectChannels, selectDates, selectReport, selectSignatures } from './day-store.ts';
import { dayReportView, operatorDayView } from './day-view.ts';
import { selectBookedUntil, selectDayLines } from './ledger-hour-store.ts';
import { signDay } from './sign-day.ts';

interface DaysDeps {
  readonly pool: Pool;
  /** For reports, apart from what operators wait for: it ends what takes long. */
  readonly reads: Pool;
  readonly site: Site;
  readonly clock: Pick<Clock, 'now'>;
  readonly operators: Pick<Operators, 'operatorOf'>;
  readonly fingerprints: Fingerprints;
}

/** The report of each business date, and its two signatures. */
export function daysRoutes(app: HttpApp, deps: DaysDeps): void {
  const parts = {
    ...deps,
    run: siteRunner(deps),
    signing: signDay(async (db, date) => await reportOf(db, deps.site, date)),
  };
  serve(app, parts, [
    on(calls.listOperatorDays, listOperatorDays),
    on(calls.readOperatorDay, readOperatorDay),
    on(calls.signOperatorDay, signOperatorDay),
  ]);
}

type Parts = DaysDeps & { run: ReturnType<typeof siteRunner>; signing: ReturnType<typeof signDay> };

async function listOperatorDays(
  { query }: Call<typeof calls.listOperatorDays>,
  { reads, site, clock }: Parts,
): Promise<Answered<typeof calls.listOperatorDays>> {
  const before = cursorDate(query.cursor);
  const bookedUntilMs = await selectBookedUntil(reads, clock.now());
  return await pageOf({
    paging: query,
    read: async (limit) => await readDays(reads, site, await selectDates(reads, before, limit), bookedUntilMs),
    view: ({ date, ...day }) => operatorDayView(date, day, site.currency),
    cursorOf: ({ date }) => date,
  });
}

/** @param dates newest first */
async function readDays(db: Db, site: Site, dates: readonly string[], bookedUntilMs: number | null) {
  const oldest = dates.at(-1);
  if (oldest === undefined) return [];
  const [lines, signatures] = await Promise.all([
    selectDayLines(db, {
      wallet: site.defaultWallet,
      currency: site.currency.code,
      timeZone: site.timeZone,
      from: oldest,
      fromMs: beginsMs(site, oldest),
      bookedUntilMs,
    }),
    selectSignatures(db, dates),
  ]);
  const linesOf = Map.groupBy(lines, ({ day }) => day);
  const signedOf = Map.groupBy(signatures, ({ day }) => day);
  return dates.map((date) => ({
    date,
    isBooked: bookedUntilMs !== null && endsMs(site, date) <= bookedUntilMs,
    lines: linesOf.get(date) ?? [],
    signatures: signedOf.get(date) ?? [],
  }));
}

async function readOperatorDay(
  { params }: Call<typeof calls.readOperatorDay>,
  { reads: pool, site }: Parts,
): Promise<Answered<typeof calls.readOperatorDay>> {
  return await reportOf(pool, site, params.date);
}

async function signOperatorDay(
  call: Call<typeof calls.signOperatorDay>,
  { run, signing }: Parts,
): Promise<Answered<typeof calls.signOperatorDay>> {
  return await run(call, signing, { date: call.params.date, hash: call.body.hash });
}

async function reportOf(db: Db, site: Site, date: string): Promise<DayReportView> {
  const report = await selectReport(db, date);
  if (report?.isKnown !== true) throw new Refused('DAY_NOT_FOUND');
  const channels = await selectChannels(db, site.currency.code, beginsMs(site, date), endsMs(site, date));
  return dayReportView(report, channels, await selectSignatures(db, [date]), site.currency);
}

function beginsMs({ timeZone }: Site, date: string): number {
  return localToUtc(timeZone, dayOfDate(date), 0);
}

function endsMs({ timeZone }: Site, date: string): number {
  return localToUtc(timeZone, dayOfDate(date) + 1, 0);
}

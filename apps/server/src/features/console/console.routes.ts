import * as calls from '@candor/contract/calls/console/console';
import { on, serve } from '../../platform/http/serve.ts';
import type { Answered, Call } from '../../platform/http/serve.ts';
import { Readable } from 'node:stream';
import { cursorNumber, pageOf } from '../../platform/http/paging.ts';
import { permits } from '@candor/domain/identity/permission';
import { localDateAt } from '@candor/domain/market/local-time';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Db, Pool } from '../../platform/db/pool.ts';
import { CSV_START, csvLine } from '@candor/domain/text/csv';
import type { HttpApp } from '../../platform/http/http-app.ts';
import { FILE_POINTS } from '../../platform/http/route-cost.ts';
import type { Budgets } from '../../platform/http/route-cost.ts';
import type { Operators } from '../../services/operators/operators.ts';
import type { QueueCounter } from '../../services/operators/queue-counter.ts';
import { rangeMs } from '../../services/site/date-range.ts';
import type { Site } from '../../services/site/site.ts';
import { selectAudit } from './audit-log-store.ts';
import type { AuditFilter } from './audit-log-store.ts';
import { withSubjects } from './audit-subject-store.ts';
import { AUDIT_CSV_HEAD, auditCheckViewOf, auditCsvCells, auditEntryView } from './audit-view.ts';
import { checkAudit } from './check-audit.ts';

/** What operators share, whatever they work on: how much waits in their queues, and the log of what everyone did. */
export interface ConsoleDeps {
  pool: Pool;
  clock: Clock;
  site: Site;
  operators: Operators;
  budgets: Pick<Budgets, 'spend'>;
  counters: readonly QueueCounter[];
}

export function consoleRoutes(app: HttpApp, deps: ConsoleDeps): void {
  counterRoutes(app, deps);
  auditRoutes(app, deps);
}

function counterRoutes(app: HttpApp, deps: ConsoleDeps): void {
  serve(app, deps, [on(calls.readCounters, readCounters)]);
}

async function readCounters(
  { request }: Call<typeof calls.readCounters>,
  { pool, operators, counters }: ConsoleDeps,
): Promise<Answered<typeof calls.readCounters>> {
  const { permissions } = operators.operatorOf(request);
  const own = counters.filter(({ permission }) => permits(permissions, permission));
  const counts = await Promise.all(own.map(async ({ name, count }) => [name, await count(pool)] as const));
  return Object.fromEntries(counts);
}

function auditRoutes(app: HttpApp, deps: ConsoleDeps): void {
  serve(app, deps, [on(calls.listAudit, listAudit), on(calls.checkAudit, answerCheckAudit)]);
}

async function listAudit(
  { query, request, reply }: Call<typeof calls.listAudit>,
  { pool, clock, site, budgets }: ConsoleDeps,
): Promise<Answered<typeof calls.listAudit>> {
  const { actor, command, subjectType, subjectId } = query;
  const range = rangeMs(query, site.timeZone);
  const filter = {
    actor,
    command,
    subjectType,
    subjectId,
    ...range,
    sort: query.sort,
    cursor: cursorNumber(query.cursor),
  };
  if (query.format === 'csv') {
    budgets.spend(request, FILE_POINTS);
    const name = `candor-audit-${localDateAt(site.timeZone, clock.now())}.csv`;
    reply.header('content-disposition', `attachment; filename="${name}"`).type('text/csv; charset=utf-8');
    return await reply.send(Readable.from(csvOf(pool, filter)));
  }
  return await pageOf({
    paging: query,
    read: async (limit) => await withSubjects(pool, await selectAudit(pool, { ...filter, limit })),
    view: auditEntryView,
    cursorOf: ({ id }) => id,
  });
}

async function answerCheckAudit(
  { query }: Call<typeof calls.checkAudit>,
  { pool }: ConsoleDeps,
): Promise<Answered<typeof calls.checkAudit>> {
  return auditCheckViewOf(await checkAudit(pool, BigInt(query.after ?? 0)));
}

const CSV_BATCH = 1_000;

/** All entries of the filter with the hashes of the chain, read in batches as fast as the client takes them. */
async function* csvOf(db: Db, filter: Omit<AuditFilter, 'limit'>): AsyncGenerator<string> {
  yield CSV_START + csvLine(AUDIT_CSV_HEAD);
  let { cursor } = filter;
  for (;;) {
    const rows = await selectAudit(db, { ...filter, cursor, limit: CSV_BATCH });
    if (rows.length > 0) yield rows.map((row) => csvLine(auditCsvCells(row))).join('');
    if (rows.length < CSV_BATCH) return;
    cursor = rows.at(-1)?.id;
  }
}

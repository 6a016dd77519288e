import { Readable } from 'node:stream';
import * as calls from '@candor/contract/calls/console/exports';
import { EXPORT_ROWS_MAX } from '@candor/contract/console-exports';
import type { ExportBody } from '@candor/contract/console-exports';
import { permits } from '@candor/domain/identity/permission';
import { localDateAt, offsetMs } from '@candor/domain/market/local-time';
import { CSV_START, csvLine } from '@candor/domain/text/csv';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Pool } from '../../platform/db/pool.ts';
import { Refused } from '../../platform/http/http-app.ts';
import type { HttpApp } from '../../platform/http/http-app.ts';
import { FILE_POINTS } from '../../platform/http/route-cost.ts';
import type { Budgets } from '../../platform/http/route-cost.ts';
import { on, serve } from '../../platform/http/serve.ts';
import type { Answered, Call } from '../../platform/http/serve.ts';
import type { Log } from '../../platform/log/log.ts';
import { recordActs } from '../../services/commands/audit-store.ts';
import type { Act } from '../../services/commands/audit-store.ts';
import { momentWriter, moneyWriter } from '../../services/exports/export-kind.ts';
import type { ExportKind } from '../../services/exports/export-kind.ts';
import { asOperator } from '../../services/operators/acting-store.ts';
import type { Acting } from '../../services/operators/acting-store.ts';
import { selectPermissions } from '../../services/operators/operator-session-store.ts';
import type { Operators } from '../../services/operators/operators.ts';
import type { Site } from '../../services/site/site.ts';

/*
 * Lists as files. A file is read in batches, each in a short transaction of its own, and the next one only when the client has
 * taken the last: a slow reader holds memory of one batch, and no connection. Each batch looks again at the operator's session, and at
 * whether they may read the list still.
 */
export interface ExportDeps {
  pool: Pool;
  clock: Clock;
  site: Site;
  log: Log;
  operators: Pick<Operators, 'operatorOf'>;
  budgets: Pick<Budgets, 'spend'>;
  exports: readonly ExportKind[];
}

const BATCH = 2_000;
/** A client that takes nothing for so long has left. */
const STALL_MS_MAX = 60_000;

export function exportRoutes(app: HttpApp, deps: ExportDeps): void {
  // One file at a time for each operator of this process.
  serve(app, { ...deps, running: new Set<bigint>() }, [on(calls.exportList, exportList)]);
}

type Parts = ExportDeps & { readonly running: Set<bigint> };

async function exportList(
  { body, request, reply }: Call<typeof calls.exportList>,
  deps: Parts,
): Promise<Answered<typeof calls.exportList>> {
  const { site, clock, running, pool, operators } = deps;
  const { permissions, operatorId, session } = operators.operatorOf(request);
  const acting = { operatorId, session };
  const kind = deps.exports.find(({ list }) => list === body.list);
  if (kind === undefined) throw new Refused('FIELD_INVALID', { fields: { list: 'FIELD_INVALID' } });
  if (!permits(permissions, kind.permission)) throw new Refused('FORBIDDEN');
  const names = body.columns.map(({ name }) => name);
  if (names.some((name) => !kind.columns.includes(name)))
    throw new Refused('FIELD_INVALID', { fields: { columns: 'FIELD_INVALID' } });
  const moment = momentWriter(site.timeZone, offsetMs);
  const style = { language: body.language, money: moneyWriter(site.currency), moment };
  const read = kind.open(body.filter, operatorId, names, style);
  if (read === undefined) throw new Refused('FIELD_INVALID', { fields: { filter: 'FIELD_INVALID' } });
  await kind.check(body.filter);
  if (running.has(operatorId)) throw new Refused('EXPORT_RUNNING');
  running.add(operatorId);
  try {
    deps.budgets.spend(request, FILE_POINTS);
    // Before anything is sent: whatever becomes of the file, it is known who asked for what.
    await recordFile(pool, acting, actOf(body, 'console/exports/begin', { columns: names.join(' ') }));
  } catch (error) {
    running.delete(operatorId);
    throw error;
  }
  const progress = { rows: 0, isWhole: false };
  // Each batch that the client makes room for begins the wait anew. Nobody listens to the data: that would make it flow.
  const onBatch = () => void stall.refresh();
  const stream = Readable.from(linesOf({ pool, acting, body, kind, read, progress, onBatch }));
  const stall = setTimeout(() => stream.destroy(), STALL_MS_MAX);
  stream.once('close', () => {
    clearTimeout(stall);
    running.delete(operatorId);
    const detail = { rows: progress.rows, whole: progress.isWhole };
    void recordFile(pool, acting, actOf(body, 'console/exports/end', detail)).catch((error: unknown) => {
      // Such as a session that ended meanwhile. What was asked for is in the audit already.
      deps.log.warn({ err: error, list: body.list, ...detail }, 'console: the end of a file is not in the audit');
    });
  });
  const name = `candor-${body.list}-${localDateAt(site.timeZone, clock.now())}.csv`;
  reply.header('content-disposition', `attachment; filename="${name}"`).type('text/csv; charset=utf-8');
  return await reply.send(stream);
}

/** Each of them, also when the same operator makes the same file again. */
async function recordFile(pool: Pool, acting: Acting, act: Act): Promise<void> {
  await asOperator(pool, acting, async (db) => await recordActs(db, [act]));
}

const DETAIL_CHARS_MAX = 1_000;

function actOf({ list, filter }: ExportBody, command: string, detail: Record<string, string | number | boolean>) {
  // A searched word may be a phone or a name, which the log would keep beyond the member's own data.
  const words = Object.entries(filter).map(([name, value]) => `${name}=${name === 'q' ? '…' : value}`);
  return {
    command,
    subjectType: 'list',
    subjectId: list,
    detail: { ...detail, filter: words.join(' ').slice(0, DETAIL_CHARS_MAX) },
  };
}

interface Lines {
  readonly pool: Pool;
  readonly acting: Acting;
  readonly body: ExportBody;
  readonly kind: Pick<ExportKind, 'permission' | 'batchMax' | 'isApart'>;
  readonly read: NonNullable<ReturnType<ExportKind['open']>>;
  readonly progress: { rows: number; isWhole: boolean };
  readonly onBatch: () => void;
}

async function* linesOf({ pool, acting, body, kind, read, progress, onBatch }: Lines): AsyncGenerator<string> {
  yield CSV_START + csvLine(body.columns.map(({ title }) => title));
  const words = body.columns.map((column) => new Map(Object.entries(column.words ?? {})));
  let after: string | undefined;
  while (progress.rows < EXPORT_ROWS_MAX) {
    onBatch();
    const limit = Math.min(kind.batchMax ?? BATCH, EXPORT_ROWS_MAX - progress.rows);
    const from = after;
    const inTransaction = await asOperator(pool, acting, async (db) => {
      if (!permits(await selectPermissions(db, acting.operatorId), kind.permission)) throw new Refused('FORBIDDEN');
      return kind.isApart === true ? undefined : await read(db, from, limit);
    });
    const batch = kind.isApart === true ? await read(pool, from, limit) : inTransaction;
    if (batch === undefined) break;
    ({ after } = batch);
    progress.rows += batch.rows.length;
    yield batch.rows.map((cells) => csvLine(cells.map((text, at) => words[at]?.get(text) ?? text))).join('');
    if (batch.rows.length < limit) break;
  }
  progress.isWhole = true;
}

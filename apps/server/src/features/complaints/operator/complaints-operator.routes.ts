import * as calls from '@candor/contract/calls/console/complaints';
import type { OperatorComplaintView } from '@candor/contract/complaints';
import { dateText, localDateAt, localDay, localToUtc } from '@candor/domain/market/local-time';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Db, Pool } from '../../../platform/db/pool.ts';
import { Refused } from '../../../platform/http/http-app.ts';
import type { HttpApp } from '../../../platform/http/http-app.ts';
import { cursorLike, pageOf } from '../../../platform/http/paging.ts';
import { on, serve } from '../../../platform/http/serve.ts';
import type { Answered, Call } from '../../../platform/http/serve.ts';
import { recordActs } from '../../../services/commands/audit-store.ts';
import type { ReadArchivedOrder } from '../../../services/order-archive/read-archived-order.ts';
import { asOperator } from '../../../services/operators/acting-store.ts';
import type { Acting } from '../../../services/operators/acting-store.ts';
import type { Operators } from '../../../services/operators/operators.ts';
import type { QueueCounter } from '../../../services/operators/queue-counter.ts';
import { insertOutbox } from '../../../services/outbox/outbox-store.ts';
import type { Site } from '../../../services/site/site.ts';
import { namedIn, selectOwnThings, withFiled, wrongName } from '../complaint-store.ts';
import type { Look } from '../complaint-view.ts';
import {
  countOpen,
  insertRecorded,
  isMember,
  selectFigures,
  selectRecorded,
  selectRegister,
  selectRegistered,
  selectTopics,
} from './register-store.ts';
import { registerViews } from './register-view.ts';
import { stepComplaint } from './step-complaint.ts';
import type { Step } from './step-complaint.ts';

/**
 * The register of complaints. An operator writes one down for a member, takes it, asks, and answers it once and for good. Nothing of
 * it changes an order or money: what a complaint brings to light is put right where such things are.
 */
export interface ComplaintOperatorDeps {
  pool: Pool;
  clock: Clock;
  site: Site;
  operators: Pick<Operators, 'operatorOf'>;
  readArchivedOrder: ReadArchivedOrder;
}

export const COMPLAINT_QUEUE: QueueCounter = {
  name: 'complaints',
  permission: 'support:complaint:read',
  count: async (db) => Number(await countOpen(db)),
};

export function complaintOperatorRoutes(app: HttpApp, deps: ComplaintOperatorDeps): void {
  serve(app, deps, [
    on(calls.listMembersComplaints, listMembersComplaints),
    on(calls.readComplaint, readComplaint),
    on(calls.readComplaintFigures, readComplaintFigures),
    on(calls.recordComplaint, recordComplaint),
    on(calls.takeComplaint, takeComplaint),
    on(calls.askAboutComplaint, askAboutComplaint),
    on(calls.answerComplaint, answerComplaint),
  ]);
}

function lookOf({ site, clock }: Pick<ComplaintOperatorDeps, 'site' | 'clock'>): Look {
  return { timeZone: site.timeZone, nowMs: clock.now() };
}

async function listMembersComplaints(
  { query }: Call<typeof calls.listMembersComplaints>,
  deps: ComplaintOperatorDeps,
): Promise<Answered<typeof calls.listMembersComplaints>> {
  const { pool } = deps;
  const look = lookOf(deps);
  const { queue = 'all', topic, member } = query;
  const today = localDateAt(look.timeZone, look.nowMs);
  const filter = { queue, topic, member, today, after: placeOf(query.cursor) };
  const page = await pageOf({
    paging: query,
    read: async (limit) => await selectRegister(pool, { ...filter, limit }),
    view: (row) => row,
    cursorOf: ({ place }) => place,
  });
  return { ...page, items: await registerViews(pool, page.items, look) };
}

async function readComplaint(
  { params }: Call<typeof calls.readComplaint>,
  deps: ComplaintOperatorDeps,
): Promise<Answered<typeof calls.readComplaint>> {
  return await viewOf(deps.pool, BigInt(params.id), lookOf(deps));
}

const FIGURE_DAYS = 365;

async function readComplaintFigures(
  _: Call<typeof calls.readComplaintFigures>,
  deps: ComplaintOperatorDeps,
): Promise<Answered<typeof calls.readComplaintFigures>> {
  const { timeZone, nowMs } = lookOf(deps);
  const today = localDay(timeZone, nowMs);
  const since = new Date(localToUtc(timeZone, today - FIGURE_DAYS, 0));
  const [{ medianDays, ...counts }, topics] = await Promise.all([
    selectFigures(deps.pool, { today: dateText(today), timeZone, since }),
    selectTopics(deps.pool, since),
  ]);
  return {
    open: Number(counts.open),
    late: Number(counts.late),
    opened: Number(counts.opened),
    answered: Number(counts.answered),
    withdrawn: Number(counts.withdrawn),
    upheld: Number(counts.upheld),
    partly: Number(counts.partly),
    rejected: Number(counts.rejected),
    inTime: Number(counts.inTime),
    medianDays: medianDays === null ? null : Number(medianDays),
    topics: topics.map(({ topic, complaints }) => ({ topic, complaints: Number(complaints) })),
  };
}

async function recordComplaint(
  { body, key, request }: Call<typeof calls.recordComplaint>,
  deps: ComplaintOperatorDeps,
): Promise<Answered<typeof calls.recordComplaint>> {
  const { pool, operators, readArchivedOrder } = deps;
  const acting = operators.operatorOf(request);
  const memberId = BigInt(body.memberId);
  const named = await withFiled(pool, readArchivedOrder, memberId, namedIn(body));
  const id = await asOperator(pool, acting, async (db) => {
    if (!(await isMember(db, memberId))) throw new Refused('MEMBER_NOT_FOUND');
    const own = new Set((await selectOwnThings(db, [{ ...named, memberId }])).map(({ thing }) => thing));
    const wrong = wrongName(named, own);
    if (wrong !== null) throw new Refused(wrong);
    const { topic, text } = body;
    const recordedBy = acting.operatorId;
    const written = await insertRecorded(db, { ...named, memberId, topic, text, recordedBy, key });
    if (written === undefined) return await earlier(db, { memberId, text, key });
    await insertOutbox(db, [{ memberId, message: { type: 'support' } }]);
    await recordActs(db, [
      {
        command: 'console/complaint/record',
        subjectType: 'complaint',
        subjectId: written.toString(),
        detail: { memberId: memberId.toString(), topic },
      },
    ]);
    return written;
  });
  return await viewOf(pool, id, lookOf(deps));
}

/** A retry finds what it wrote; another call with the same key is refused. */
async function earlier(db: Db, asked: { memberId: bigint; text: string; key: string }): Promise<bigint> {
  const found = await selectRecorded(db, asked.key);
  if (found?.memberId !== asked.memberId || found.text !== asked.text) throw new Refused('IDEMPOTENCY_KEY_REUSED');
  return found.id;
}

async function takeComplaint(
  { params, request }: Call<typeof calls.takeComplaint>,
  deps: ComplaintOperatorDeps,
): Promise<Answered<typeof calls.takeComplaint>> {
  return await step(deps, params.id, deps.operators.operatorOf(request), { kind: 'taken' });
}

async function askAboutComplaint(
  { params, body, key, request }: Call<typeof calls.askAboutComplaint>,
  deps: ComplaintOperatorDeps,
): Promise<Answered<typeof calls.askAboutComplaint>> {
  return await step(deps, params.id, deps.operators.operatorOf(request), { kind: 'asked', text: body.text, key });
}

async function answerComplaint(
  { params, body, key, request }: Call<typeof calls.answerComplaint>,
  deps: ComplaintOperatorDeps,
): Promise<Answered<typeof calls.answerComplaint>> {
  const { text, decision } = body;
  return await step(deps, params.id, deps.operators.operatorOf(request), { kind: 'answered', text, decision, key });
}

async function step(
  deps: ComplaintOperatorDeps,
  number: string,
  acting: Acting,
  what: Step,
): Promise<OperatorComplaintView> {
  const id = BigInt(number);
  const done = await stepComplaint(deps.pool, { id, acting, step: what });
  if (!done.ok) throw new Refused(done.error);
  return await viewOf(deps.pool, id, lookOf(deps));
}

async function viewOf(db: Db, id: bigint, look: Look): Promise<OperatorComplaintView> {
  const row = await selectRegistered(db, id);
  const [view] = row === undefined ? [] : await registerViews(db, [row], look);
  if (view === undefined) throw new Refused('COMPLAINT_NOT_FOUND');
  return view;
}

/** Below what a column of the type bigint takes. */
const PLACE_MAX = 9_000_000_000_000_000_000n;

/** The cursor of the register is the place of the last complaint seen. */
function placeOf(cursor: string | undefined): bigint | undefined {
  return cursorLike(cursor, /^[1-9]\d{0,18}$/, (text) => (BigInt(text) > PLACE_MAX ? undefined : BigInt(text)));
}

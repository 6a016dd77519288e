import * as calls from '@candor/contract/calls/complaints';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Pool } from '../../platform/db/pool.ts';
import { Refused } from '../../platform/http/http-app.ts';
import type { HttpApp } from '../../platform/http/http-app.ts';
import { cursorNumber, pageOf } from '../../platform/http/paging.ts';
import { postgresLimit } from '../../platform/http/rate-limit.ts';
import { on, serve } from '../../platform/http/serve.ts';
import type { Answered, Call } from '../../platform/http/serve.ts';
import { runCommand } from '../../services/commands/run-commands.ts';
import type { Outcome } from '../../services/commands/run-commands.ts';
import type { Fingerprints } from '../../services/idempotency/idempotency.ts';
import type { ReadArchivedOrder } from '../../services/order-archive/read-archived-order.ts';
import type { Sessions } from '../../services/sessions/sessions.ts';
import type { Site } from '../../services/site/site.ts';
import { namedIn, selectOwnComplaints, withFiled } from './complaint-store.ts';
import { complaintViews } from './complaint-view.ts';
import { followComplaint } from './follow-complaint.ts';
import type { Followed } from './follow-complaint.ts';
import { openComplaint as opening } from './open-complaint.ts';
import type { Opened } from './open-complaint.ts';

/** A member's complaints: they open, follow and take back their own, and see each step. Orders and money are only read. */
export interface ComplaintDeps {
  pool: Pool;
  clock: Clock;
  site: Site;
  sessions: Sessions;
  fingerprints: Fingerprints;
  readArchivedOrder: ReadArchivedOrder;
}
const WRITES = { name: 'complaint', points: 20, durationSec: 3_600 };

export function complaintRoutes(app: HttpApp, deps: ComplaintDeps): void {
  serve<Parts>(app, partsOf(deps), [
    on(calls.listComplaints, listComplaints),
    on(calls.openComplaint, openComplaint),
    on(calls.replyToComplaint, replyToComplaint),
    on(calls.withdrawComplaint, withdrawComplaint),
  ]);
}

function partsOf(deps: ComplaintDeps) {
  return {
    ...deps,
    limit: postgresLimit(deps.pool, WRITES),
    open: opening(deps),
    reply: followComplaint(deps, 'support/complaints/reply'),
    withdraw: followComplaint(deps, 'support/complaints/withdraw'),
  };
}

type Parts = ReturnType<typeof partsOf>;

async function listComplaints(
  { query, request }: Call<typeof calls.listComplaints>,
  { pool, clock, site, sessions }: Parts,
): Promise<Answered<typeof calls.listComplaints>> {
  const { memberId } = sessions.memberOf(request);
  const beforeId = cursorNumber(query.cursor);
  const page = await pageOf({
    paging: query,
    read: async (limit) => await selectOwnComplaints(pool, { memberId, beforeId, limit }),
    view: (row) => row,
    cursorOf: ({ id }) => id,
  });
  return { ...page, items: await complaintViews(pool, page.items, { timeZone: site.timeZone, nowMs: clock.now() }) };
}

async function openComplaint(
  { body, key, request }: Call<typeof calls.openComplaint>,
  { pool, sessions, fingerprints, readArchivedOrder, limit, open }: Parts,
): Promise<Answered<typeof calls.openComplaint>> {
  const { memberId } = sessions.memberOf(request);
  await limit.take(memberId.toString());
  const { topic, text } = body;
  const named = await withFiled(pool, readArchivedOrder, memberId, namedIn(body));
  return answerOf(
    await runCommand(pool, open, {
      memberId,
      key,
      fingerprint: fingerprints.of(body),
      input: { topic, text, ...named },
    }),
  );
}

async function replyToComplaint(
  { params, body, key, request }: Call<typeof calls.replyToComplaint>,
  { pool, sessions, fingerprints, limit, reply }: Parts,
): Promise<Answered<typeof calls.replyToComplaint>> {
  const { memberId } = sessions.memberOf(request);
  await limit.take(memberId.toString());
  const fingerprint = fingerprints.of({ ...params, ...body });
  const input = { id: BigInt(params.id), text: body.text };
  return answerOf(await runCommand(pool, reply, { memberId, key, fingerprint, input }));
}

async function withdrawComplaint(
  { params, key, request }: Call<typeof calls.withdrawComplaint>,
  { pool, sessions, fingerprints, limit, withdraw }: Parts,
): Promise<Answered<typeof calls.withdrawComplaint>> {
  const { memberId } = sessions.memberOf(request);
  await limit.take(memberId.toString());
  const input = { id: BigInt(params.id), text: undefined };
  return answerOf(await runCommand(pool, withdraw, { memberId, key, fingerprint: fingerprints.of(params), input }));
}

function answerOf(outcome: Outcome<Opened | Followed>): Answered<typeof calls.openComplaint> {
  if (!outcome.ok) throw new Refused(outcome.error);
  if (!outcome.value.ok) throw new Refused(outcome.value.error);
  return outcome.value.value;
}

import * as calls from '@candor/contract/calls/console/members';
import { on, serve } from '../../platform/http/serve.ts';
import type { Answered, Call } from '../../platform/http/serve.ts';
import type { MemberDetailView } from '@candor/contract/console-members';
import { cursorNumber, pageOf } from '../../platform/http/paging.ts';
import type { Db, Pool } from '../../platform/db/pool.ts';
import { Refused } from '../../platform/http/http-app.ts';
import type { HttpApp, HttpRequest } from '../../platform/http/http-app.ts';
import type { RateLimit } from '../../platform/http/rate-limit.ts';
import { recordActs } from '../../services/commands/audit-store.ts';
import { recordFound } from '../../services/commands/record-look.ts';
import { asOperator } from '../../services/operators/acting-store.ts';
import type { Acting } from '../../services/operators/acting-store.ts';
import type { Operators } from '../../services/operators/operators.ts';
import type { Site } from '../../services/site/site.ts';
import { phoneForms } from '../../services/verification/phone-forms.ts';
import {
  deleteMemberSessions,
  selectMember,
  insertNote,
  selectMemberExists,
  selectMembers,
  selectMemberSessions,
  selectNotes,
  selectOpenOrders,
  selectRestrictions,
} from './members-store.ts';
import { memberDetailView, memberLineView } from './members-view.ts';
import { restrictMember } from './restrict-member.ts';
import type { MemberRestriction } from './restrict-member.ts';

/**
 * Members in the console: found, seen with their whole context, kept from what a reason forbids. Nobody here changes a
 * password, a balance or an order.
 */
export interface MembersDeps {
  pool: Pool;
  site: Site;
  operators: Pick<Operators, 'operatorOf'>;
  /** As of the search: a phone number finds a member here too. */
  lookups: RateLimit;
  /** What other features know of the member: the newest lines of each, nothing unmasked. */
  knownOf: (
    db: Db,
    memberId: bigint,
  ) => Promise<Pick<MemberDetailView, 'transfers' | 'deposits' | 'withdrawals' | 'verification' | 'realName' | 'card'>>;
}
const OPEN_ORDERS_SHOWN = 20;
const NOTES_SHOWN = 20;

export function membersRoutes(app: HttpApp, deps: MembersDeps): void {
  readRoutes(app, deps);
  restrictionRoutes(app, deps);
  noteRoutes(app, deps);
}

function readRoutes(app: HttpApp, deps: MembersDeps): void {
  serve(app, readParts(deps), [on(calls.listMembers, listMembers), on(calls.readMemberDetail, readMemberDetail)]);
}

function readParts(deps: MembersDeps) {
  const { site } = deps;
  const place = { wallet: site.defaultWallet, currency: site.currency.code };
  return { ...deps, place };
}

type ReadParts = ReturnType<typeof readParts>;

async function listMembers(
  { query, request }: Call<typeof calls.listMembers>,
  { pool, site, place, operators, lookups }: ReadParts,
): Promise<Answered<typeof calls.listMembers>> {
  const { q, restriction } = query;
  const filter = { ...place, q, restriction, sort: query.sort, cursor: cursorNumber(query.cursor) };
  const phones = q === undefined ? [] : phoneForms(q);
  const acting = operators.operatorOf(request);
  if (phones.length > 0) await lookups.take(acting.operatorId.toString());
  return await pageOf({
    paging: query,
    read: async (limit) => {
      const rows = await selectMembers(pool, { ...filter, limit });
      for (const { id, phone } of rows)
        if (phones.includes(phone)) await recordFound(pool, acting, { memberId: id, what: 'phone' });
      return rows;
    },
    view: (row) => memberLineView(row, site),
    cursorOf: ({ id }) => id,
  });
}

async function readMemberDetail(
  { params }: Call<typeof calls.readMemberDetail>,
  { pool, site, knownOf, place }: ReadParts,
): Promise<Answered<typeof calls.readMemberDetail>> {
  const memberId = BigInt(params.id);
  const row = await selectMember(pool, memberId, place);
  if (row === undefined) throw new Refused('MEMBER_NOT_FOUND');
  const [restrictions, sessions, openOrders, notes, known] = await Promise.all([
    selectRestrictions(pool, memberId),
    selectMemberSessions(pool, memberId),
    selectOpenOrders(pool, memberId, { wallet: place.wallet, limit: OPEN_ORDERS_SHOWN }),
    selectNotes(pool, memberId, NOTES_SHOWN),
    knownOf(pool, memberId),
  ]);
  return memberDetailView(row, site, { restrictions, sessions, openOrders, notes, known });
}

/** What operators write down for each other. */
function noteRoutes(app: HttpApp, deps: MembersDeps): void {
  serve(app, deps, [on(calls.writeMemberNote, writeMemberNote)]);
}

async function writeMemberNote(
  { params, body, request }: Call<typeof calls.writeMemberNote>,
  { pool, operators }: MembersDeps,
): Promise<Answered<typeof calls.writeMemberNote>> {
  const memberId = BigInt(params.id);
  const acting = operators.operatorOf(request);
  const { operatorId } = acting;
  if (memberId === operatorId) throw new Refused('ITEM_OWN');
  await asOperator(pool, acting, async (db) => {
    if (!(await selectMemberExists(db, memberId))) throw new Refused('MEMBER_NOT_FOUND');
    const id = await insertNote(db, { memberId, operatorId, text: body.text });
    await recordActs(db, [
      {
        command: 'console/members/note',
        subjectType: 'member',
        subjectId: memberId.toString(),
        detail: { note: id.toString() },
      },
    ]);
  });
  return null;
}

function restrictionRoutes(app: HttpApp, deps: MembersDeps): void {
  serve(app, restrictionParts(deps), [
    on(calls.freezeMember, freezeMember),
    on(calls.forbidMember, forbidMember),
    on(calls.endMemberSessions, endMemberSessions),
  ]);
}

function restrictionParts(deps: MembersDeps) {
  const { pool, operators } = deps;
  const restrict = async (request: HttpRequest, change: Omit<MemberRestriction, keyof Acting>) => {
    const { operatorId, session } = operators.operatorOf(request);
    const restriction = { ...change, operatorId, session };
    const done = await restrictMember(pool, restriction);
    if (!done.ok) throw new Refused(done.error);
    return null;
  };
  return { ...deps, restrict };
}

type RestrictionParts = ReturnType<typeof restrictionParts>;

async function freezeMember(
  { params, body, request }: Call<typeof calls.freezeMember>,
  { restrict }: RestrictionParts,
): Promise<Answered<typeof calls.freezeMember>> {
  return await restrict(request, {
    ...body,
    kind: 'frozen',
    memberId: BigInt(params.id),
  });
}

async function forbidMember(
  { params, body, request }: Call<typeof calls.forbidMember>,
  { restrict }: RestrictionParts,
): Promise<Answered<typeof calls.forbidMember>> {
  return await restrict(request, {
    ...body,
    memberId: BigInt(params.id),
  });
}

async function endMemberSessions(
  { params, query, request }: Call<typeof calls.endMemberSessions>,
  { pool, operators }: RestrictionParts,
): Promise<Answered<typeof calls.endMemberSessions>> {
  const memberId = BigInt(params.id);
  const ended = await asOperator(
    pool,
    operators.operatorOf(request),
    async (db) => await deleteMemberSessions(db, memberId, query.session),
  );
  if (ended === 0) throw new Refused('SESSION_NOT_FOUND');
  return { ended };
}

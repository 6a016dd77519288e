import {
  endedView,
  endSessionsQuery,
  forbidBody,
  freezeBody,
  memberDetailView as memberDetailSchema,
  memberNoteBody,
  memberParams,
  membersQuery,
  membersView,
} from '@candor/contract/console-members';
import type { MemberDetailView } from '@candor/contract/console-members';
import { CONSOLE_PATHS } from '@candor/contract/console-paths';
import { envelopeOf } from '@candor/contract/envelope';
import { PAGE_LIMIT_DEFAULT } from '@candor/contract/fields';
import { patternOf } from '@candor/contract/routes';
import * as z from 'zod/mini';
import type { Db, Pool } from '../../platform/db/pool.ts';
import { ok, Refused } from '../../platform/http/http-app.ts';
import type { HttpApp, HttpRequest } from '../../platform/http/http-app.ts';
import { operatorRoute } from '../../platform/http/route-cost.ts';
import { recordActs } from '../../services/commands/audit-store.ts';
import { asOperator } from '../../services/operators/acting-store.ts';
import type { Acting } from '../../services/operators/acting-store.ts';
import type { Operators } from '../../services/operators/operators.ts';
import type { Secrets } from '../../services/secrets/secrets.ts';
import type { Site } from '../../services/site/site.ts';
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
  secrets: Pick<Secrets, 'seal'>;
  operators: Pick<Operators, 'operatorOf'>;
  /** What other features know of the member: the newest lines of each, nothing unmasked. */
  knownOf: (
    db: Db,
    memberId: bigint,
  ) => Promise<Pick<MemberDetailView, 'transfers' | 'deposits' | 'withdrawals' | 'verification' | 'card'>>;
}

const TAGS = ['members'];
const OPEN_ORDERS_SHOWN = 20;
const NOTES_SHOWN = 20;

export function membersRoutes(app: HttpApp, deps: MembersDeps): void {
  readRoutes(app, deps);
  restrictionRoutes(app, deps);
  noteRoutes(app, deps);
}

function readRoutes(app: HttpApp, { pool, site, secrets, knownOf }: MembersDeps): void {
  const place = { wallet: site.defaultWallet, currency: site.currency.code };
  const list = { tags: TAGS, querystring: membersQuery, response: { 200: envelopeOf(membersView) } };
  app.get(
    CONSOLE_PATHS.members,
    { config: operatorRoute('list', 'member:profile:search'), schema: list },
    async (request) => {
      const { query } = request;
      const limit = query.limit ?? PAGE_LIMIT_DEFAULT;
      const rows = await selectMembers(pool, {
        ...place,
        q: query.q,
        restriction: query.restriction,
        beforeId: cursorId(query.cursor),
        limit: limit + 1,
      });
      const page = rows.slice(0, limit);
      return ok({
        items: page.map((row) => memberLineView(row, site)),
        nextCursor: rows.length > limit ? (page.at(-1)?.id.toString() ?? null) : null,
      });
    },
  );

  const one = { tags: TAGS, params: memberParams, response: { 200: envelopeOf(memberDetailSchema) } };
  app.get(
    patternOf(CONSOLE_PATHS.member, 'id'),
    { config: operatorRoute('list', 'member:profile:read'), schema: one },
    async (request) => {
      const memberId = BigInt(request.params.id);
      const row = await selectMember(pool, memberId, place);
      if (row === undefined) throw new Refused('MEMBER_NOT_FOUND');
      const [restrictions, sessions, openOrders, notes, known] = await Promise.all([
        selectRestrictions(pool, memberId),
        selectMemberSessions(pool, memberId),
        selectOpenOrders(pool, memberId, { wallet: place.wallet, limit: OPEN_ORDERS_SHOWN }),
        selectNotes(pool, memberId, NOTES_SHOWN),
        knownOf(pool, memberId),
      ]);
      return ok(memberDetailView(row, site, secrets.seal, { restrictions, sessions, openOrders, notes, known }));
    },
  );
}

/** What operators write down for each other. */
function noteRoutes(app: HttpApp, { pool, operators }: MembersDeps): void {
  app.post(
    patternOf(CONSOLE_PATHS.memberNotes, 'id'),
    {
      config: operatorRoute('change', 'member:note:write'),
      schema: { tags: TAGS, params: memberParams, body: memberNoteBody, response: { 200: envelopeOf(z.null()) } },
    },
    async (request) => {
      const memberId = BigInt(request.params.id);
      const acting = operators.operatorOf(request);
      const { operatorId } = acting;
      if (memberId === operatorId) throw new Refused('ITEM_OWN');
      await asOperator(pool, acting, async (db) => {
        if (!(await selectMemberExists(db, memberId))) throw new Refused('MEMBER_NOT_FOUND');
        const id = await insertNote(db, { memberId, operatorId, text: request.body.text });
        await recordActs(db, [
          {
            command: 'console/members/note',
            subjectType: 'member',
            subjectId: memberId.toString(),
            detail: { note: id.toString() },
          },
        ]);
      });
      return ok(null);
    },
  );
}

function restrictionRoutes(app: HttpApp, { pool, operators }: MembersDeps): void {
  const nothing = { 200: envelopeOf(z.null()) };
  const restrict = async (request: HttpRequest, change: Omit<MemberRestriction, keyof Acting>) => {
    const { operatorId, session } = operators.operatorOf(request);
    const restriction = { ...change, operatorId, session };
    const done = await restrictMember(pool, restriction);
    if (!done.ok) throw new Refused(done.error);
    return ok(null);
  };

  app.post(
    patternOf(CONSOLE_PATHS.memberFreeze, 'id'),
    {
      config: operatorRoute('change', 'member:profile:freeze'),
      schema: { tags: TAGS, params: memberParams, body: freezeBody, response: nothing },
    },
    async (request) =>
      await restrict(request, {
        ...request.body,
        kind: 'frozen',
        memberId: BigInt(request.params.id),
      }),
  );

  app.post(
    patternOf(CONSOLE_PATHS.memberForbid, 'id'),
    {
      config: operatorRoute('change', 'member:profile:forbid'),
      schema: { tags: TAGS, params: memberParams, body: forbidBody, response: nothing },
    },
    async (request) =>
      await restrict(request, {
        ...request.body,
        memberId: BigInt(request.params.id),
      }),
  );

  app.delete(
    patternOf(CONSOLE_PATHS.memberSessions, 'id'),
    {
      config: operatorRoute('change', 'member:profile:sessions'),
      schema: {
        tags: TAGS,
        params: memberParams,
        querystring: endSessionsQuery,
        response: { 200: envelopeOf(endedView) },
      },
    },
    async (request) => {
      const memberId = BigInt(request.params.id);
      const ended = await asOperator(
        pool,
        operators.operatorOf(request),
        async (db) => await deleteMemberSessions(db, memberId, request.query.session),
      );
      if (ended === 0) throw new Refused('SESSION_NOT_FOUND');
      return ok({ ended });
    },
  );
}

/** The cursor of the list is the id of the last member seen. */
function cursorId(cursor: string | undefined): bigint | undefined {
  if (cursor === undefined) return undefined;
  if (!/^\d{1,18}$/.test(cursor)) throw new Refused('FIELD_INVALID', { fields: { cursor: 'FIELD_INVALID' } });
  return BigInt(cursor);
}

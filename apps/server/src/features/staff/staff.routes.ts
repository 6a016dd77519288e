import * as calls from '@candor/contract/calls/console/staff';
import type { RoleChangeView, StaffChangeView } from '@candor/contract/console-staff';
import type { Pool } from '../../platform/db/pool.ts';
import { Refused } from '../../platform/http/http-app.ts';
import type { HttpApp } from '../../platform/http/http-app.ts';
import { on, serve } from '../../platform/http/serve.ts';
import type { Answered, Call } from '../../platform/http/serve.ts';
import { randomToken } from '../../platform/ids/ids.ts';
import { asOperator } from '../../services/operators/acting-store.ts';
import { takeTurn } from '../../services/proposals/proposal-store.ts';
import { proposalLines, proposalQueue, propose } from '../../services/proposals/proposals.ts';
import type { KindDeps, ProposalsDeps } from '../../services/proposals/proposals.ts';
import { hashToken } from '../../services/sessions/sessions.ts';
import { ROLE_KIND, roleForm } from './role-kind.ts';
import { missingHands, STAFF_KIND, STAFF_TURN, staffForm } from './staff-kind.ts';
import {
  closeInvitation,
  endSessionsOf,
  leaveOperator,
  makeLink,
  ROLE_CHANGES,
  selectCode,
  selectIsLastOwner,
  selectRights,
  selectRoles,
  selectStaff,
  STAFF_CHANGES,
} from './staff-store.ts';
import type { RoleChangeRow, StaffChangeRow } from './staff-store.ts';
import { roleOf, staffMemberOf } from './staff-view.ts';

export const STAFF_QUEUE = proposalQueue('staffChanges', calls.staffChanges, STAFF_CHANGES, {
  subject: ({ username }) => username,
  before: ({ before }) => before.roles.join(' '),
  after: ({ after }) => after.roles.join(' '),
});
export const ROLE_QUEUE = proposalQueue('roleChanges', calls.roleChanges, ROLE_CHANGES, {
  subject: ({ name }) => name,
});

type StaffDeps = KindDeps<StaffChangeRow, StaffChangeView>;
type RoleDeps = KindDeps<RoleChangeRow, RoleChangeView>;

/** Who works at the console: invited, changed and let go. Nothing here reads or writes an order, a price or money. */
export function staffRoutes(app: HttpApp, deps: ProposalsDeps): void {
  serve(app, { ...deps, kind: STAFF_KIND }, [
    ...proposalLines<StaffChangeRow, StaffChangeView>(calls.staffChanges),
    on(calls.proposeStaffChange, proposeStaffChange),
    on(calls.makeInvitationLink, makeInvitationLink),
    on(calls.readInvitationCode, readInvitationCode),
    on(calls.endInvitation, endInvitation),
    on(calls.listStaff, listStaff),
    on(calls.endSessionsOfOperator, endSessionsOfOperator),
    on(calls.letOperatorLeave, letOperatorLeave),
    on(calls.leaveStaff, leaveStaff),
  ]);
}

/** Which roles there are, with which permissions. */
export function roleRoutes(app: HttpApp, deps: ProposalsDeps): void {
  serve(app, { ...deps, kind: ROLE_KIND }, [
    ...proposalLines<RoleChangeRow, RoleChangeView>(calls.roleChanges),
    on(calls.proposeRoleChange, proposeRoleChange),
    on(calls.listRoles, listRoles),
  ]);
}

type ProposeStaff = typeof calls.proposeStaffChange;

async function proposeStaffChange(call: Call<ProposeStaff>, deps: StaffDeps): Promise<Answered<ProposeStaff>> {
  const { operatorId } = deps.operators.operatorOf(call.request);
  return await propose(call, deps, staffForm(operatorId), { input: call.body });
}

type ProposeRole = typeof calls.proposeRoleChange;

async function proposeRoleChange(call: Call<ProposeRole>, deps: RoleDeps): Promise<Answered<ProposeRole>> {
  const { operatorId } = deps.operators.operatorOf(call.request);
  return await propose(call, deps, roleForm(operatorId), { input: call.body });
}

/** This is the only time that the token is known in clear. */
async function makeInvitationLink(
  { params, request }: Call<typeof calls.makeInvitationLink>,
  { pool, operators }: StaffDeps,
): Promise<Answered<typeof calls.makeInvitationLink>> {
  const token = randomToken();
  const until = await asOperator(
    pool,
    operators.operatorOf(request),
    async (db) => await makeLink(db, params.id, hashToken(token)),
  );
  if (until === undefined) throw new Refused('INVITATION_OVER');
  return { token, expiresAt: new Date(until).toISOString() };
}

async function readInvitationCode(
  { params, request }: Call<typeof calls.readInvitationCode>,
  { pool, operators }: StaffDeps,
): Promise<Answered<typeof calls.readInvitationCode>> {
  const code = await asOperator(pool, operators.operatorOf(request), async (db) => await selectCode(db, params.id));
  if (code === undefined) throw new Refused('INVITATION_OVER');
  return { code };
}

async function endInvitation(
  { params, request }: Call<typeof calls.endInvitation>,
  { pool, operators }: StaffDeps,
): Promise<Answered<typeof calls.endInvitation>> {
  const ended = await asOperator(
    pool,
    operators.operatorOf(request),
    async (db) => await closeInvitation(db, params.id),
  );
  if (!ended) throw new Refused('INVITATION_OVER');
  return null;
}

async function listStaff(
  _: Call<typeof calls.listStaff>,
  { pool }: StaffDeps,
): Promise<Answered<typeof calls.listStaff>> {
  return { items: (await selectStaff(pool)).map(staffMemberOf) };
}

async function listRoles(
  _: Call<typeof calls.listRoles>,
  { pool }: RoleDeps,
): Promise<Answered<typeof calls.listRoles>> {
  const [roles, staff] = [await selectRoles(pool), await selectStaff(pool)];
  return { items: roles.map((role) => roleOf(role, staff)) };
}

async function endSessionsOfOperator(
  { params, request }: Call<typeof calls.endSessionsOfOperator>,
  { pool, operators }: StaffDeps,
): Promise<Answered<typeof calls.endSessionsOfOperator>> {
  const operatorId = BigInt(params.id);
  const ended = await asOperator(pool, operators.operatorOf(request), async (db) => {
    if ((await selectRights(db, operatorId)) === undefined) throw new Refused('OPERATOR_NOT_FOUND');
    return await endSessionsOf(db, operatorId);
  });
  return { ended };
}

async function letOperatorLeave(
  { params, body, request }: Call<typeof calls.letOperatorLeave>,
  { pool, operators }: StaffDeps,
): Promise<Answered<typeof calls.letOperatorLeave>> {
  await leave(pool, operators.operatorOf(request), { operatorId: BigInt(params.id), reason: body.reason });
  return null;
}

async function leaveStaff(
  { body, request }: Call<typeof calls.leaveStaff>,
  { pool, operators }: StaffDeps,
): Promise<Answered<typeof calls.leaveStaff>> {
  const acting = operators.operatorOf(request);
  await leave(pool, acting, { operatorId: acting.operatorId, reason: body.reason });
  return null;
}

async function leave(
  pool: Pool,
  acting: { readonly operatorId: bigint; readonly session: Buffer },
  { operatorId, reason }: { readonly operatorId: bigint; readonly reason: string },
): Promise<void> {
  await asOperator(pool, acting, async (db) => {
    // Two who leave at once come one after the other: neither sees the other as the owner who stays.
    await takeTurn(db, STAFF_TURN);
    const rights = await selectRights(db, operatorId);
    if (rights === undefined) throw new Refused('OPERATOR_NOT_FOUND');
    if (await selectIsLastOwner(db, operatorId)) throw new Refused('LAST_OWNER');
    const hands = operatorId === acting.operatorId ? null : await missingHands(db, [acting.operatorId], rights.roles);
    if (hands !== null) throw new Refused(hands.key);
    if (!(await leaveOperator(db, operatorId, reason))) throw new Refused('OPERATOR_NOT_FOUND');
  });
}

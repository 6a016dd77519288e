import * as z from 'zod/mini';
import type { Db } from '../../platform/db/pool.ts';
import { int4, int8, moment } from '../../platform/db/rows.ts';
import { anyRow, asGiven, firstRow, firstValue, manyRows, manyValues } from '../../platform/db/statement.ts';
import { proposalColumns } from '../../services/proposals/proposal-store.ts';
import type { ProposalTable } from '../../services/proposals/proposal-store.ts';

/** SQL of staff: who works at the console, with which roles. The database applies what two operators decided. */

const rights = z.object({ roles: z.array(z.string()), addresses: z.nullable(z.array(z.string())) });
export type Rights = z.infer<typeof rights>;

const changeRow = z.object({
  ...proposalColumns,
  operatorId: z.nullable(int8),
  username: z.string(),
  before: rights,
  after: rights,
  invitation: z.nullable(
    z.object({ expiresAt: z.nullable(z.string()), isOver: z.boolean(), hasEnded: z.boolean(), hasJoined: z.boolean() }),
  ),
});
export type StaffChangeRow = z.infer<typeof changeRow>;

export const STAFF_CHANGES: ProposalTable<StaffChangeRow> = {
  name: 'staff_change',
  idType: 'uuid',
  isOfMember: false,
  columns: `x.operator_id, x.username, x.before,
    json_build_object('roles', x.roles, 'addresses', x.addresses::text[]) as after,
    case when i.id is not null then json_build_object('expiresAt', i.expires_at, 'isOver', coalesce(i.expires_at < clock_timestamp(), false),
      'hasEnded', i.ended_at is not null, 'hasJoined', i.operator_id is not null) end as invitation`,
  joins: 'left join operator_invitation i on i.id = x.id',
  row: changeRow,
};

const names = z.nullable(z.object({ 'zh-Hans': z.string(), 'zh-Hant': z.string(), en: z.string() }));

const roleChangeRow = z.object({
  ...proposalColumns,
  name: z.string(),
  what: z.enum(['make', 'change', 'retire']),
  base: int4,
  before: z.nullable(z.object({ names, permissions: z.array(z.string()) })),
  names,
  permissions: z.array(z.string()),
});
export type RoleChangeRow = z.infer<typeof roleChangeRow>;

export const ROLE_CHANGES: ProposalTable<RoleChangeRow> = {
  name: 'role_change',
  idType: 'uuid',
  isOfMember: false,
  columns: 'x.name, x.what, x.base, x.before, x.names, x.permissions',
  row: roleChangeRow,
};

/** The roles and addresses of an operator who has not left. */
export const selectRights = firstRow(
  z.object({ username: z.string(), roles: z.array(z.string()), addresses: z.nullable(z.array(z.string())) }),
  'select username, roles, addresses::text[] from operator where id = $1 and left_at is null',
  (operatorId: bigint) => [operatorId],
);

/** The permissions of these roles together. */
export const selectPermissionsOf = manyValues(
  z.string(),
  'select distinct p from role r cross join unnest(r.permissions) p where r.name = any($1)',
  (roles: readonly string[]) => [roles],
);

export const selectUnknownRoles = manyValues(
  z.string(),
  'select n from unnest($1::text[]) n where not exists (select from role r where r.name = n)',
  (roles: readonly string[]) => [roles],
);

/** Whether an operator, a member or an open invitation has this name. */
export const selectIsTaken = anyRow(
  `select from operator where lower(username collate "C") = lower($1 collate "C")
   union all select from member where lower(username collate "C") = lower($1 collate "C")
   union all select from staff_change c join operator_invitation i on i.id = c.id
   where i.ended_at is null and lower(c.username collate "C") = lower($1 collate "C")`,
  (username: string) => [username],
);

/** Whether a proposal about this name waits. */
export const selectIsOpen = anyRow(
  `select from staff_change where status = 'proposed' and lower(username collate "C") = lower($1 collate "C")`,
  (username: string) => [username],
);

/** Whether a site would have no owner without this operator. */
export const selectIsLastOwner = anyRow(
  `select from operator o where o.id = $1 and 'owner' = any(o.roles)
   and not exists (select from operator x where x.id <> o.id and 'owner' = any(x.roles) and x.left_at is null)`,
  (operatorId: bigint) => [operatorId],
);

const selectUnreadable = anyRow(
  `select from unnest($1::text[]) a where not pg_input_is_valid(a, 'cidr')`,
  (addresses: readonly string[]) => [addresses],
);

const selectRanges = manyValues(
  z.string(),
  'select a::cidr::text as range from unnest($1::text[]) a',
  (addresses: readonly string[]) => [addresses],
);

/** Addresses and networks in the database's writing; null if one of them is none. */
export async function readRanges(db: Db, addresses: readonly string[]): Promise<string[] | null> {
  return (await selectUnreadable(db, addresses)) ? null : await selectRanges(db, addresses);
}

const roleRow = z.object({ name: z.string(), names, permissions: z.array(z.string()), version: int4 });
export type RoleRow = z.infer<typeof roleRow>;

export const selectRole = firstRow(
  roleRow,
  'select name, names, permissions, version from role where name = $1',
  (name: string) => [name],
);

export const selectRoles = manyRows(
  roleRow,
  'select name, names, permissions, version from role order by name',
  asGiven,
);

/** Whether an operator holds it, or a proposal or invitation has it. */
export const selectIsHeld = anyRow(
  `select from operator o where $1 = any(o.roles)
   union all select from staff_change c left join operator_invitation i on i.id = c.id
   where $1 = any(c.roles) and (c.status = 'proposed' or i.id is not null and i.ended_at is null)`,
  (name: string) => [name],
);

const STAFF_MAX = 1_000;

const staffRow = z.object({
  id: int8,
  username: z.string(),
  roles: z.array(z.string()),
  addresses: z.nullable(z.array(z.string())),
  secured: z.boolean(),
  joinedAt: moment,
  leftAt: z.nullable(moment),
  actedAt: z.nullable(moment),
  sessions: z.array(
    z.object({ device: z.string(), address: z.string(), createdAt: z.string(), lastSeenAt: z.string() }),
  ),
  uses: z.array(z.object({ permission: z.string(), at: z.string() })),
});
export type StaffRow = z.infer<typeof staffRow>;

/**
 * Everybody who works or worked at the console; who has left comes last. What each did last is found by the index of who acted: a range of one has
 * its order, and no plan reads the whole log for somebody who never did anything.
 */
export const selectStaff = manyRows(
  staffRow,
  `select o.id, o.username, o.roles, o.addresses::text[], a.secret_sealed is not null as secured, o.joined_at, o.left_at,
     (select e.at from audit e where e.actor_id between o.id and o.id and e.seq is not null order by e.actor_id, e.id desc limit 1) as acted_at,
     coalesce((select json_agg(json_build_object('device', s.user_agent, 'address', s.address, 'createdAt', s.created_at,
       'lastSeenAt', s.last_seen_at) order by s.last_seen_at desc) from operator_session s
       where s.operator_id = o.id and s.stage = 'full' and s.expires_at > clock_timestamp()), '[]') as sessions,
     coalesce((select json_agg(json_build_object('permission', u.permission, 'at', u.used_at) order by u.used_at desc) from operator_use u
       where u.operator_id = o.id), '[]') as uses
   from operator o left join operator_access a on a.operator_id = o.id
   order by o.left_at is not null, lower(o.username) limit $1`,
  () => [STAFF_MAX],
);

/** When its link ends; undefined for who did not propose it, and for an invitation that is over. */
export const makeLink = firstValue(
  z.nullable(moment),
  'select make_invitation_link($1, $2) as until',
  (id: string, token: Buffer) => [id, token],
  { or: undefined },
);

/** For who approved it, while it is open. */
export const selectCode = firstValue(
  z.nullable(z.string()),
  'select read_invitation_code($1) as code',
  (id: string) => [id],
  {
    or: undefined,
  },
);

export const closeInvitation = firstValue(z.boolean(), 'select end_invitation($1) as ended', (id: string) => [id], {
  or: false,
});

/** How many sessions ended. */
export const endSessionsOf = firstValue(
  int4,
  'select end_sessions_of($1) as ended',
  (operatorId: bigint) => [operatorId],
  { or: 0 },
);

/** False for nobody, and for who has left. */
export const leaveOperator = firstValue(
  z.boolean(),
  'select leave_operator($1, $2) as gone',
  (operatorId: bigint, reason: string) => [operatorId, reason],
  { or: false },
);

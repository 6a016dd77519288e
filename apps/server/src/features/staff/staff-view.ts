import type { RoleChangeView, RoleView, StaffChangeView, StaffMember } from '@candor/contract/console-staff';
import { coversAll } from '@candor/domain/identity/permission';
import { proposalView } from '../../services/proposals/proposal-kind.ts';
import type { RoleChangeRow, RoleRow, StaffChangeRow, StaffRow } from './staff-store.ts';

/** Staff as operators see it. */

export function staffChangeOf(row: StaffChangeRow): StaffChangeView {
  const { id, operatorId, username, before, after, invitation } = row;
  return {
    id,
    operatorId: operatorId?.toString() ?? null,
    username,
    before,
    after,
    invitation: invitation === null ? null : invitationOf(invitation),
    ...proposalView(row),
  };
}

function invitationOf(found: NonNullable<StaffChangeRow['invitation']>): NonNullable<StaffChangeView['invitation']> {
  const { expiresAt, isOver, hasEnded, hasJoined } = found;
  const isLinked = expiresAt !== null && !isOver;
  return {
    state: hasJoined ? 'joined' : hasEnded ? 'ended' : isLinked ? 'linked' : 'waiting',
    expiresAt: isLinked ? isoOf(expiresAt) : null,
  };
}

export function roleChangeOf(row: RoleChangeRow): RoleChangeView {
  const { id, name, what, base, before, names, permissions } = row;
  return { id, name, what, base, before, names, permissions, ...proposalView(row) };
}

export function staffMemberOf(row: StaffRow): StaffMember {
  return {
    id: row.id.toString(),
    username: row.username,
    roles: row.roles,
    addresses: row.addresses,
    secured: row.secured,
    joinedAt: isoOf(row.joinedAt),
    leftAt: row.leftAt === null ? null : isoOf(row.leftAt),
    actedAt: row.actedAt === null ? null : isoOf(row.actedAt),
    sessions: row.sessions.map(({ device, address, createdAt, lastSeenAt }) => ({
      device,
      address: address === '' ? null : address,
      createdAt: isoOf(createdAt),
      lastSeenAt: isoOf(lastSeenAt),
    })),
    uses: row.uses.map(({ permission, at }) => ({ permission, at: isoOf(at) })),
  };
}

/** A role with who holds it. What of its permissions somebody used last, they may have used by another role too. */
export function roleOf(row: RoleRow, staff: readonly StaffRow[]): RoleView {
  const { name, names, permissions, version } = row;
  const holders = staff
    .filter(({ roles }) => roles.includes(name))
    .map(({ id, username, uses }) => {
      const used = uses.find(({ permission }) => coversAll(permissions, [permission]));
      return { id: id.toString(), username, usedAt: used === undefined ? null : isoOf(used.at) };
    });
  return { name, names, permissions, version, holders };
}

function isoOf(at: string | number): string {
  return new Date(at).toISOString();
}

import { staffChangeView } from '@candor/contract/console-staff';
import type { StaffChangeBody, StaffChangeView } from '@candor/contract/console-staff';
import { coversAll } from '@candor/domain/identity/permission';
import { PROPOSAL_TABLE } from '@candor/domain/proposal';
import { err, ok } from '@candor/domain/result';
import type { Db } from '../../platform/db/pool.ts';
import type { ProposalForm, ProposalKind, Refusal } from '../../services/proposals/proposal-kind.ts';
import { selectPermissions } from '../../services/operators/operator-session-store.ts';
import { takeTurn } from '../../services/proposals/proposal-store.ts';
import {
  readRanges,
  selectIsLastOwner,
  selectIsOpen,
  selectIsTaken,
  selectPermissionsOf,
  selectRights,
  selectUnknownRoles,
  STAFF_CHANGES,
} from './staff-store.ts';
import type { Rights, StaffChangeRow } from './staff-store.ts';
import { staffChangeOf } from './staff-view.ts';

/** All that is decided about staff comes one after the other: it is little, and the last owner is a matter of all of it. */
export const STAFF_TURN = 'staff';

/** Somebody becomes an operator, or one gets other roles and addresses. The database does it with the approval. */
export const STAFF_KIND: ProposalKind<StaffChangeRow, StaffChangeView> = {
  name: 'staff',
  table: STAFF_CHANGES,
  states: PROPOSAL_TABLE,
  viewOf: staffChangeOf,
  view: staffChangeView,
  refusals: { notFound: 'STAFF_CHANGE_NOT_FOUND', decided: 'STAFF_CHANGE_DECIDED' },
  subjectType: 'staff',
  detailOf: ({ username, before, after }) => detailOf(username, before, after),
  turnOf: () => STAFF_TURN,
  aboutOperator: ({ operatorId }) => operatorId,
  obstacleTo: async (db, { operatorId, username, before, after, maker }, checker) => {
    if ((await selectUnknownRoles(db, after.roles)).length > 0) return { key: 'ROLE_UNKNOWN' };
    if (operatorId === null) {
      if (await selectIsTaken(db, username)) return { key: 'OPERATOR_NAME_TAKEN' };
    } else {
      const now = await selectRights(db, operatorId);
      if (now === undefined || !isSame(now, before)) return { key: 'STAFF_CHANGE_OLD' };
      if (!after.roles.includes('owner') && (await selectIsLastOwner(db, operatorId))) return { key: 'LAST_OWNER' };
    }
    return await missingHands(db, [BigInt(maker.id), checker], [...before.roles, ...after.roles]);
  },
};

/** Nobody gives or takes what they do not hold, neither who proposes nor who approves. The database refuses the same. */
export async function missingHands(
  db: Db,
  operators: readonly bigint[],
  roles: readonly string[],
  more: readonly string[] = [],
): Promise<Refusal | null> {
  const moved = [...(await selectPermissionsOf(db, roles)), ...more];
  for (const operatorId of operators)
    if (!coversAll(await selectPermissions(db, operatorId), moved)) return { key: 'MORE_THAN_HELD' };
  return null;
}

interface Facts {
  readonly now: (Rights & { readonly username: string }) | undefined;
  readonly ranges: readonly string[] | null;
  readonly unknown: readonly string[];
  readonly isTaken: boolean;
  readonly isOpen: boolean;
  readonly isLastOwner: boolean;
  readonly hands: Refusal | null;
}

/** @param maker who proposes */
export function staffForm(maker: bigint): ProposalForm<StaffChangeBody, Facts> {
  return {
    name: 'propose',
    readFacts: async (db, { input: { operatorId, username, roles, addresses } }) => {
      await takeTurn(db, STAFF_TURN);
      const now = operatorId === undefined ? undefined : await selectRights(db, BigInt(operatorId));
      const name = now?.username ?? username ?? '';
      return {
        now,
        ranges: await readRanges(db, addresses),
        unknown: await selectUnknownRoles(db, roles),
        isTaken: await selectIsTaken(db, name),
        isOpen: await selectIsOpen(db, name),
        isLastOwner: operatorId !== undefined && (await selectIsLastOwner(db, BigInt(operatorId))),
        hands: await missingHands(db, [maker], [...(now?.roles ?? []), ...roles]),
      };
    },
    plan: ({ operatorId, username, roles: asked, reason }, facts) => {
      const { now, ranges, unknown, isTaken, isOpen, isLastOwner, hands } = facts;
      if (operatorId !== undefined && BigInt(operatorId) === maker) return err({ key: 'ITEM_OWN' });
      if (operatorId !== undefined && now === undefined) return err({ key: 'OPERATOR_NOT_FOUND' });
      if (now === undefined && username === undefined) return err({ key: 'FIELD_REQUIRED', field: 'username' });
      if (unknown.length > 0) return err({ key: 'ROLE_UNKNOWN', field: 'roles' });
      if (ranges === null) return err({ key: 'ADDRESS_RANGE_INVALID', field: 'addresses' });
      if (now === undefined && isTaken) return err({ key: 'OPERATOR_NAME_TAKEN', field: 'username' });
      if (isOpen) return err({ key: 'STAFF_CHANGE_OPEN' });
      const roles = [...new Set(asked)].toSorted();
      const after = { roles, addresses: ranges.length === 0 ? null : [...ranges] };
      const before = now ?? { roles: [], addresses: null };
      if (now !== undefined && isSame(before, after)) return err({ key: 'STAFF_UNCHANGED' });
      if (!roles.includes('owner') && isLastOwner) return err({ key: 'LAST_OWNER' });
      if (hands !== null) return err(hands);
      const name = now?.username ?? username ?? '';
      return ok({
        values: {
          operator_id: operatorId ?? null,
          username: name,
          roles: `{${roles.join(',')}}`,
          addresses: after.addresses === null ? null : `{${after.addresses.join(',')}}`,
        },
        reason,
        detail: detailOf(name, before, after),
      });
    },
  };
}

function isSame(one: Rights, other: Rights): boolean {
  const textOf = ({ roles, addresses }: Rights) => JSON.stringify([roles.toSorted(), addresses?.toSorted() ?? null]);
  return textOf(one) === textOf(other);
}

function detailOf(username: string, before: Rights, after: Rights) {
  return {
    username,
    rolesBefore: before.roles.toSorted().join(', '),
    roles: after.roles.toSorted().join(', '),
    addressesBefore: before.addresses?.join(', ') ?? '',
    addresses: after.addresses?.join(', ') ?? '',
  };
}

import { OPERATOR_PERMISSIONS } from '@candor/contract/operator-permissions';
import { permits } from '@candor/domain/identity/permission';
import { roleChangeView } from '@candor/contract/console-staff';
import type { RoleChangeBody, RoleChangeView } from '@candor/contract/console-staff';
import { PROPOSAL_TABLE } from '@candor/domain/proposal';
import { err, ok } from '@candor/domain/result';
import type { ProposalForm, ProposalKind, Refusal } from '../../services/proposals/proposal-kind.ts';
import { isProposed, takeTurn } from '../../services/proposals/proposal-store.ts';
import { missingHands, STAFF_TURN } from './staff-kind.ts';
import { ROLE_CHANGES, selectIsHeld, selectRole } from './staff-store.ts';
import type { RoleChangeRow, RoleRow } from './staff-store.ts';
import { roleChangeOf } from './staff-view.ts';

/** A role is made, gets other permissions, or goes. The database does it with the approval. */
export const ROLE_KIND: ProposalKind<RoleChangeRow, RoleChangeView> = {
  name: 'roles',
  table: ROLE_CHANGES,
  states: PROPOSAL_TABLE,
  viewOf: roleChangeOf,
  view: roleChangeView,
  refusals: { notFound: 'STAFF_CHANGE_NOT_FOUND', decided: 'STAFF_CHANGE_DECIDED' },
  subjectType: 'role',
  detailOf: ({ name, what, before, permissions }) => detailOf(name, what, before?.permissions ?? [], permissions),
  turnOf: () => STAFF_TURN,
  obstacleTo: async (db, { name, what, base, permissions, maker }, checker) => {
    if (((await selectRole(db, name))?.version ?? 0) !== base) return { key: 'STAFF_CHANGE_OLD' };
    if (what === 'retire' && (await selectIsHeld(db, name))) return { key: 'ROLE_HELD' };
    return await missingHands(db, [BigInt(maker.id), checker], [name], permissions);
  },
};

interface Facts {
  readonly now: RoleRow | undefined;
  readonly isHeld: boolean;
  readonly isOpen: boolean;
  readonly hands: Refusal | null;
}

/** @param maker who proposes */
export function roleForm(maker: bigint): ProposalForm<RoleChangeBody, Facts> {
  return {
    name: 'propose',
    readFacts: async (db, { input: { name, permissions } }) => {
      await takeTurn(db, STAFF_TURN);
      return {
        now: await selectRole(db, name),
        isHeld: await selectIsHeld(db, name),
        isOpen: await isProposed(db, ROLE_CHANGES, { name }),
        hands: await missingHands(db, [maker], [name], permissions),
      };
    },
    plan: ({ name, what, base, names = null, permissions: asked, reason }, { now, isHeld, isOpen, hands }) => {
      // What an owner may is fixed: everything.
      if (name === 'owner' || name === 'member') return err({ key: 'FIELD_INVALID', field: 'name' });
      if (what !== 'make' && now === undefined) return err({ key: 'ROLE_UNKNOWN' });
      if ((now?.version ?? 0) !== base || (what === 'make') !== (base === 0)) return err({ key: 'STAFF_CHANGE_OLD' });
      if (isOpen) return err({ key: 'STAFF_CHANGE_OPEN' });
      const permissions = what === 'retire' ? [] : [...new Set(asked)].toSorted();
      if (what !== 'retire' && permissions.length === 0) return err({ key: 'FIELD_REQUIRED', field: 'permissions' });
      if (permissions.some(opensNothing)) return err({ key: 'FIELD_INVALID', field: 'permissions' });
      if (what === 'make' && names === null) return err({ key: 'FIELD_REQUIRED', field: 'names' });
      if (what === 'retire' && isHeld) return err({ key: 'ROLE_HELD' });
      const before = (now?.permissions ?? []).toSorted();
      const called = what === 'retire' ? null : names;
      if (what === 'change' && JSON.stringify([before, now?.names ?? null]) === JSON.stringify([permissions, called]))
        return err({ key: 'STAFF_UNCHANGED' });
      if (hands !== null) return err(hands);
      return ok({
        values: {
          name,
          what,
          base,
          names: called === null ? null : JSON.stringify(called),
          permissions: `{${permissions.join(',')}}`,
        },
        reason,
        detail: detailOf(name, what, before, permissions),
      });
    },
  };
}

/** What was added and what was taken: the audit holds no more than so many characters. */
const LIST_CHARS_MAX = 1_500;

function detailOf(role: string, what: string, before: readonly string[], after: readonly string[]) {
  const listOf = (all: readonly string[], but: readonly string[]) =>
    all
      .filter((one) => !but.includes(one))
      .join(', ')
      .slice(0, LIST_CHARS_MAX);
  return { role, what, added: listOf(after, before), taken: listOf(before, after) };
}

/** A pattern that no call asks for would be a right that nobody can see the use of, until a call comes that was meant otherwise. */
function opensNothing(pattern: string): boolean {
  return !OPERATOR_PERMISSIONS.some((permission) => permits([pattern], permission));
}

import { operatorInvitationsQuery } from '@candor/contract/rewards';
import { money as moneyOf } from '@candor/domain/money';
import { cursorNumber } from '../../../platform/http/paging.ts';
import { exportKind } from '../../../services/exports/export-kind.ts';
import type { ExportKind } from '../../../services/exports/export-kind.ts';
import { selectInvitations } from './reward-store.ts';

/** The invitations of a filter as a file. */
export function exportInvitations(): ExportKind {
  return exportKind({
    list: 'invitations',
    permission: 'cashier:deposit:read',
    query: operatorInvitationsQuery,
    read:
      ({ status, member }) =>
      async (db, after, limit) =>
        await selectInvitations(db, { states: status, member, beforeId: cursorNumber(after), limit }),
    placeOf: ({ invitee }) => invitee.id,
    cells: {
      invitee: ({ invitee }) => invitee.username,
      inviter: ({ inviter }) => inviter.username,
      state: ({ state }) => state,
      reason: ({ reason }) => reason,
      turnover: ({ turnover }, { money }) => money(moneyOf(turnover)),
      needed: ({ needed }, { money }) => money(needed === null ? null : moneyOf(needed)),
      amount: ({ amount }, { money }) => money(moneyOf(amount)),
      createdAt: ({ createdAt }, { moment }) => moment(createdAt),
      movedAt: ({ movedAt }, { moment }) => moment(movedAt),
    },
  });
}

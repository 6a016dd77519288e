import { membersQuery } from '@candor/contract/console-members';
import { cursorNumber } from '../../platform/http/paging.ts';
import { exportKind } from '../../services/exports/export-kind.ts';
import type { ExportKind } from '../../services/exports/export-kind.ts';
import type { Site } from '../../services/site/site.ts';
import { selectMembers } from './members-store.ts';
import { memberLineView } from './members-view.ts';

/** The members of a filter as a file: masked as they are on the list. */
export function exportMembers(site: Site): ExportKind {
  return exportKind({
    list: 'members',
    permission: 'member:profile:search',
    query: membersQuery,
    read:
      ({ q, restriction, sort }) =>
      async (db, after, limit) =>
        await selectMembers(db, {
          wallet: site.defaultWallet,
          currency: site.currency.code,
          q,
          restriction,
          sort,
          cursor: cursorNumber(after),
          limit,
        }),
    placeOf: ({ id }) => id.toString(),
    cells: {
      username: ({ username }) => username,
      id: ({ id }) => id.toString(),
      phone: (row) => memberLineView(row, site).phone,
      available: (row) => memberLineView(row, site).available,
      state: (row) => memberLineView(row, site).restrictions.join(' '),
      createdAt: ({ createdAt }, { moment }) => moment(createdAt),
    },
  });
}

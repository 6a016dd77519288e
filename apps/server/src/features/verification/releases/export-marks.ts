import { marksQuery } from '@candor/contract/console-marks';
import { exportKind } from '../../../services/exports/export-kind.ts';
import type { ExportKind } from '../../../services/exports/export-kind.ts';
import { selectMarks } from './mark-release-store.ts';

/** The marks of a filter as a file: keyed hashes, as on the list. */
export function exportMarks(): ExportKind {
  return exportKind({
    list: 'marks',
    permission: 'member:mark:read',
    query: marksQuery,
    // Each looks up who else has it.
    batchMax: 500,
    read: ({ kind, member }) => {
      // Each file is read from its beginning to its end, and the list knows its places by their number alone.
      let offset = 0;
      return async (db, _, limit) => {
        const rows = await selectMarks(db, { kinds: kind, member, offset, limit });
        offset += rows.length;
        return rows;
      };
    },
    placeOf: ({ mark }) => mark,
    cells: {
      member: ({ member }) => member.username,
      kind: ({ kind }) => kind,
      state: ({ state }) => state,
      holder: ({ holders }) =>
        holders
          .filter(({ state }) => state === 'own' || state === 'shared')
          .map(({ member }) => member.username)
          .join(' '),
      mark: ({ mark }) => mark,
      firstAt: ({ firstAt }, { moment }) => moment(firstAt),
      lastAt: ({ lastAt }, { moment }) => moment(lastAt),
    },
  });
}

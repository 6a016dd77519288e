import { operatorBannersQuery } from '@candor/contract/console-notices';
import { cursorId } from '../../../platform/http/paging.ts';
import { exportKind } from '../../../services/exports/export-kind.ts';
import type { ExportKind } from '../../../services/exports/export-kind.ts';
import { selectOperatorBanners } from './operator-store.ts';

/** The banners of a filter as a file, with their text in the operator's language. */
export function exportBanners(): ExportKind {
  return exportKind({
    list: 'banners',
    permission: 'content:notice:read',
    query: operatorBannersQuery,
    batchMax: 500,
    read:
      ({ state }) =>
      async (db, after, limit) =>
        await selectOperatorBanners(db, { states: state, beforeId: cursorId(after), limit }),
    placeOf: ({ id }) => id,
    cells: {
      title: ({ texts }, { language }) => texts[language].title,
      text: ({ texts }, { language }) => texts[language].text,
      position: ({ position }) => position.toString(),
      state: ({ state }) => state,
      target: ({ target }) => target,
      from: ({ shownFrom }, { moment }) => moment(shownFrom),
      until: ({ shownUntil }, { moment }) => moment(shownUntil),
      by: ({ operator }) => operator,
    },
  });
}

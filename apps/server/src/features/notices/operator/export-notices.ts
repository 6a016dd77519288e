import { operatorNoticesQuery } from '@candor/contract/console-notices';
import { cursorId } from '../../../platform/http/paging.ts';
import { exportKind } from '../../../services/exports/export-kind.ts';
import type { ExportKind } from '../../../services/exports/export-kind.ts';
import { selectOperatorNotices } from './operator-store.ts';

/** The announcements of a filter as a file, with their text in the operator's language. */
export function exportNotices(): ExportKind {
  return exportKind({
    list: 'notices',
    permission: 'content:notice:read',
    query: operatorNoticesQuery,
    // Each has whole texts in three languages.
    batchMax: 100,
    read:
      ({ state, category, q }) =>
      async (db, after, limit) =>
        await selectOperatorNotices(db, { states: state, category, q, beforeId: cursorId(after), limit }),
    placeOf: ({ id }) => id,
    cells: {
      title: ({ texts }, { language }) => texts[language].title,
      category: ({ category }) => category,
      state: ({ state }) => state,
      from: ({ publishedFrom }, { moment }) => moment(publishedFrom),
      until: ({ publishedUntil }, { moment }) => moment(publishedUntil),
      by: ({ operator }) => operator,
      body: ({ texts }, { language }) => texts[language].body,
    },
  });
}

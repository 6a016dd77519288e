import { reviewsQuery } from '@candor/contract/verification';
import { cursorNumber } from '../../platform/http/paging.ts';
import { exportKind } from '../../services/exports/export-kind.ts';
import type { ExportKind } from '../../services/exports/export-kind.ts';
import { selectReviews } from './review-store.ts';

/** Identity documents of a filter as a file: who and how far, as the list shows them. No name and no number of a document. */
export function exportReviews(): ExportKind {
  return exportKind({
    list: 'verifications',
    permission: 'identity:verification:read',
    query: reviewsQuery,
    read:
      ({ status = 'pending', taken, username }, operatorId) =>
      async (db, after, limit) =>
        await selectReviews(db, { status, taken, username, operatorId, cursor: cursorNumber(after), limit }),
    placeOf: ({ id }) => id.toString(),
    cells: {
      id: ({ id }) => id.toString(),
      username: ({ username }) => username,
      submittedAt: ({ submittedAt }, { moment }) => moment(submittedAt),
      status: ({ status }) => status,
      takenBy: ({ takenByName }) => takenByName,
      earlier: ({ earlier }) => earlier.toString(),
      duplicates: ({ duplicates }) => duplicates.toString(),
    },
  });
}

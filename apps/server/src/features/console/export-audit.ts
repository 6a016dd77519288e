import { auditQuery } from '@candor/contract/console';
import { cursorNumber } from '../../platform/http/paging.ts';
import { exportKind } from '../../services/exports/export-kind.ts';
import type { ExportKind } from '../../services/exports/export-kind.ts';
import { rangeMs } from '../../services/site/date-range.ts';
import type { Site } from '../../services/site/site.ts';
import { selectAudit } from './audit-log-store.ts';

/** The entries of a filter as a file. With its hashes and the exact text of moment and detail, the chain can be walked in it. */
export function exportAudit(site: Pick<Site, 'timeZone'>): ExportKind {
  return exportKind({
    list: 'audit',
    permission: 'audit:log:read',
    query: auditQuery,
    read: ({ actor, command, subjectType, subjectId, sort, ...range }) => {
      const filter = { actor, command, subjectType, subjectId, sort, ...rangeMs(range, site.timeZone) };
      return async (db, after, limit) => await selectAudit(db, { ...filter, cursor: cursorNumber(after), limit });
    },
    placeOf: ({ id }) => id.toString(),
    cells: {
      seq: ({ seq }) => seq?.toString() ?? null,
      at: ({ at }, { moment }) => moment(at),
      actor: ({ actor }) => actor,
      actorId: ({ actorId }) => actorId.toString(),
      command: ({ command }) => command,
      subject: ({ subjectType }) => subjectType,
      subjectId: ({ subjectId }) => subjectId,
      detail: ({ detailText }) => detailText,
      exactAt: ({ atText }) => atText,
      prevHash: ({ prevHash }) => prevHash?.toString('hex') ?? null,
      hash: ({ hash }) => hash?.toString('hex') ?? null,
    },
  });
}

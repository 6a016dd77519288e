import { complaintQueueQuery } from '@candor/contract/complaints';
import { localDateAt } from '@candor/domain/market/local-time';
import type { Clock } from '../../../platform/clock/clock.ts';
import { exportKind } from '../../../services/exports/export-kind.ts';
import type { ExportKind } from '../../../services/exports/export-kind.ts';
import type { Site } from '../../../services/site/site.ts';
import { selectRegister } from './register-store.ts';

/** The register as a file. */
export function exportComplaints(site: Pick<Site, 'timeZone'>, clock: Clock): ExportKind {
  return exportKind({
    list: 'complaints',
    permission: 'support:complaint:read',
    query: complaintQueueQuery,
    read: ({ queue = 'all', topic, member }) => {
      const today = localDateAt(site.timeZone, clock.now());
      return async (db, after, limit) =>
        await selectRegister(db, {
          queue,
          topic,
          member,
          today,
          after: after === undefined ? undefined : BigInt(after),
          limit,
        });
    },
    placeOf: ({ place }) => place.toString(),
    cells: {
      number: ({ id }) => id.toString(),
      member: ({ username }) => username,
      topic: ({ topic }) => topic,
      state: ({ state }) => state,
      decision: ({ decision }) => decision,
      about: ({ aboutName }) => aboutName,
      operator: ({ operator }) => operator,
      openedAt: ({ openedAt }, { moment }) => moment(openedAt),
      dueOn: ({ dueOn }) => dueOn,
      endedAt: ({ endedAt }, { moment }) => moment(endedAt),
      text: ({ text }) => text,
    },
  });
}

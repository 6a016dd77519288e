import { operatorAlarmsQuery } from '@candor/contract/console-alarms';
import { listOperatorAlarms } from '@candor/contract/calls/console/alarms';
import { exportKind } from '../../services/exports/export-kind.ts';
import type { ExportKind } from '../../services/exports/export-kind.ts';
import { rangeMs } from '../../services/site/date-range.ts';
import type { Site } from '../../services/site/site.ts';
import { alarmPlace, placeText, selectAlarms } from './alarm-store.ts';
import { stateOf } from './alarm-view.ts';

/** Alarms as a file. */
export function exportAlarms(site: Pick<Site, 'timeZone'>): ExportKind {
  return exportKind({
    list: 'alarms',
    permission: listOperatorAlarms.permission,
    query: operatorAlarmsQuery,
    read: ({ state, kind, ...query }) => {
      const filter = { states: state, kinds: kind, ...rangeMs(query, site.timeZone) };
      return async (db, after, limit) => await selectAlarms(db, { ...filter, after: alarmPlace(after), limit });
    },
    placeOf: placeText,
    cells: {
      kind: ({ kind }) => kind,
      subject: ({ subject }) => subject,
      figures: ({ detail }) =>
        Object.entries(detail)
          .map(([name, value]) => `${name} ${value}`)
          .join(' · '),
      state: stateOf,
      openedAt: ({ openedAt }, { moment }) => moment(openedAt),
      seenAt: ({ seenAt }, { moment }) => moment(seenAt),
      closedAt: ({ closedAt }, { moment }) => moment(closedAt),
      times: ({ times }) => times.toString(),
      owner: ({ owner }) => owner?.username ?? '',
      takenAt: ({ takenAt }, { moment }) => moment(takenAt),
      acknowledged: ({ acknowledger }) => acknowledger?.username ?? '',
      acknowledgedAt: ({ acknowledgedAt }, { moment }) => moment(acknowledgedAt),
      note: ({ note }) => note,
    },
  });
}

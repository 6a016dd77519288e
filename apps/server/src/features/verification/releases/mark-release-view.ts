import type { MarkReleaseView, MarkView } from '@candor/contract/console-marks';
import type { MarkReleaseRow, MarkRow } from './mark-release-store.ts';

export function markView(row: MarkRow): MarkView {
  return {
    ...row,
    id: [row.kind, row.mark, row.member.id].join('.'),
    firstAt: new Date(row.firstAt).toISOString(),
    lastAt: new Date(row.lastAt).toISOString(),
  };
}

export function markReleaseView({ memberId: _memberId, makerId: _makerId, ...row }: MarkReleaseRow): MarkReleaseView {
  return {
    ...row,
    id: row.id.toString(),
    createdAt: new Date(row.createdAt).toISOString(),
    decidedAt: row.decidedAt === null ? null : new Date(row.decidedAt).toISOString(),
  };
}

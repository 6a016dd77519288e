import type { AuditCheckView, AuditEntryView } from '@candor/contract/console';
import type { AuditEntryRow } from './audit-log-store.ts';
import type { AuditSubjectRow, Named } from './audit-subject-store.ts';
import type { AuditCheck } from './check-audit.ts';

export function auditEntryView(row: Named<AuditEntryRow>): AuditEntryView {
  return {
    id: row.id.toString(),
    seq: row.seq === null ? null : Number(row.seq),
    at: new Date(row.at).toISOString(),
    actorId: row.actorId.toString(),
    actor: row.actor,
    command: row.command,
    subjectType: row.subjectType,
    subjectId: row.subjectId,
    subject: row.subject === null ? null : subjectView(row.subject),
    detail: row.detail,
    hash: row.hash?.toString('hex') ?? null,
    isOutside: row.isOutside,
  };
}

function subjectView({ name, names, memberId, member }: AuditSubjectRow): NonNullable<AuditEntryView['subject']> {
  return {
    name,
    names,
    member: memberId === null || member === null ? null : { id: memberId.toString(), username: member },
  };
}

export function auditCheckViewOf({ checkedTo, brokenSeq, complete, head, outside }: AuditCheck): AuditCheckView {
  return {
    checkedTo: Number(checkedTo),
    brokenSeq: brokenSeq === null ? null : Number(brokenSeq),
    complete,
    outside:
      outside === undefined
        ? null
        : {
            count: Number(outside.count),
            id: outside.id.toString(),
            at: new Date(outside.at).toISOString(),
            actor: outside.actor,
            command: outside.command,
          },
    head: { seq: Number(head.seq), hash: head.hash.toString('hex') },
  };
}

/** The same in every language: programs read it. */
export const AUDIT_CSV_HEAD = [
  'seq',
  'at',
  'actor_id',
  'actor',
  'command',
  'subject_type',
  'subject_id',
  'detail',
  'prev_hash',
  'hash',
] as const;

export function auditCsvCells(row: AuditEntryRow): string[] {
  return [
    row.seq?.toString() ?? '',
    row.atText,
    row.actorId.toString(),
    row.actor,
    row.command,
    row.subjectType,
    row.subjectId,
    row.detailText,
    row.prevHash?.toString('hex') ?? '',
    row.hash?.toString('hex') ?? '',
  ];
}

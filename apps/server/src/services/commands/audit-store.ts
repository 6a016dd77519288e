import type { Db } from '../../platform/db/pool.ts';
import { anyRow, write } from '../../platform/db/statement.ts';

/** Who did what to whom. Nobody can change or delete an entry. `detail` holds no secret and no personal data. */
export interface AuditEntry {
  /** For example `member`, `deposit`. */
  readonly subjectType: string;
  readonly subjectId: string;
  readonly detail: Readonly<Record<string, string | number | boolean | null>>;
}

/** What an operator did. Its command begins with `console/` or `member/`. */
export type Act = AuditEntry & { readonly command: string };

/** Writes what the operator of this transaction did. The database knows who that is (`actAs`); the entries are chained. */
export async function recordActs(db: Db, acts: readonly Act[]): Promise<void> {
  if (acts.length === 0) return;
  await db.query({
    name: 'record-acts',
    text: `select record_act(command, subject_type, subject_id, detail)
           from unnest($1::text[], $2::text[], $3::text[], $4::jsonb[]) as t (command, subject_type, subject_id, detail)`,
    values: columnsOf(acts),
  });
}

/** Whether an operator did exactly this a moment ago, by the clock of the database. */
export const hasActedLately = anyRow(
  `select from audit where subject_type = $1 and subject_id = $2 and actor_id = $3 and command = $4
     and detail = $5::jsonb and at > now() - make_interval(secs => $6)`,
  ({ subjectType, subjectId, actorId, command, detail, withinSec }: Act & { actorId: bigint; withinSec: number }) => [
    subjectType,
    subjectId,
    actorId,
    command,
    JSON.stringify(detail),
    withinSec,
  ],
);

/** Writes what members did for themselves. These entries are outside the chain, and have no name of operators' commands. */
export async function recordOwnActs(db: Db, acts: readonly (Act & { readonly memberId: bigint })[]): Promise<void> {
  if (acts.length === 0) return;
  await db.query({
    name: 'record-own-acts',
    text: 'select record_own_acts($1, $2, $3, $4, $5)',
    values: [acts.map((act) => act.memberId.toString()), ...columnsOf(acts)],
  });
}

/** The worker erased a photo. Nobody did it: the entry stands with the member whose photo it was. */
export const recordErasedPhoto = write('select record_erased_photo($1, $2)', (photo: string, days: number) => [
  photo,
  days,
]);

function columnsOf(acts: readonly Act[]): string[][] {
  return [
    acts.map((act) => act.command),
    acts.map((act) => act.subjectType),
    acts.map((act) => act.subjectId),
    acts.map((act) => JSON.stringify(act.detail)),
  ];
}

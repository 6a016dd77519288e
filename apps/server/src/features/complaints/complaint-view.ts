import type { ComplaintStepView, ComplaintView } from '@candor/contract/complaints';
import { dayOfDate, localDay, localToUtc } from '@candor/domain/market/local-time';
import { workingDaysBetween } from '@candor/domain/support/working-days';
import type { Db } from '../../platform/db/pool.ts';
import { selectComplaintsById, selectSteps } from './complaint-store.ts';
import type { ComplaintRow, StepRow } from './complaint-store.ts';

/** When and where somebody looks at it: the clock runs in the business time zone. */
export interface Look {
  readonly timeZone: string;
  readonly nowMs: number;
}

/** What a member and an operator see alike. */
export function factsOf(row: ComplaintRow, { timeZone, nowMs }: Look): Omit<ComplaintView, 'steps'> {
  const due = dayOfDate(row.dueOn);
  return {
    id: row.id.toString(),
    topic: row.topic,
    text: row.text,
    about: aboutOf(row),
    state: row.state,
    decision: row.decision,
    openedAt: new Date(row.openedAt).toISOString(),
    dueOn: row.dueOn,
    dueAt: new Date(localToUtc(timeZone, due + 1, 0)).toISOString(),
    daysLeft: row.endedAt === null ? daysLeft(due, localDay(timeZone, nowMs)) : null,
    endedAt: row.endedAt === null ? null : new Date(row.endedAt).toISOString(),
  };
}

function aboutOf({ about, aboutId, aboutName }: ComplaintRow): ComplaintView['about'] {
  return about === null || aboutId === null || aboutName === null
    ? null
    : { kind: about, id: aboutId, name: aboutName };
}

/** On the weekend after its date it is late by no business day, and late all the same. */
function daysLeft(due: number, today: number): number {
  return today > due ? Math.min(-1, workingDaysBetween(today, due)) : workingDaysBetween(today, due);
}

export function stepView({ seq, kind, text, decision, at }: Omit<StepRow, 'complaintId'>): ComplaintStepView {
  return { seq, kind, text, decision, at: new Date(at).toISOString() };
}

/** Complaints with their steps, as their member sees them. */
export async function complaintViews(db: Db, rows: readonly ComplaintRow[], look: Look): Promise<ComplaintView[]> {
  const steps = Map.groupBy(
    await selectSteps(
      db,
      rows.map(({ id }) => id),
    ),
    ({ complaintId }) => complaintId,
  );
  return rows.map((row) => ({ ...factsOf(row, look), steps: (steps.get(row.id) ?? []).map(stepView) }));
}

/** @throws if there is none */
export async function readView(db: Db, id: bigint, look: Look): Promise<ComplaintView> {
  const [view] = await complaintViews(db, await selectComplaintsById(db, [id]), look);
  if (view === undefined) throw new Error('the complaint was not found again');
  return view;
}

import type { OperatorComplaintView } from '@candor/contract/complaints';
import type { Db } from '../../../platform/db/pool.ts';
import { factsOf, stepView } from '../complaint-view.ts';
import type { Look } from '../complaint-view.ts';
import { selectSignedSteps } from './register-store.ts';
import type { RegisterRow } from './register-store.ts';

/** Complaints of the register with their steps and who made them. */
export async function registerViews(
  db: Db,
  rows: readonly RegisterRow[],
  look: Look,
): Promise<OperatorComplaintView[]> {
  const steps = Map.groupBy(
    await selectSignedSteps(
      db,
      rows.map(({ id }) => id),
    ),
    ({ complaintId }) => complaintId,
  );
  return rows.map((row) => ({
    ...factsOf(row, look),
    member: { id: row.memberId.toString(), username: row.username },
    operator: personOf(row.operatorId, row.operator),
    recordedBy: personOf(row.recordedBy, row.recorder),
    messageId: row.messageId?.toString() ?? null,
    steps: (steps.get(row.id) ?? []).map((step) => ({ ...stepView(step), operator: step.operator })),
  }));
}

function personOf(id: bigint | null, username: string | null): OperatorComplaintView['operator'] {
  return id === null || username === null ? null : { id: id.toString(), username };
}

import type { ResumptionView, StopView } from '@candor/contract/console-products';
import { stopReasonOf } from '@candor/contract/stop-reasons';
import { proposalView } from '../../../services/proposals/proposal-kind.ts';
import type { OperatorStop, ResumptionRow } from './stop-store.ts';

export function operatorStopView({ code, stoppedAt, ended, ...stop }: OperatorStop): StopView {
  const { id, scope, note, by, open } = stop;
  return {
    id,
    scope,
    reason: stopReasonOf(code),
    note,
    by,
    stoppedAt: new Date(stoppedAt).toISOString(),
    open,
    ended: ended === null ? null : { ...ended, at: new Date(ended.at).toISOString() },
  };
}

export function resumptionViewOf(row: ResumptionRow): ResumptionView {
  return { id: row.id, stop: operatorStopView(row.stop), ...proposalView(row) };
}

import { resumptionView } from '@candor/contract/console-products';
import type { ResumptionView } from '@candor/contract/console-products';
import { PROPOSAL_TABLE } from '@candor/domain/proposal';
import { err, ok } from '@candor/domain/result';
import type { ProposalForm, ProposalKind } from '../../../services/proposals/proposal-kind.ts';
import { isProposed, takeTurn } from '../../../services/proposals/proposal-store.ts';
import { RESUMPTIONS, selectStop } from './stop-store.ts';
import type { OperatorStop, ResumptionRow } from './stop-store.ts';
import { resumptionViewOf } from './stop-view.ts';

/** That orders of what is stopped begin again. The database ends the stop with the approval. */
export const RESUMPTION_KIND: ProposalKind<ResumptionRow, ResumptionView> = {
  name: 'resumptions',
  table: RESUMPTIONS,
  states: PROPOSAL_TABLE,
  viewOf: resumptionViewOf,
  view: resumptionView,
  refusals: { notFound: 'RESUMPTION_NOT_FOUND', decided: 'RESUMPTION_DECIDED' },
  subjectType: 'resumption',
  detailOf: ({ stop: { id, scope, code } }) => ({ stop: id, scope, because: code }),
  turnOf: ({ stop }) => turnOf(stop.id),
  obstacleTo: async (db, { stop }) => {
    const now = await selectStop(db, stop.id);
    return now?.stop.ended === null ? null : { key: 'STOP_ENDED' };
  },
};

export interface NewResumption {
  readonly stopId: string;
  readonly reason: string;
}

interface Facts {
  readonly stop: OperatorStop | undefined;
  readonly isOpen: boolean;
}

export const RESUMPTION_FORM: ProposalForm<NewResumption, Facts> = {
  name: 'propose',
  readFacts: async (db, { input: { stopId } }) => {
    await takeTurn(db, turnOf(stopId));
    return {
      stop: (await selectStop(db, stopId))?.stop,
      isOpen: await isProposed(db, RESUMPTIONS, { stop_id: stopId }),
    };
  },
  plan: ({ stopId, reason }, { stop, isOpen }) => {
    if (stop === undefined) return err({ key: 'STOP_NOT_FOUND' });
    if (stop.ended !== null) return err({ key: 'STOP_ENDED' });
    if (isOpen) return err({ key: 'RESUMPTION_OPEN' });
    return ok({
      values: { stop_id: stopId },
      reason,
      detail: { stop: stop.id, scope: stop.scope, because: stop.code },
    });
  },
};

function turnOf(stopId: string): string {
  return `stop/${stopId.toLowerCase()}`;
}

import * as calls from '@candor/contract/calls/console/adjustments';
import type { AdjustmentView } from '@candor/contract/console-members';
import { money, parseMoney } from '@candor/domain/money';
import { Refused } from '../../platform/http/http-app.ts';
import type { HttpApp } from '../../platform/http/http-app.ts';
import { on, serve } from '../../platform/http/serve.ts';
import type { Answered, Call } from '../../platform/http/serve.ts';
import { proposalLines, proposalQueue, propose } from '../../services/proposals/proposals.ts';
import type { KindDeps, ProposalsDeps } from '../../services/proposals/proposals.ts';
import type { Site } from '../../services/site/site.ts';
import { adjustmentForm, adjustmentKind } from './adjustment-kind.ts';
import { ADJUSTMENTS } from './adjustment-store.ts';
import type { AdjustmentRow } from './adjustment-store.ts';

interface AdjustmentsDeps extends KindDeps<AdjustmentRow, AdjustmentView> {
  readonly site: Site;
}

export const ADJUSTMENT_QUEUE = proposalQueue('adjustments', calls.adjustments, ADJUSTMENTS, {
  kind: ({ kind }) => kind,
  amount: ({ amount }, style) => style.money(money(amount)),
  code: ({ code }) => code,
});

/** Money that operators add to or deduct from a member by hand: one proposes, another approves. */
export function adjustmentsRoutes(app: HttpApp, deps: ProposalsDeps & { readonly site: Site }): void {
  serve(app, { ...deps, kind: adjustmentKind(deps.site) }, [
    ...proposalLines<AdjustmentRow, AdjustmentView>(calls.adjustments),
    on(calls.proposeAdjustment, proposeAdjustment),
  ]);
}

type Propose = typeof calls.proposeAdjustment;

async function proposeAdjustment(call: Call<Propose>, deps: AdjustmentsDeps): Promise<Answered<Propose>> {
  const { key, request, body } = call;
  const amount = parseMoney(body.amount, deps.site.currency);
  if (!amount.ok) throw new Refused('AMOUNT_INVALID', { fields: { amount: 'AMOUNT_INVALID' } });
  const input = { ...body, amount: amount.value };
  return await propose({ key, request, body }, deps, adjustmentForm(deps.site), {
    input,
    memberId: BigInt(body.memberId),
  });
}

import * as calls from '@candor/contract/calls/console/terms';
import type { TermsChangeView } from '@candor/contract/console-terms';
import type { HttpApp } from '../../../platform/http/http-app.ts';
import { on, serve } from '../../../platform/http/serve.ts';
import type { Answered, Call } from '../../../platform/http/serve.ts';
import { proposalLines, proposalQueue, propose } from '../../../services/proposals/proposals.ts';
import type { KindDeps, ProposalsDeps } from '../../../services/proposals/proposals.ts';
import type { Site } from '../../../services/site/site.ts';
import { termsForm, termsKind } from './terms-kind.ts';
import { selectAllChannels, selectRewardTerms, selectRuleTerms, TERMS_CHANGES } from './terms-store.ts';
import type { ChangeRow } from './terms-store.ts';
import { termsView } from './terms-view.ts';

interface TermsDeps extends KindDeps<ChangeRow, TermsChangeView> {
  readonly site: Site;
}

export const TERMS_QUEUE = proposalQueue('terms', calls.termsChanges, TERMS_CHANGES, {
  subject: ({ subject }) => subject,
});

/** Where members pay in, at which price, and what a withdrawal costs: one operator proposes a change, another approves it. */
export function termsRoutes(app: HttpApp, deps: ProposalsDeps & { readonly site: Site }): void {
  serve(app, { ...deps, kind: termsKind(deps.site) }, [
    on(calls.readTerms, readTerms),
    ...proposalLines<ChangeRow, TermsChangeView>(calls.termsChanges),
    on(calls.proposeTermsChange, proposeTermsChange),
  ]);
}

type Read = typeof calls.readTerms;

async function readTerms(_: Call<Read>, { pool, site }: TermsDeps): Promise<Answered<Read>> {
  const [rule, rewards] = [await selectRuleTerms(pool), await selectRewardTerms(pool)];
  return termsView(await selectAllChannels(pool), { rule, rewards }, site.currency);
}

type Propose = typeof calls.proposeTermsChange;

async function proposeTermsChange(call: Call<Propose>, deps: TermsDeps): Promise<Answered<Propose>> {
  return await propose(call, deps, termsForm(deps.site), { input: call.body });
}

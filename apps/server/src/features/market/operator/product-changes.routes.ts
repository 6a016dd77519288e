import * as trials from '@candor/contract/calls/console/source-trials';
import * as calls from '@candor/contract/calls/console/product-changes';
import type { ProductChangeView } from '@candor/contract/console-product-changes';
import type { Config } from '../../../platform/config/config.ts';
import { Refused } from '../../../platform/http/http-app.ts';
import type { HttpApp } from '../../../platform/http/http-app.ts';
import { on, serve } from '../../../platform/http/serve.ts';
import type { Answered, Call } from '../../../platform/http/serve.ts';
import { runOperatorCommand } from '../../../services/commands/run-commands.ts';
import { proposalLines, proposalQueue, propose } from '../../../services/proposals/proposals.ts';
import type { KindDeps, ProposalsDeps } from '../../../services/proposals/proposals.ts';
import type { Site } from '../../../services/site/site.ts';
import { triesSources } from '../trials/source-trials.jobs.ts';
import { selectTrial } from '../trials/trial-store.ts';
import { productChangeForm, productChangeKind } from './product-change-kind.ts';
import { PRODUCT_CHANGES } from './product-change-store.ts';
import type { ProductChangeRow } from './product-change-store.ts';
import { trialView, tryCommand } from './try-sources.ts';

export const PRODUCT_CHANGE_QUEUE = proposalQueue('productChanges', calls.productChanges, PRODUCT_CHANGES, {
  subject: ({ product }) => product,
});

interface ProductChangesDeps extends ProposalsDeps {
  readonly site: Site;
  readonly config: Pick<Config, 'feed'>;
}

/** Products are added, changed, retired and brought back by two operators. Orders that run settle as agreed. */
export function productChangesRoutes(app: HttpApp, deps: ProductChangesDeps): void {
  serve(app, { ...deps, kind: productChangeKind(deps.site) }, [
    ...proposalLines<ProductChangeRow, ProductChangeView>(calls.productChanges),
    on(calls.proposeProductChange, proposeProductChange),
  ]);
  serve(app, deps, [on(trials.trySources, trySources), on(trials.readSourceTrial, readSourceTrial)]);
}

type Propose = typeof calls.proposeProductChange;

async function proposeProductChange(
  call: Call<Propose>,
  deps: KindDeps<ProductChangeRow, ProductChangeView> & ProductChangesDeps,
): Promise<Answered<Propose>> {
  const form = productChangeForm(deps.site, triesSources(deps.config.feed));
  return await propose(call, deps, form, { input: call.body });
}

type Try = typeof trials.trySources;

async function trySources(
  { body, key, request }: Call<Try>,
  { pool, operators, fingerprints }: ProductChangesDeps,
): Promise<Answered<Try>> {
  const { operatorId, session } = operators.operatorOf(request);
  const call = { operatorId, session, key, fingerprint: fingerprints.of(body), input: body };
  const done = await runOperatorCommand(pool, tryCommand(), call);
  if (!done.ok) throw new Refused(done.error);
  if (!done.value.ok) throw new Refused(done.value.error);
  return done.value.value;
}

type Read = typeof trials.readSourceTrial;

async function readSourceTrial(
  { params, request }: Call<Read>,
  { pool, operators }: ProductChangesDeps,
): Promise<Answered<Read>> {
  const row = await selectTrial(pool, params.id, operators.operatorOf(request).operatorId);
  if (row === undefined) throw new Refused('SOURCE_TRIAL_NOT_FOUND');
  return trialView(row);
}

import * as calls from '@candor/contract/calls/console/product-terms';
import type { ProductTermsChangeView } from '@candor/contract/console-product-terms';
import type { HttpApp } from '../../../platform/http/http-app.ts';
import { on, serve } from '../../../platform/http/serve.ts';
import type { Answered, Call } from '../../../platform/http/serve.ts';
import { proposalLines, proposalQueue, propose } from '../../../services/proposals/proposals.ts';
import type { KindDeps, ProposalsDeps } from '../../../services/proposals/proposals.ts';
import type { Site } from '../../../services/site/site.ts';
import { productTermsForm, productTermsKind } from './product-terms-kind.ts';
import { PRODUCT_TERMS } from './product-terms-store.ts';
import type { ProductTermsRow } from './product-terms-store.ts';

interface ProductTermsDeps extends KindDeps<ProductTermsRow, ProductTermsChangeView> {
  readonly site: Site;
}

export const PRODUCT_TERMS_QUEUE = proposalQueue('productTerms', calls.productTermsChanges, PRODUCT_TERMS, {
  subject: ({ product }) => product.code,
});

/** What a product offers: one operator proposes a change, another approves it. Orders that run keep what they were accepted under. */
export function productTermsRoutes(app: HttpApp, deps: ProposalsDeps & { readonly site: Site }): void {
  serve(app, { ...deps, kind: productTermsKind(deps.site) }, [
    ...proposalLines<ProductTermsRow, ProductTermsChangeView>(calls.productTermsChanges),
    on(calls.proposeProductTerms, proposeProductTerms),
  ]);
}

type Propose = typeof calls.proposeProductTerms;

async function proposeProductTerms(call: Call<Propose>, deps: ProductTermsDeps): Promise<Answered<Propose>> {
  return await propose(call, deps, productTermsForm(deps.site), { input: call.body });
}

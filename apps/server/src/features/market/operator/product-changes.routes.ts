import * as calls from '@candor/contract/calls/console/product-changes';
import type { ProductChangeView } from '@candor/contract/console-product-changes';
import type { HttpApp } from '../../../platform/http/http-app.ts';
import { on, serve } from '../../../platform/http/serve.ts';
import type { Answered, Call } from '../../../platform/http/serve.ts';
import { proposalLines, proposalQueue, propose } from '../../../services/proposals/proposals.ts';
import type { KindDeps, ProposalsDeps } from '../../../services/proposals/proposals.ts';
import { PRODUCT_CHANGE_FORM, PRODUCT_CHANGE_KIND } from './product-change-kind.ts';
import { PRODUCT_CHANGES } from './product-change-store.ts';
import type { ProductChangeRow } from './product-change-store.ts';

export const PRODUCT_CHANGE_QUEUE = proposalQueue('productChanges', calls.productChanges, PRODUCT_CHANGES);

/** Products are added, changed, retired and brought back by two operators. Orders that run settle as agreed. */
export function productChangesRoutes(app: HttpApp, deps: ProposalsDeps): void {
  serve(app, { ...deps, kind: PRODUCT_CHANGE_KIND }, [
    ...proposalLines<ProductChangeRow, ProductChangeView>(calls.productChanges),
    on(calls.proposeProductChange, proposeProductChange),
  ]);
}

type Propose = typeof calls.proposeProductChange;

async function proposeProductChange(
  call: Call<Propose>,
  deps: KindDeps<ProductChangeRow, ProductChangeView>,
): Promise<Answered<Propose>> {
  return await propose(call, deps, PRODUCT_CHANGE_FORM, { input: call.body });
}

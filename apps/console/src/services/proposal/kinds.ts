/* Every kind of change that takes two operators. A kind also has a page, `ProposalQueue`, and a form, `useProposalForm`. */

import { adjustments } from '@candor/contract/calls/console/adjustments';
import { factorReleases } from '@candor/contract/calls/console/factor-releases';
import { investChanges } from '@candor/contract/calls/console/invest';
import { listMarks, markReleases } from '@candor/contract/calls/console/marks';
import { productChanges } from '@candor/contract/calls/console/product-changes';
import { productTermsChanges } from '@candor/contract/calls/console/product-terms';
import { roleChanges, staffChanges } from '@candor/contract/calls/console/staff';
import { resumptions } from '@candor/contract/calls/console/products';
import { siteChanges } from '@candor/contract/calls/console/site';
import { termsChanges } from '@candor/contract/calls/console/terms';
import { textChanges } from '@candor/contract/calls/console/texts';
import type { InvestChangeView } from '@candor/contract/console-invest';
import type { MarkReleaseView } from '@candor/contract/console-marks';
import type { AdjustmentView } from '@candor/contract/console-members';
import type { ProductChangeView } from '@candor/contract/console-product-changes';
import type { ProductTermsChangeView } from '@candor/contract/console-product-terms';
import type { ResumptionView } from '@candor/contract/console-products';
import { FACTOR_RELEASE_STATUSES } from '@candor/contract/console-security';
import type { FactorReleaseView } from '@candor/contract/console-security';
import type { SiteChangeView } from '@candor/contract/console-site';
import type { RoleChangeView, StaffChangeView } from '@candor/contract/console-staff';
import type { TermsChangeView } from '@candor/contract/console-terms';
import type { TextChangeView } from '@candor/contract/console-texts';
import { queueKey } from '../queue/queue-of.ts';
import type { ProposalKind } from './proposal-kind.ts';

export const ADJUSTMENTS: ProposalKind<AdjustmentView> = {
  name: 'adjustments',
  file: 'adjustments',
  calls: adjustments,
  // The money of the member beside the decision.
  stale: [['member']],
};

export const TERMS_CHANGES: ProposalKind<TermsChangeView> = {
  name: 'terms',
  file: 'terms',
  calls: termsChanges,
  stale: [['terms']],
};

export const INVEST_CHANGES: ProposalKind<InvestChangeView> = {
  name: 'investments',
  file: 'invest',
  calls: investChanges,
  stale: [['invest']],
};

export const TEXT_CHANGES: ProposalKind<TextChangeView> = {
  name: 'texts',
  file: 'texts',
  calls: textChanges,
  stale: [['texts']],
};

export const FACTOR_RELEASES: ProposalKind<FactorReleaseView> = {
  name: 'factorReleases',
  file: 'factorReleases',
  calls: factorReleases,
  states: FACTOR_RELEASE_STATUSES,
};

export const MARK_RELEASES: ProposalKind<MarkReleaseView> = {
  name: 'markReleases',
  file: 'markReleases',
  calls: markReleases,
  stale: [queueKey(listMarks)],
};

export const RESUMPTIONS: ProposalKind<ResumptionView> = {
  name: 'resumptions',
  file: 'resumptions',
  calls: resumptions,
  stale: [['products']],
};

export const PRODUCT_TERMS: ProposalKind<ProductTermsChangeView> = {
  name: 'productTerms',
  file: 'productTerms',
  calls: productTermsChanges,
  stale: [['products']],
};

export const PRODUCT_CHANGES: ProposalKind<ProductChangeView> = {
  name: 'productChanges',
  file: 'productChanges',
  calls: productChanges,
  stale: [['products']],
};

export const SITE_CHANGES: ProposalKind<SiteChangeView> = {
  name: 'site',
  file: 'site',
  calls: siteChanges,
  stale: [['site']],
};

export const STAFF_CHANGES: ProposalKind<StaffChangeView> = {
  name: 'staffChanges',
  file: 'staffChanges',
  calls: staffChanges,
  stale: [['staff']],
};

export const ROLE_CHANGES: ProposalKind<RoleChangeView> = {
  name: 'roleChanges',
  file: 'roleChanges',
  calls: roleChanges,
  stale: [['staff'], ['roles']],
};

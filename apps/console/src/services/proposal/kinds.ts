/* Every kind of change that takes two operators. A kind also has a page, `ProposalQueue`, and a form, `useProposalForm`. */

import { INVEST_CHANGE_STATES, investChangesView, investChangeView } from '@candor/contract/console-invest';
import type { InvestChangeView } from '@candor/contract/console-invest';
import { MARK_RELEASE_STATUSES, markReleasesView, markReleaseView } from '@candor/contract/console-marks';
import type { MarkReleaseView } from '@candor/contract/console-marks';
import { ADJUSTMENT_STATUSES, adjustmentsView, adjustmentView } from '@candor/contract/console-members';
import type { AdjustmentView } from '@candor/contract/console-members';
import { CONSOLE_PATHS } from '@candor/contract/console-paths';
import { FACTOR_RELEASE_STATUSES, factorReleasesView, factorReleaseView } from '@candor/contract/console-security';
import type { FactorReleaseView } from '@candor/contract/console-security';
import { CHANGE_STATUSES, termsChangesView, termsChangeView } from '@candor/contract/console-terms';
import type { TermsChangeView } from '@candor/contract/console-terms';
import { textChangesView, textChangeView } from '@candor/contract/console-texts';
import type { TextChangeView } from '@candor/contract/console-texts';
import type { ProposalKind } from './proposal-kind.ts';

export const ADJUSTMENTS: ProposalKind<AdjustmentView> = {
  name: 'adjustments',
  path: CONSOLE_PATHS.adjustments,
  page: adjustmentsView,
  one: adjustmentView,
  states: ADJUSTMENT_STATUSES,
  make: 'ledger:adjustment:make',
  check: 'ledger:adjustment:check',
  // The money of the member beside the decision.
  stale: [['member']],
};

export const TERMS_CHANGES: ProposalKind<TermsChangeView> = {
  name: 'terms',
  path: CONSOLE_PATHS.termsChanges,
  page: termsChangesView,
  one: termsChangeView,
  states: CHANGE_STATUSES,
  make: 'site:channel:write',
  check: 'site:channel:check',
  stale: [['terms']],
};

export const INVEST_CHANGES: ProposalKind<InvestChangeView> = {
  name: 'investments',
  path: CONSOLE_PATHS.investChanges,
  page: investChangesView,
  one: investChangeView,
  states: INVEST_CHANGE_STATES,
  make: 'invest:project:make',
  check: 'invest:project:check',
  stale: [['invest']],
};

export const TEXT_CHANGES: ProposalKind<TextChangeView> = {
  name: 'texts',
  path: CONSOLE_PATHS.textChanges,
  page: textChangesView,
  one: textChangeView,
  states: CHANGE_STATUSES,
  make: 'site:text:write',
  check: 'site:text:check',
  stale: [['texts']],
};

export const FACTOR_RELEASES: ProposalKind<FactorReleaseView> = {
  name: 'factorReleases',
  path: CONSOLE_PATHS.factorReleases,
  page: factorReleasesView,
  one: factorReleaseView,
  states: FACTOR_RELEASE_STATUSES,
  make: 'member:factor:make',
  check: 'member:factor:check',
};

export const MARK_RELEASES: ProposalKind<MarkReleaseView> = {
  name: 'markReleases',
  path: CONSOLE_PATHS.markReleases,
  page: markReleasesView,
  one: markReleaseView,
  states: MARK_RELEASE_STATUSES,
  make: 'member:mark:make',
  check: 'member:mark:check',
  stale: [['queue', CONSOLE_PATHS.marks]],
};

import { ADJUSTMENT_QUEUE, adjustmentsRoutes } from '../features/adjustments/adjustments.routes.ts';
import { TERMS_QUEUE, termsRoutes } from '../features/cashier/terms/terms.routes.ts';
import { TEXT_QUEUE, textsOperatorRoutes } from '../features/content/operator/texts.routes.ts';
import { INVEST_QUEUE, investOperatorRoutes } from '../features/invest/operator/invest-operator.routes.ts';
import { RESUMPTION_QUEUE, productsRoutes } from '../features/market/operator/products.routes.ts';
import { PRODUCT_TERMS_QUEUE, productTermsRoutes } from '../features/market/operator/product-terms.routes.ts';
import { SITE_QUEUE, siteOperatorRoutes } from '../features/site/site-operator.routes.ts';
import { PRODUCT_CHANGE_QUEUE, productChangesRoutes } from '../features/market/operator/product-changes.routes.ts';
import { MARK_RELEASE_QUEUE, markReleasesRoutes } from '../features/verification/releases/mark-releases.routes.ts';
import { FACTOR_RELEASE_QUEUE, factorReleasesRoutes } from '../features/security/operator/factor-releases.routes.ts';
import { ROLE_QUEUE, roleRoutes, STAFF_QUEUE, staffRoutes } from '../features/staff/staff.routes.ts';
import type { Clock } from '../platform/clock/clock.ts';
import type { Config } from '../platform/config/config.ts';
import type { HttpApp } from '../platform/http/http-app.ts';
import type { ProposalQueue, ProposalsDeps } from '../services/proposals/proposals.ts';
import type { Site } from '../services/site/site.ts';

export interface RegisteredKind {
  readonly queue: ProposalQueue;
  readonly routes: (
    app: HttpApp,
    deps: ProposalsDeps & { readonly site: Site; readonly clock: Clock; readonly config: Pick<Config, 'feed'> },
  ) => void;
}

/** Everything that one operator proposes and another decides. `proposal-kinds.test.ts` runs each. */
export const PROPOSAL_KINDS: readonly RegisteredKind[] = [
  { queue: ADJUSTMENT_QUEUE, routes: adjustmentsRoutes },
  { queue: INVEST_QUEUE, routes: investOperatorRoutes },
  { queue: TERMS_QUEUE, routes: termsRoutes },
  { queue: TEXT_QUEUE, routes: textsOperatorRoutes },
  { queue: FACTOR_RELEASE_QUEUE, routes: factorReleasesRoutes },
  { queue: MARK_RELEASE_QUEUE, routes: markReleasesRoutes },
  { queue: RESUMPTION_QUEUE, routes: productsRoutes },
  { queue: PRODUCT_TERMS_QUEUE, routes: productTermsRoutes },
  { queue: SITE_QUEUE, routes: siteOperatorRoutes },
  { queue: PRODUCT_CHANGE_QUEUE, routes: productChangesRoutes },
  { queue: STAFF_QUEUE, routes: staffRoutes },
  { queue: ROLE_QUEUE, routes: roleRoutes },
];

import * as calls from '@candor/contract/calls/console/site';
import type { SiteChangeView } from '@candor/contract/console-site';
import type { Clock } from '../../platform/clock/clock.ts';
import type { HttpApp } from '../../platform/http/http-app.ts';
import { on, serve } from '../../platform/http/serve.ts';
import type { Answered, Call } from '../../platform/http/serve.ts';
import { proposalLines, proposalQueue, propose } from '../../services/proposals/proposals.ts';
import type { KindDeps, ProposalsDeps } from '../../services/proposals/proposals.ts';
import type { Site } from '../../services/site/site.ts';
import { siteForm, siteKind } from './site-kind.ts';
import { selectParts, selectSiteState, SITE_CHANGES } from './site-store.ts';
import type { SiteChangeRow } from './site-store.ts';

interface SiteOf {
  readonly clock: Clock;
  readonly site: Pick<Site, 'currency'>;
}
type SiteDeps = KindDeps<SiteChangeRow, SiteChangeView> & SiteOf;

export const SITE_QUEUE = proposalQueue('site', calls.siteChanges, SITE_CHANGES, {
  subject: ({ part }) => part,
});

/** What the site is and says: one operator proposes a change, another approves it. */
export function siteOperatorRoutes(app: HttpApp, deps: ProposalsDeps & SiteOf): void {
  serve(app, { ...deps, kind: siteKind(deps) }, [
    on(calls.readSiteSettings, readSiteSettings),
    ...proposalLines<SiteChangeRow, SiteChangeView>(calls.siteChanges),
    on(calls.proposeSiteChange, proposeSiteChange),
  ]);
}

type Read = typeof calls.readSiteSettings;

async function readSiteSettings(_: Call<Read>, { pool }: SiteDeps): Promise<Answered<Read>> {
  const { look, identity, access, maintenance, limits, basis, opening } = await selectParts(pool);
  const { isBasisFree, channels, products, operators } = await selectSiteState(pool);
  return {
    look,
    identity: {
      ...identity,
      value: { ...identity.value, languages: [...identity.value.languages], footer: { ...identity.value.footer } },
    },
    access,
    maintenance: { ...maintenance, value: { windows: [...maintenance.value.windows] } },
    limits,
    basis,
    opening,
    basisFree: isBasisFree,
    checklist: { channels, products, operators },
  };
}

type Propose = typeof calls.proposeSiteChange;

async function proposeSiteChange(call: Call<Propose>, deps: SiteDeps): Promise<Answered<Propose>> {
  return await propose(call, deps, siteForm(deps), { input: call.body });
}

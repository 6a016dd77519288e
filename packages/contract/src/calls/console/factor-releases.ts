import {
  factorReleaseBody,
  factorReleasesQuery,
  factorReleasesView,
  factorReleaseStopBody,
  factorReleaseView,
} from '../../console-security.ts';
import { operation } from '../../operation.ts';
import { proposalCalls, releaseParams } from '../../proposals.ts';

export const factorReleases = proposalCalls({
  one: 'FactorRelease',
  many: 'FactorReleases',
  path: '/api/console/factor-releases',
  may: { read: 'member:factor:read', make: 'member:factor:make', check: 'member:factor:check' },
  query: factorReleasesQuery,
  params: releaseParams,
  view: factorReleaseView,
  page: factorReleasesView,
  refusals: {
    notFound: 'RELEASE_NOT_FOUND',
    decided: 'RELEASE_STATE_CHANGED',
    approval: ['RELEASE_NO_FACTOR'],
  },
  tag: 'security',
  what: 'Releases of lost second factors',
});

export const proposeFactorRelease = operation({
  id: 'proposeFactorRelease',
  method: 'POST',
  path: '/api/console/factor-releases',
  body: factorReleaseBody,
  answer: factorReleaseView,
  caller: 'operator',
  permission: 'member:factor:make',
  cost: 'change',
  idempotent: true,
  refusals: ['ITEM_OWN', 'MEMBER_NOT_FOUND', 'RELEASE_OPEN', 'RELEASE_NO_FACTOR'],
  tag: 'security',
  summary: 'Proposes to release the second factor of a member who lost it.',
});

export const stopFactorRelease = operation({
  id: 'stopFactorRelease',
  method: 'POST',
  path: '/api/console/factor-releases/{id}/stop',
  params: releaseParams,
  body: factorReleaseStopBody,
  answer: factorReleaseView,
  caller: 'operator',
  // Whoever may see a release and work on it may stop it, maker and checker alike.
  permission: 'member:factor:stop',
  cost: 'change',
  idempotent: true,
  refusals: ['ITEM_OWN', 'REASON_REQUIRED', 'RELEASE_NOT_FOUND', 'RELEASE_STATE_CHANGED'],
  tag: 'security',
  summary: 'Ends the day in which an approved release waits.',
});

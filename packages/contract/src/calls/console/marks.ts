import {
  markReleaseBody,
  markReleasesQuery,
  markReleasesView,
  markReleaseView,
  marksQuery,
  marksView,
} from '../../console-marks.ts';
import { operation } from '../../operation.ts';
import { proposalCalls, releaseParams } from '../../proposals.ts';

export const listMarks = operation({
  id: 'listMarks',
  method: 'GET',
  path: '/api/console/marks',
  query: marksQuery,
  answer: marksView,
  caller: 'operator',
  permission: 'member:mark:read',
  cost: 'list',
  refusals: [],
  tag: 'marks',
  summary: 'Cards, identities and device keys of a member, or those that more than one member has.',
});

export const markReleases = proposalCalls({
  one: 'MarkRelease',
  many: 'MarkReleases',
  path: '/api/console/mark-releases',
  may: { read: 'member:mark:read', make: 'member:mark:make', check: 'member:mark:check' },
  query: markReleasesQuery,
  params: releaseParams,
  view: markReleaseView,
  page: markReleasesView,
  refusals: {
    notFound: 'RELEASE_NOT_FOUND',
    decided: 'RELEASE_STATE_CHANGED',
    approval: ['MARK_NOT_HELD', 'MARK_IN_USE'],
  },
  tag: 'marks',
  what: 'Releases of cards, identities and device keys',
});

export const proposeMarkRelease = operation({
  id: 'proposeMarkRelease',
  method: 'POST',
  path: '/api/console/mark-releases',
  body: markReleaseBody,
  answer: markReleaseView,
  caller: 'operator',
  permission: 'member:mark:make',
  cost: 'change',
  idempotent: true,
  refusals: ['ITEM_OWN', 'MARK_NOT_HELD', 'RELEASE_OPEN'],
  tag: 'marks',
  summary: 'Proposes to release a card, an identity or a device key.',
});

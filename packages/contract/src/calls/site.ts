import { operation } from '../operation.ts';
import { logoParams, siteHistoryView } from '../site.ts';

export const listSiteVersions = operation({
  id: 'listSiteVersions',
  method: 'GET',
  path: '/api/index/versions',
  answer: siteHistoryView,
  caller: 'public',
  cost: 'memory',
  refusals: [],
  tag: 'site',
  summary: 'Every version of what the site says to members: its name, who may join, when it rests; newest first.',
});

export const readLogo = operation({
  id: 'readLogo',
  method: 'GET',
  path: '/api/index/logo/{id}',
  params: logoParams,
  sends: 'picture',
  caller: 'public',
  cost: 'picture',
  refusals: ['NOT_FOUND'],
  tag: 'site',
  summary: 'A logo of the site, named by the SHA-256 of its bytes.',
});

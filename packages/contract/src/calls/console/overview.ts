import { overviewView } from '../../console-overview.ts';
import { siteStateView } from '../../console-site-state.ts';
import { operation } from '../../operation.ts';

export const readOverview = operation({
  id: 'readOverview',
  method: 'GET',
  path: '/api/console/overview',
  answer: overviewView,
  caller: 'operator',
  permission: 'ledger:adjustment:read',
  cost: 'list',
  refusals: [],
  tag: 'books',
  summary: 'Figures of today, yesterday and the last 30 days, and whether the site is well.',
});

export const readSiteState = operation({
  id: 'readSiteState',
  method: 'GET',
  path: '/api/console/state',
  answer: siteStateView,
  caller: 'operator',
  permission: 'ledger:adjustment:read',
  cost: 'list',
  refusals: [],
  tag: 'books',
  summary: 'What is due and what waits, sources of prices, processes and their jobs, backup and witnesses.',
});

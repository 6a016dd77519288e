import {
  endOfDayReportsQuery,
  endOfDayReportsView,
  investChangeParams,
  investChangesQuery,
  investChangesView,
  investChangeView,
  liabilitiesView,
  operatorHoldingsQuery,
  operatorHoldingsView,
  operatorInvestView,
  projectChangeBody,
  rateChangeBody,
} from '../../console-invest.ts';
import { operation } from '../../operation.ts';
import { proposalCalls } from '../../proposals.ts';

export const listProjects = operation({
  id: 'listProjects',
  method: 'GET',
  path: '/api/console/invest/projects',
  answer: operatorInvestView,
  caller: 'operator',
  permission: 'invest:project:read',
  cost: 'list',
  refusals: [],
  tag: 'invest',
  summary: 'Projects with their versions and what is sold of each, and the savings.',
});

export const listHoldings = operation({
  id: 'listHoldings',
  method: 'GET',
  path: '/api/console/invest/holdings',
  query: operatorHoldingsQuery,
  answer: operatorHoldingsView,
  caller: 'operator',
  permission: 'invest:holding:read',
  cost: 'list',
  refusals: [],
  tag: 'invest',
  summary: 'Holdings of all members, newest first.',
});

export const listEndsOfDay = operation({
  id: 'listEndsOfDay',
  method: 'GET',
  path: '/api/console/invest/days',
  query: endOfDayReportsQuery,
  answer: endOfDayReportsView,
  caller: 'operator',
  permission: 'invest:close:read',
  cost: 'list',
  refusals: [],
  tag: 'invest',
  summary: 'What the end of day of each business date did, newest first.',
});

export const readLiabilities = operation({
  id: 'readLiabilities',
  method: 'GET',
  path: '/api/console/invest/liabilities',
  answer: liabilitiesView,
  caller: 'operator',
  permission: 'invest:close:read',
  cost: 'list',
  refusals: [],
  tag: 'invest',
  summary: 'The money that maturities need, by date.',
});

export const investChanges = proposalCalls({
  one: 'InvestChange',
  many: 'InvestChanges',
  path: '/api/console/invest/changes',
  may: { read: 'invest:project:read', make: 'invest:project:make', check: 'invest:project:check' },
  query: investChangesQuery,
  params: investChangeParams,
  view: investChangeView,
  page: investChangesView,
  refusals: {
    notFound: 'TERMS_CHANGE_NOT_FOUND',
    decided: 'TERMS_CHANGE_DECIDED',
    approval: ['TERMS_CHANGE_OLD'],
  },
  tag: 'invest',
  what: 'Changes of projects and savings rates',
});

export const proposeProject = operation({
  id: 'proposeProject',
  method: 'POST',
  path: '/api/console/invest/project-changes',
  body: projectChangeBody,
  answer: investChangeView,
  caller: 'operator',
  permission: 'invest:project:make',
  cost: 'change',
  idempotent: true,
  refusals: ['PROJECT_NOT_FOUND', 'TERMS_CHANGE_OPEN', 'TERMS_CHANGE_OLD', 'AMOUNT_INVALID', 'AMOUNT_TOO_PRECISE'],
  tag: 'invest',
  summary: 'Proposes terms for a new project, or a new version for one that exists.',
});

export const proposeRate = operation({
  id: 'proposeRate',
  method: 'POST',
  path: '/api/console/invest/rate-changes',
  body: rateChangeBody,
  answer: investChangeView,
  caller: 'operator',
  permission: 'invest:project:make',
  cost: 'change',
  idempotent: true,
  refusals: ['TERMS_CHANGE_OPEN'],
  tag: 'invest',
  summary: 'Proposes a savings rate. It holds from a business date that has not begun.',
});

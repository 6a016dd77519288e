import {
  termsChangeBody,
  termsChangeParams,
  termsChangesQuery,
  termsChangesView,
  termsChangeView,
  termsView,
} from '../../console-terms.ts';
import { operation } from '../../operation.ts';
import { proposalCalls } from '../../proposals.ts';

export const readTerms = operation({
  id: 'readTerms',
  method: 'GET',
  path: '/api/console/terms',
  answer: termsView,
  caller: 'operator',
  permission: 'site:channel:read',
  cost: 'list',
  refusals: [],
  tag: 'terms',
  summary: 'The terms of paying in and out that hold now, and which of them have a proposal.',
});

export const termsChanges = proposalCalls({
  one: 'TermsChange',
  many: 'TermsChanges',
  path: '/api/console/terms/changes',
  may: { read: 'site:channel:read', make: 'site:channel:write', check: 'site:channel:check' },
  query: termsChangesQuery,
  params: termsChangeParams,
  view: termsChangeView,
  page: termsChangesView,
  refusals: {
    notFound: 'TERMS_CHANGE_NOT_FOUND',
    decided: 'TERMS_CHANGE_DECIDED',
    approval: ['TERMS_CHANGE_OLD'],
  },
  tag: 'terms',
  what: 'Changes of the terms of paying in and out',
});

export const proposeTermsChange = operation({
  id: 'proposeTermsChange',
  method: 'POST',
  path: '/api/console/terms/changes',
  body: termsChangeBody,
  answer: termsChangeView,
  caller: 'operator',
  permission: 'site:channel:write',
  cost: 'change',
  idempotent: true,
  refusals: [
    'TERMS_CHANGE_OPEN',
    'TERMS_CHANGE_OLD',
    'TERMS_UNCHANGED',
    'FIELD_REQUIRED',
    'AMOUNT_INVALID',
    'CHANNEL_DETAIL_REQUIRED',
    'CHANNEL_ADDRESS_INVALID',
    'CHANNEL_ADDRESS_CASE',
    'CHANNEL_ADDRESS_NOBODY',
    'CHANNEL_ADDRESS_TOKEN',
  ],
  tag: 'terms',
  summary: 'Proposes other terms. Nothing changes before another operator approves.',
});

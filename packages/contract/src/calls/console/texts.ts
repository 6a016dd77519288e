import {
  operatorTextParams,
  operatorTextsView,
  operatorTextVersionsQuery,
  operatorTextVersionsView,
  textChangeBody,
  textChangeParams,
  textChangesQuery,
  textChangesView,
  textChangeView,
} from '../../console-texts.ts';
import { operation } from '../../operation.ts';
import { proposalCalls } from '../../proposals.ts';

export const listTexts = operation({
  id: 'listTexts',
  method: 'GET',
  path: '/api/console/texts',
  answer: operatorTextsView,
  caller: 'operator',
  permission: 'site:text:read',
  cost: 'list',
  refusals: [],
  tag: 'texts',
  summary: 'The texts of the site that hold now.',
});

export const listTextVersions = operation({
  id: 'listTextVersions',
  method: 'GET',
  path: '/api/console/texts/{slug}/versions',
  params: operatorTextParams,
  query: operatorTextVersionsQuery,
  answer: operatorTextVersionsView,
  caller: 'operator',
  permission: 'site:text:read',
  cost: 'list',
  refusals: [],
  tag: 'texts',
  summary: 'The versions of a text, newest first.',
});

export const textChanges = proposalCalls({
  one: 'TextChange',
  many: 'TextChanges',
  path: '/api/console/text-changes',
  may: { read: 'site:text:read', make: 'site:text:write', check: 'site:text:check' },
  query: textChangesQuery,
  params: textChangeParams,
  view: textChangeView,
  page: textChangesView,
  refusals: {
    notFound: 'TERMS_CHANGE_NOT_FOUND',
    decided: 'TERMS_CHANGE_DECIDED',
    approval: ['TERMS_CHANGE_OLD'],
  },
  tag: 'texts',
  what: 'Changes of texts',
});

export const proposeText = operation({
  id: 'proposeText',
  method: 'POST',
  path: '/api/console/text-changes',
  body: textChangeBody,
  answer: textChangeView,
  caller: 'operator',
  permission: 'site:text:write',
  cost: 'change',
  idempotent: true,
  refusals: ['TERMS_CHANGE_OPEN', 'TERMS_CHANGE_OLD', 'TERMS_UNCHANGED', 'TEXT_FORM_INVALID'],
  tag: 'texts',
  summary: 'Writes the next version of a text. One that binds members waits for another operator.',
});

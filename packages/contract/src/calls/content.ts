import {
  agreementBody,
  agreementsView,
  pageParams,
  pageQuery,
  pageVersionsQuery,
  pageVersionsView,
  pageView,
} from '../content.ts';
import { operation } from '../operation.ts';

export const readPage = operation({
  id: 'readPage',
  method: 'GET',
  path: '/api/content/pages/{slug}',
  params: pageParams,
  query: pageQuery,
  answer: pageView,
  caller: 'public',
  cost: 'memory',
  refusals: ['NOT_FOUND'],
  tag: 'content',
  summary: 'A text of the site in the version that is in force, or in a named one.',
});

export const listPageVersions = operation({
  id: 'listPageVersions',
  method: 'GET',
  path: '/api/content/pages/{slug}/versions',
  params: pageParams,
  query: pageVersionsQuery,
  answer: pageVersionsView,
  caller: 'public',
  cost: 'memory',
  refusals: ['NOT_FOUND'],
  tag: 'content',
  summary: 'The published versions of a text, newest first.',
});

export const readAgreements = operation({
  id: 'readAgreements',
  method: 'GET',
  path: '/api/account/agreements',
  answer: agreementsView,
  caller: 'member',
  cost: 'lookup',
  refusals: [],
  tag: 'content',
  summary: 'What the member agreed to, and what still waits for it.',
});

export const agree = operation({
  id: 'agree',
  method: 'POST',
  path: '/api/account/agreements',
  body: agreementBody,
  answer: agreementsView,
  caller: 'member',
  signed: true,
  cost: 'change',
  refusals: ['NOT_FOUND', 'TEXT_VERSION_OLD'],
  tag: 'content',
  summary: 'Agrees to a version of a text.',
});

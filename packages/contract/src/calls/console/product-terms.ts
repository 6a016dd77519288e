import {
  productTermsBody,
  productTermsChangesQuery,
  productTermsChangesView,
  productTermsChangeView,
  productTermsParams,
} from '../../console-product-terms.ts';
import { operation } from '../../operation.ts';
import { proposalCalls } from '../../proposals.ts';

export const productTermsChanges = proposalCalls({
  one: 'ProductTermsChange',
  many: 'ProductTermsChanges',
  path: '/api/console/product-terms',
  may: { read: 'market:product:read', make: 'market:terms:write', check: 'market:terms:check' },
  query: productTermsChangesQuery,
  params: productTermsParams,
  view: productTermsChangeView,
  page: productTermsChangesView,
  refusals: {
    notFound: 'TERMS_CHANGE_NOT_FOUND',
    decided: 'TERMS_CHANGE_DECIDED',
    approval: ['TERMS_CHANGE_OLD', 'SITE_LIMITS_FULL'],
  },
  tag: 'products',
  what: 'Changes of the terms of products',
});

export const proposeProductTerms = operation({
  id: 'proposeProductTerms',
  method: 'POST',
  path: '/api/console/product-terms',
  body: productTermsBody,
  answer: productTermsChangeView,
  caller: 'operator',
  permission: 'market:terms:write',
  cost: 'change',
  idempotent: true,
  refusals: [
    'PRODUCT_NOT_FOUND',
    'TERMS_CHANGE_OPEN',
    'TERMS_CHANGE_OLD',
    'TERMS_UNCHANGED',
    'TERMS_BOUNDS',
    'SITE_LIMITS_FULL',
    'AMOUNT_INVALID',
  ],
  tag: 'products',
  summary: 'Proposes other terms of a product, for orders that are placed after another operator approved them.',
});

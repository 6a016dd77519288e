import {
  productChangeBody,
  productChangeParams,
  productChangesQuery,
  productChangesView,
  productChangeView,
} from '../../console-product-changes.ts';
import { operation } from '../../operation.ts';
import { proposalCalls } from '../../proposals.ts';

export const productChanges = proposalCalls({
  one: 'ProductChange',
  many: 'ProductChanges',
  path: '/api/console/product-changes',
  may: { read: 'market:product:read', make: 'market:product:write', check: 'market:product:check' },
  query: productChangesQuery,
  params: productChangeParams,
  view: productChangeView,
  page: productChangesView,
  refusals: {
    notFound: 'PRODUCT_CHANGE_NOT_FOUND',
    decided: 'PRODUCT_CHANGE_DECIDED',
    approval: ['PRODUCT_CHANGE_OLD', 'SITE_LIMITS_FULL'],
  },
  tag: 'products',
  what: 'Products added, changed, retired and brought back',
});

export const proposeProductChange = operation({
  id: 'proposeProductChange',
  method: 'POST',
  path: '/api/console/product-changes',
  body: productChangeBody,
  answer: productChangeView,
  caller: 'operator',
  permission: 'market:product:write',
  cost: 'change',
  idempotent: true,
  refusals: [
    'PRODUCT_NOT_FOUND',
    'PRODUCT_EXISTS',
    'PRODUCT_CHANGE_OPEN',
    'PRODUCT_CHANGE_OLD',
    'PRODUCT_UNCHANGED',
    'PRODUCT_BOUNDS',
    'AMOUNT_INVALID',
    'SITE_LIMITS_FULL',
    'PRODUCT_SOURCES_FEW',
    'PRODUCT_SOURCES_UNTRIED',
  ],
  tag: 'products',
  summary: 'Proposes a product, or another version of one. Nothing changes before another operator approves.',
});

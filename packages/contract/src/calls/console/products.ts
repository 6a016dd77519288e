import {
  operatorProductsView,
  resumptionBody,
  resumptionParams,
  resumptionsQuery,
  resumptionsView,
  resumptionView,
  stopBody,
  stopsQuery,
  stopsView,
  stopView,
} from '../../console-products.ts';
import { operation } from '../../operation.ts';
import { proposalCalls } from '../../proposals.ts';

export const listOperatorProducts = operation({
  id: 'listOperatorProducts',
  method: 'GET',
  path: '/api/console/products',
  answer: operatorProductsView,
  caller: 'operator',
  permission: 'market:product:read',
  cost: 'list',
  refusals: [],
  tag: 'products',
  summary: 'All products with their state, their sources, and how the orders of today ended.',
});

export const listOperatorStops = operation({
  id: 'listOperatorStops',
  method: 'GET',
  path: '/api/console/stops',
  query: stopsQuery,
  answer: stopsView,
  caller: 'operator',
  permission: 'market:product:read',
  cost: 'list',
  refusals: [],
  tag: 'products',
  summary: 'What was stopped, why and by whom, newest first.',
});

export const stopOrders = operation({
  id: 'stopOrders',
  method: 'POST',
  path: '/api/console/stops',
  body: stopBody,
  answer: stopView,
  caller: 'operator',
  permission: 'market:stop:make',
  cost: 'change',
  idempotent: true,
  refusals: ['PRODUCT_NOT_FOUND', 'STOP_OPEN'],
  tag: 'products',
  summary: 'Stops new orders of a product, a category or everything, at once. Orders that run are settled as agreed.',
});

export const resumptions = proposalCalls({
  one: 'Resumption',
  many: 'Resumptions',
  path: '/api/console/resumptions',
  may: { read: 'market:product:read', make: 'market:stop:make', check: 'market:stop:check' },
  query: resumptionsQuery,
  params: resumptionParams,
  view: resumptionView,
  page: resumptionsView,
  refusals: { notFound: 'RESUMPTION_NOT_FOUND', decided: 'RESUMPTION_DECIDED', approval: ['STOP_ENDED'] },
  tag: 'products',
  what: 'Proposals to end a stop',
});

export const proposeResumption = operation({
  id: 'proposeResumption',
  method: 'POST',
  path: '/api/console/resumptions',
  body: resumptionBody,
  answer: resumptionView,
  caller: 'operator',
  permission: 'market:stop:make',
  cost: 'change',
  idempotent: true,
  refusals: ['STOP_NOT_FOUND', 'STOP_ENDED', 'RESUMPTION_OPEN'],
  tag: 'products',
  summary: 'Proposes that orders of what is stopped begin again. Nothing changes before another operator approves.',
});

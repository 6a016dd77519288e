import {
  fairnessOrdersQuery,
  fairnessOrdersView,
  fairnessQuery,
  fairnessView,
  fairnessVoidsQuery,
  fairnessVoidsView,
} from '../fairness.ts';
import { operation } from '../operation.ts';

export const readFairness = operation({
  id: 'readFairness',
  method: 'GET',
  path: '/api/market/fairness',
  query: fairnessQuery,
  answer: fairnessView,
  caller: 'public',
  cost: 'memory',
  refusals: ['PRODUCT_NOT_FOUND', 'WALLET_UNAVAILABLE'],
  tag: 'market',
  summary: 'The results of all orders in figures.',
});

export const readFairnessVoids = operation({
  id: 'readFairnessVoids',
  method: 'GET',
  path: '/api/market/fairness/voids',
  query: fairnessVoidsQuery,
  answer: fairnessVoidsView,
  caller: 'public',
  cost: 'memory',
  refusals: ['PRODUCT_NOT_FOUND', 'WALLET_UNAVAILABLE'],
  tag: 'market',
  summary: 'How many orders were void, by product and hour, and how many of them would have won.',
});

export const listFairnessOrders = operation({
  id: 'listFairnessOrders',
  method: 'GET',
  path: '/api/market/fairness/orders',
  query: fairnessOrdersQuery,
  answer: fairnessOrdersView,
  caller: 'public',
  cost: 'memory',
  refusals: ['WALLET_UNAVAILABLE', 'ORDERS_UNAVAILABLE'],
  tag: 'market',
  summary: 'The orders behind the figures of a date, without names.',
});

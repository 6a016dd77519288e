import {
  fairnessAccountsQuery,
  fairnessAccountsView,
  fairnessMonthsQuery,
  fairnessMonthsView,
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

export const listFairnessMonths = operation({
  id: 'listFairnessMonths',
  method: 'GET',
  path: '/api/market/fairness/months',
  query: fairnessMonthsQuery,
  answer: fairnessMonthsView,
  caller: 'public',
  cost: 'memory',
  refusals: ['WALLET_UNAVAILABLE'],
  tag: 'market',
  summary: 'What each month gave back of what was staked, and how many accounts lost.',
});

export const listFairnessAccounts = operation({
  id: 'listFairnessAccounts',
  method: 'GET',
  path: '/api/market/fairness/accounts',
  query: fairnessAccountsQuery,
  answer: fairnessAccountsView,
  caller: 'public',
  cost: 'memory',
  refusals: ['WALLET_UNAVAILABLE'],
  tag: 'market',
  summary: 'The accounts behind the figures of a month, without names.',
});

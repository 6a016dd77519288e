import { operation } from '../operation.ts';
import {
  logProofView,
  orderBody,
  orderParams,
  ordersQuery,
  ordersView,
  orderView,
  receiptView,
  summaryQuery,
  summaryView,
} from '../trading.ts';

/** Nobody writes an outcome: orders are placed and read. */
export const placeOrder = operation({
  id: 'placeOrder',
  method: 'POST',
  path: '/api/trade/orders',
  body: orderBody,
  answer: orderView,
  caller: 'member',
  cost: 'change',
  idempotent: true,
  refusals: [
    'STAKE_TOO_PRECISE',
    'STAKE_INVALID',
    'DEVICE_KEY_REQUIRED',
    'SIGNATURE_EXPIRED',
    'ORDER_FAILED_RETRY',
    'ACCOUNT_FROZEN',
    'SELF_EXCLUDED',
    'SELF_EXCLUDED_FOREVER',
    'WALLET_UNAVAILABLE',
    'PRODUCT_NOT_FOUND',
    'TRADING_FORBIDDEN',
    'TRADING_FORBIDDEN_BECAUSE',
    'MARKET_CLOSED',
    'PRICE_UNAVAILABLE',
    'DURATION_INVALID',
    'STAKE_BELOW_MINIMUM',
    'STAKE_ABOVE_MAXIMUM',
    'TERMS_CHANGED',
    'POSITION_PENDING',
    'BALANCE_INSUFFICIENT',
    'STAKE_LIMIT_DAY',
    'STAKE_LIMIT_WEEK',
    'STAKE_LIMIT_MONTH',
    'LOSS_LIMIT_DAY',
    'LOSS_LIMIT_WEEK',
    'LOSS_LIMIT_MONTH',
  ],
  tag: 'trading',
  summary: 'Places a timed order. The answer carries the signed acceptance.',
});

export const listOrders = operation({
  id: 'listOrders',
  method: 'GET',
  path: '/api/trade/orders',
  query: ordersQuery,
  answer: ordersView,
  caller: 'member',
  cost: 'list',
  refusals: [],
  tag: 'trading',
  summary: "The member's orders, newest first; with `key` the one that was sent with this Idempotency-Key.",
});

export const readOrder = operation({
  id: 'readOrder',
  method: 'GET',
  path: '/api/trade/orders/{id}',
  params: orderParams,
  answer: orderView,
  caller: 'member',
  cost: 'lookup',
  refusals: ['ORDER_NOT_FOUND'],
  tag: 'trading',
  summary: 'One order, with its signed acceptance.',
});

export const readReceipt = operation({
  id: 'readReceipt',
  method: 'GET',
  path: '/api/trade/orders/{id}/receipt',
  params: orderParams,
  answer: receiptView,
  caller: 'member',
  cost: 'receipt',
  refusals: ['ORDER_NOT_FOUND', 'RECEIPT_UNAVAILABLE', 'TICKS_UNAVAILABLE'],
  tag: 'trading',
  summary: 'The signed receipt of an order: everything that its outcome follows from.',
});

export const readLogProof = operation({
  id: 'readLogProof',
  method: 'GET',
  path: '/api/trade/orders/{id}/log-proof',
  params: orderParams,
  answer: logProofView,
  caller: 'member',
  cost: 'lookup',
  refusals: ['ORDER_NOT_FOUND'],
  tag: 'trading',
  summary: 'The proof that the order log has the order.',
});

export const readSummary = operation({
  id: 'readSummary',
  method: 'GET',
  path: '/api/trade/summary',
  query: summaryQuery,
  answer: summaryView,
  caller: 'member',
  cost: 'list',
  refusals: [],
  tag: 'trading',
  summary: 'Counts and results of the settled orders of a range.',
});

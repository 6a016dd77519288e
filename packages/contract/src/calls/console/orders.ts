import { operatorOrder, operatorOrdersQuery, operatorOrdersView, operatorReceipt } from '../../console-orders.ts';
import { operation } from '../../operation.ts';
import { orderParams } from '../../trading.ts';

export const listOperatorOrders = operation({
  id: 'listOperatorOrders',
  method: 'GET',
  path: '/api/console/orders',
  query: operatorOrdersQuery,
  answer: operatorOrdersView,
  caller: 'operator',
  permission: 'market:order:read',
  cost: 'list',
  refusals: ['ORDERS_UNAVAILABLE', 'ORDERS_TOO_FAR'],
  tag: 'orders',
  summary: 'Every order, newest first.',
});

export const readOperatorOrder = operation({
  id: 'readOperatorOrder',
  method: 'GET',
  path: '/api/console/orders/{id}',
  params: orderParams,
  answer: operatorOrder,
  caller: 'operator',
  permission: 'market:order:read',
  cost: 'list',
  refusals: ['ORDER_NOT_FOUND', 'ORDERS_UNAVAILABLE'],
  tag: 'orders',
  summary: 'One order with its prices and its transfers.',
});

export const readOperatorReceipt = operation({
  id: 'readOperatorReceipt',
  method: 'GET',
  path: '/api/console/orders/{id}/receipt',
  params: orderParams,
  answer: operatorReceipt,
  caller: 'operator',
  permission: 'market:order:read',
  cost: 'receipt',
  refusals: ['ORDER_NOT_FOUND', 'ORDERS_UNAVAILABLE'],
  tag: 'orders',
  summary: 'The receipt of an order, and what checking it found.',
});

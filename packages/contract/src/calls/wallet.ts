import * as z from 'zod/mini';
import { memberView, moneyQuery, moneyView } from '../identity.ts';
import { operation } from '../operation.ts';
import {
  balanceLineQuery,
  balanceLineView,
  earningsQuery,
  earningsView,
  practiceResetBody,
  transfersQuery,
  transfersView,
} from '../wallet.ts';

export const readMember = operation({
  id: 'readMember',
  method: 'GET',
  path: '/api/index/member',
  answer: memberView,
  caller: 'member',
  cost: 'lookup',
  refusals: ['ORDERS_UNAVAILABLE'],
  tag: 'wallet',
  summary: 'What is invested, and what two business dates earned.',
});

export const readMoney = operation({
  id: 'readMoney',
  method: 'GET',
  path: '/api/user/money',
  query: moneyQuery,
  answer: moneyView,
  caller: 'member',
  cost: 'lookup',
  refusals: ['WALLET_UNAVAILABLE'],
  tag: 'wallet',
  summary: "The member's money.",
});

export const readBalanceLine = operation({
  id: 'readBalanceLine',
  method: 'GET',
  path: '/api/wallet/balance-line',
  query: balanceLineQuery,
  answer: balanceLineView,
  caller: 'member',
  cost: 'list',
  refusals: ['WALLET_UNAVAILABLE'],
  tag: 'wallet',
  summary: 'The total at the end of each business date.',
});

export const resetPractice = operation({
  id: 'resetPractice',
  method: 'POST',
  path: '/api/wallet/practice/reset',
  body: z.nullable(practiceResetBody),
  answer: moneyView,
  caller: 'member',
  signed: true,
  cost: 'change',
  idempotent: true,
  refusals: ['PRACTICE_RESET_LIMIT'],
  tag: 'wallet',
  summary: 'Gives the practice wallet its first amount again.',
});

export const readEarnings = operation({
  id: 'readEarnings',
  method: 'GET',
  path: '/api/wallet/earnings',
  query: earningsQuery,
  answer: earningsView,
  caller: 'member',
  cost: 'list',
  refusals: ['WALLET_UNAVAILABLE', 'ORDERS_TOO_FAR', 'ORDERS_UNAVAILABLE'],
  tag: 'wallet',
  summary: 'What the member earned on one business date.',
});

export const listTransfers = operation({
  id: 'listTransfers',
  method: 'GET',
  path: '/api/wallet/transfers',
  query: transfersQuery,
  answer: transfersView,
  caller: 'member',
  cost: 'list',
  refusals: ['STATEMENT_TOO_LONG', 'WALLET_UNAVAILABLE'],
  tag: 'wallet',
  summary: 'The statement, newest first, as JSON or as a file: CSV, or PDF with the oldest line first.',
});

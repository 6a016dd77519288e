import {
  bookChecksView,
  bookTransfersQuery,
  bookTransfersView,
  trialBalanceQuery,
  trialBalanceView,
} from '../../console-books.ts';
import { operation } from '../../operation.ts';

export const readTrialBalance = operation({
  id: 'readTrialBalance',
  method: 'GET',
  path: '/api/console/books',
  query: trialBalanceQuery,
  answer: trialBalanceView,
  caller: 'operator',
  permission: 'ledger:adjustment:read',
  cost: 'list',
  refusals: [],
  tag: 'books',
  summary: 'The chart of accounts with its balances at a moment.',
});

export const listBookTransfers = operation({
  id: 'listBookTransfers',
  method: 'GET',
  path: '/api/console/books/transfers',
  query: bookTransfersQuery,
  answer: bookTransfersView,
  caller: 'operator',
  permission: 'ledger:adjustment:read',
  cost: 'list',
  refusals: ['ORDERS_UNAVAILABLE'],
  tag: 'books',
  summary: 'Every transfer, newest first; those of a number, of an account of the chart, or of a time.',
});

export const listBookChecks = operation({
  id: 'listBookChecks',
  method: 'GET',
  path: '/api/console/books/checks',
  answer: bookChecksView,
  caller: 'operator',
  permission: 'ledger:adjustment:read',
  cost: 'lookup',
  refusals: [],
  tag: 'books',
  summary: 'What the checks of the books found last, and whether money is halted.',
});

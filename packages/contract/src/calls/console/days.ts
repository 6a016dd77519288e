import {
  dayReportView,
  operatorDayParams,
  operatorDaysQuery,
  operatorDaysView,
  signDayBody,
} from '../../console-days.ts';
import { operation } from '../../operation.ts';

export const listOperatorDays = operation({
  id: 'listOperatorDays',
  method: 'GET',
  path: '/api/console/days',
  query: operatorDaysQuery,
  answer: operatorDaysView,
  caller: 'operator',
  permission: 'ledger:adjustment:read',
  cost: 'list',
  refusals: [],
  tag: 'books',
  summary: 'Business dates, newest first: what moved, and who signed.',
});

export const readOperatorDay = operation({
  id: 'readOperatorDay',
  method: 'GET',
  path: '/api/console/days/{date}',
  params: operatorDayParams,
  answer: dayReportView,
  caller: 'operator',
  permission: 'ledger:adjustment:read',
  cost: 'list',
  refusals: ['DAY_NOT_FOUND'],
  tag: 'books',
  summary: 'The report of a business date.',
});

export const signOperatorDay = operation({
  id: 'signOperatorDay',
  method: 'POST',
  path: '/api/console/days/{date}/sign',
  params: operatorDayParams,
  body: signDayBody,
  answer: dayReportView,
  caller: 'operator',
  permission: 'ledger:adjustment:check',
  cost: 'change',
  idempotent: true,
  refusals: ['DAY_CLOSED', 'DAY_CHANGED', 'DAY_NOT_FOUND', 'DAY_OPEN', 'DAY_SIGNED'],
  tag: 'books',
  summary: 'Signs the report of a business date. The second operator closes the date.',
});

import { limitsBody, limitsView } from '../limits.ts';
import { operation } from '../operation.ts';

export const readOwnLimits = operation({
  id: 'readOwnLimits',
  method: 'GET',
  path: '/api/account/limits',
  answer: limitsView,
  caller: 'member',
  cost: 'lookup',
  refusals: [],
  tag: 'account',
  summary: 'What the member decided for themselves: limits, self-exclusion and the reality check.',
});

export const changeOwnLimits = operation({
  id: 'changeOwnLimits',
  method: 'PUT',
  path: '/api/account/limits',
  body: limitsBody,
  answer: limitsView,
  caller: 'member',
  signed: true,
  cost: 'change',
  idempotent: 'optional',
  refusals: ['AMOUNT_TOO_PRECISE', 'AMOUNT_INVALID'],
  tag: 'account',
  summary: 'Changes own limits: a tighter one holds at once, a looser one a day later.',
});

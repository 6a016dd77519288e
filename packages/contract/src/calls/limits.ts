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
  summary: 'The limits that the member set, and what is used of them.',
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
  refusals: [],
  tag: 'account',
  summary: "Changes the member's own limits; what loosens them waits.",
});

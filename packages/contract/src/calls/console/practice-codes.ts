import { practiceCodesView } from '../../console-security.ts';
import { operation } from '../../operation.ts';

export const listPracticeCodes = operation({
  id: 'listPracticeCodes',
  method: 'GET',
  path: '/api/console/practice-codes',
  answer: practiceCodesView,
  caller: 'operator',
  permission: 'account:code:open',
  cost: 'list',
  refusals: ['NOT_FOUND'],
  tag: 'security',
  summary: 'The codes of a practice site, for an operator who plays the telephone of a member.',
});

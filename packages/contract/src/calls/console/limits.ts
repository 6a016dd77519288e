import { memberParams } from '../../console-members.ts';
import { limitsView } from '../../limits.ts';
import { operation } from '../../operation.ts';

export const readLimitsOfMember = operation({
  id: 'readLimitsOfMember',
  method: 'GET',
  path: '/api/console/members/{id}/limits',
  params: memberParams,
  answer: limitsView,
  caller: 'operator',
  permission: 'member:profile:read',
  cost: 'lookup',
  refusals: ['MEMBER_NOT_FOUND'],
  tag: 'members',
  summary: 'What a member decided for themselves. Nobody at the console may change it.',
});

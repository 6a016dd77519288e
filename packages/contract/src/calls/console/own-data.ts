import { memberParams } from '../../console-members.ts';
import { operation } from '../../operation.ts';
import { ownDataOfMemberView } from '../../own-data.ts';

export const readOwnDataOfMember = operation({
  id: 'readOwnDataOfMember',
  method: 'GET',
  path: '/api/console/members/{id}/own-data',
  params: memberParams,
  answer: ownDataOfMemberView,
  caller: 'operator',
  permission: 'member:profile:read',
  cost: 'lookup',
  refusals: ['MEMBER_NOT_FOUND'],
  tag: 'members',
  summary:
    'What a member asked for about themselves, and what is kept of them how long. Nobody at the console changes it.',
});

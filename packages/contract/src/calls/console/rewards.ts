import { operation } from '../../operation.ts';
import { operatorInvitationsQuery, operatorInvitationsView } from '../../rewards.ts';

export const listInvitations = operation({
  id: 'listInvitations',
  method: 'GET',
  path: '/api/console/invitations',
  query: operatorInvitationsQuery,
  answer: operatorInvitationsView,
  caller: 'operator',
  permission: 'cashier:deposit:read',
  cost: 'list',
  refusals: [],
  tag: 'rewards',
  summary: 'Invitations and their rewards, newest first.',
});

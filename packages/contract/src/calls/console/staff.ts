import { operatorTokenView, totpSecretView } from '../../console.ts';
import {
  endedSessionsView,
  invitationCodeView,
  invitationLinkView,
  joinBody,
  leaveBody,
  operatorParams,
  renewTotpBody,
  roleChangeBody,
  roleChangesQuery,
  roleChangesView,
  roleChangeView,
  rolesView,
  staffChangeBody,
  staffChangesQuery,
  staffChangesView,
  staffChangeView,
  staffParams,
  staffView,
} from '../../console-staff.ts';
import { nothing } from '../../envelope.ts';
import { noFields } from '../../fields.ts';
import { operation } from '../../operation.ts';
import { proposalCalls } from '../../proposals.ts';

export const staffChanges = proposalCalls({
  one: 'StaffChange',
  many: 'StaffChanges',
  path: '/api/console/staff-changes',
  may: { read: 'staff:operator:read', make: 'staff:operator:make', check: 'staff:operator:check' },
  query: staffChangesQuery,
  params: staffParams,
  view: staffChangeView,
  page: staffChangesView,
  refusals: {
    notFound: 'STAFF_CHANGE_NOT_FOUND',
    decided: 'STAFF_CHANGE_DECIDED',
    approval: ['STAFF_CHANGE_OLD', 'MORE_THAN_HELD', 'ROLE_UNKNOWN', 'OPERATOR_NAME_TAKEN', 'LAST_OWNER'],
  },
  tag: 'staff',
  what: 'Invitations and changes of the rights of operators',
});

export const proposeStaffChange = operation({
  id: 'proposeStaffChange',
  method: 'POST',
  path: '/api/console/staff-changes',
  body: staffChangeBody,
  answer: staffChangeView,
  caller: 'operator',
  permission: 'staff:operator:make',
  cost: 'change',
  idempotent: true,
  refusals: [
    'ADDRESS_RANGE_INVALID',
    'ITEM_OWN',
    'LAST_OWNER',
    'MORE_THAN_HELD',
    'OPERATOR_NAME_TAKEN',
    'OPERATOR_NOT_FOUND',
    'ROLE_UNKNOWN',
    'STAFF_CHANGE_OPEN',
    'STAFF_UNCHANGED',
  ],
  tag: 'staff',
  summary: 'Proposes that somebody becomes an operator, or other roles and addresses of one.',
});

export const makeInvitationLink = operation({
  id: 'makeInvitationLink',
  method: 'POST',
  path: '/api/console/staff-changes/{id}/link',
  params: staffParams,
  body: noFields,
  answer: invitationLinkView,
  caller: 'operator',
  permission: 'staff:operator:make',
  cost: 'change',
  refusals: ['INVITATION_OVER'],
  tag: 'staff',
  summary: 'Makes the link of an approved invitation, for who proposed it. An earlier link ends.',
});

export const readInvitationCode = operation({
  id: 'readInvitationCode',
  method: 'POST',
  path: '/api/console/staff-changes/{id}/code',
  params: staffParams,
  body: noFields,
  answer: invitationCodeView,
  caller: 'operator',
  permission: 'staff:operator:check',
  cost: 'change',
  refusals: ['INVITATION_OVER'],
  tag: 'staff',
  summary: 'The code of an invitation, for who approved it.',
});

export const endInvitation = operation({
  id: 'endInvitation',
  method: 'POST',
  path: '/api/console/staff-changes/{id}/end',
  params: staffParams,
  body: noFields,
  answer: nothing,
  caller: 'operator',
  permission: 'staff:operator:make',
  cost: 'change',
  refusals: ['INVITATION_OVER'],
  tag: 'staff',
  summary: 'Ends an invitation that nobody took.',
});

export const joinStaff = operation({
  id: 'joinStaff',
  method: 'POST',
  path: '/api/console/join',
  body: joinBody,
  answer: operatorTokenView,
  caller: 'public',
  puzzle: 'console',
  cost: 'form',
  refusals: ['INVITATION_CODE_WRONG', 'INVITATION_INVALID', 'PASSWORD_COMMON'],
  tag: 'operators',
  summary: 'Takes an invitation: with its link, its code and a password. The second factor is set up next.',
});

export const listStaff = operation({
  id: 'listStaff',
  method: 'GET',
  path: '/api/console/staff',
  answer: staffView,
  caller: 'operator',
  permission: 'staff:operator:read',
  cost: 'list',
  refusals: [],
  tag: 'staff',
  summary: 'Every operator: what they hold, and when they used it last.',
});

export const endSessionsOfOperator = operation({
  id: 'endSessionsOfOperator',
  method: 'DELETE',
  path: '/api/console/staff/{id}/sessions',
  params: operatorParams,
  answer: endedSessionsView,
  caller: 'operator',
  permission: 'staff:operator:end',
  cost: 'change',
  refusals: ['OPERATOR_NOT_FOUND'],
  tag: 'staff',
  summary: 'Ends every session of an operator.',
});

export const letOperatorLeave = operation({
  id: 'letOperatorLeave',
  method: 'POST',
  path: '/api/console/staff/{id}/leave',
  params: operatorParams,
  body: leaveBody,
  answer: nothing,
  caller: 'operator',
  permission: 'staff:operator:end',
  cost: 'change',
  refusals: ['LAST_OWNER', 'MORE_THAN_HELD', 'OPERATOR_NOT_FOUND'],
  tag: 'staff',
  summary: 'An operator leaves: roles, sessions, password and second factor go at once.',
});

export const leaveStaff = operation({
  id: 'leaveStaff',
  method: 'POST',
  path: '/api/console/leave',
  body: leaveBody,
  answer: nothing,
  caller: 'operator',
  cost: 'change',
  refusals: ['LAST_OWNER', 'OPERATOR_NOT_FOUND'],
  tag: 'operators',
  summary: 'The operator who calls leaves.',
});

export const renewOperatorTotp = operation({
  id: 'renewOperatorTotp',
  method: 'POST',
  path: '/api/console/totp/renew',
  body: renewTotpBody,
  answer: totpSecretView,
  caller: 'operator',
  cost: 'change',
  refusals: ['OPERATOR_CODE_LOCKED', 'OPERATOR_CODE_WRONG'],
  tag: 'operators',
  summary: 'With a code of the old one: the secret of another authenticator, which counts once a code of it was shown.',
});

export const listRoles = operation({
  id: 'listRoles',
  method: 'GET',
  path: '/api/console/roles',
  answer: rolesView,
  caller: 'operator',
  permission: 'staff:role:read',
  cost: 'list',
  refusals: [],
  tag: 'staff',
  summary: 'Every role: its permissions, who holds it, and when they used it last.',
});

export const roleChanges = proposalCalls({
  one: 'RoleChange',
  many: 'RoleChanges',
  path: '/api/console/role-changes',
  may: { read: 'staff:role:read', make: 'staff:role:make', check: 'staff:role:check' },
  query: roleChangesQuery,
  params: staffParams,
  view: roleChangeView,
  page: roleChangesView,
  refusals: {
    notFound: 'STAFF_CHANGE_NOT_FOUND',
    decided: 'STAFF_CHANGE_DECIDED',
    approval: ['STAFF_CHANGE_OLD', 'MORE_THAN_HELD', 'ROLE_HELD'],
  },
  tag: 'staff',
  what: 'Roles that are to be made, changed or retired',
});

export const proposeRoleChange = operation({
  id: 'proposeRoleChange',
  method: 'POST',
  path: '/api/console/role-changes',
  body: roleChangeBody,
  answer: roleChangeView,
  caller: 'operator',
  permission: 'staff:role:make',
  cost: 'change',
  idempotent: true,
  refusals: ['MORE_THAN_HELD', 'ROLE_HELD', 'ROLE_UNKNOWN', 'STAFF_CHANGE_OLD', 'STAFF_CHANGE_OPEN', 'STAFF_UNCHANGED'],
  tag: 'staff',
  summary: 'Proposes a role, another set of permissions of one, or that one goes.',
});

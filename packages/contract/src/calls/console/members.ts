import {
  endSessionsQuery,
  endedView,
  forbidBody,
  freezeBody,
  memberDetailView,
  memberNoteBody,
  memberParams,
  membersQuery,
  membersView,
} from '../../console-members.ts';
import { nothing } from '../../envelope.ts';
import { operation } from '../../operation.ts';

export const listMembers = operation({
  id: 'listMembers',
  method: 'GET',
  path: '/api/console/members',
  query: membersQuery,
  answer: membersView,
  caller: 'operator',
  permission: 'member:profile:search',
  cost: 'list',
  refusals: [],
  tag: 'members',
  summary: 'Looks for members.',
});

export const readMemberDetail = operation({
  id: 'readMemberDetail',
  method: 'GET',
  path: '/api/console/members/{id}',
  params: memberParams,
  answer: memberDetailView,
  caller: 'operator',
  permission: 'member:profile:read',
  cost: 'list',
  refusals: ['MEMBER_NOT_FOUND'],
  tag: 'members',
  summary: 'One member with money, documents, sessions and notes.',
});

export const freezeMember = operation({
  id: 'freezeMember',
  method: 'POST',
  path: '/api/console/members/{id}/freeze',
  params: memberParams,
  body: freezeBody,
  answer: nothing,
  caller: 'operator',
  permission: 'member:profile:freeze',
  cost: 'change',
  refusals: ['ITEM_OWN', 'MEMBER_NOT_FOUND', 'RESTRICTION_UNCHANGED'],
  tag: 'members',
  summary: 'Freezes a member or lifts it.',
});

export const forbidMember = operation({
  id: 'forbidMember',
  method: 'POST',
  path: '/api/console/members/{id}/forbid',
  params: memberParams,
  body: forbidBody,
  answer: nothing,
  caller: 'operator',
  permission: 'member:profile:forbid',
  cost: 'change',
  refusals: ['ITEM_OWN', 'MEMBER_NOT_FOUND', 'RESTRICTION_UNCHANGED'],
  tag: 'members',
  summary: 'Forbids a member orders or withdrawals, or lifts it.',
});

export const endMemberSessions = operation({
  id: 'endMemberSessions',
  method: 'DELETE',
  path: '/api/console/members/{id}/sessions',
  params: memberParams,
  query: endSessionsQuery,
  answer: endedView,
  caller: 'operator',
  permission: 'member:profile:sessions',
  cost: 'change',
  refusals: ['SESSION_NOT_FOUND'],
  tag: 'members',
  summary: 'Ends the sessions of a member.',
});

export const writeMemberNote = operation({
  id: 'writeMemberNote',
  method: 'POST',
  path: '/api/console/members/{id}/notes',
  params: memberParams,
  body: memberNoteBody,
  answer: nothing,
  caller: 'operator',
  permission: 'member:note:write',
  cost: 'change',
  refusals: ['ITEM_OWN', 'MEMBER_NOT_FOUND'],
  tag: 'members',
  summary: 'Writes a note that only operators read.',
});

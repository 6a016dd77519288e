import * as z from 'zod/mini';
import {
  logoutBody,
  profileBody,
  profileView,
  sessionParams,
  sessionsEndedView,
  sessionsQuery,
  sessionsView,
  userInfoEnvelope,
} from '../identity.ts';
import { operation } from '../operation.ts';

/** Who the member is, how their screen looks, and where they are logged in. */
export const readUserInfo = operation({
  id: 'readUserInfo',
  method: 'GET',
  path: '/api/index/userInfo',
  answer: userInfoEnvelope,
  whole: true,
  caller: 'member',
  cost: 'lookup',
  refusals: [],
  tag: 'identity',
  summary: 'Name, picture, roles and permissions of the member, and the public id of the session.',
});

export const readProfile = operation({
  id: 'readProfile',
  method: 'GET',
  path: '/api/account/profile',
  answer: profileView,
  caller: 'member',
  cost: 'lookup',
  refusals: [],
  tag: 'identity',
  summary: 'What the member said of themselves, masked, and how their screen looks.',
});

export const saveProfile = operation({
  id: 'saveProfile',
  method: 'PUT',
  path: '/api/account/profile',
  body: profileBody,
  answer: profileView,
  caller: 'member',
  signed: true,
  cost: 'change',
  refusals: ['NAME_RESERVED', 'PROFILE_INVALID'],
  tag: 'identity',
  summary: 'Writes the fields that are sent; the rest of the profile stays.',
});

export const logOut = operation({
  id: 'logOut',
  method: 'POST',
  path: '/logout',
  body: z.nullable(logoutBody),
  answer: z.null(),
  caller: 'member',
  cost: 'change',
  refusals: [],
  tag: 'identity',
  summary: 'Ends the session that calls.',
});

export const listSessions = operation({
  id: 'listSessions',
  method: 'GET',
  path: '/api/account/sessions',
  query: sessionsQuery,
  answer: sessionsView,
  caller: 'member',
  cost: 'lookup',
  refusals: [],
  tag: 'identity',
  summary: 'The sessions of the member, newest first.',
});

export const endOtherSessions = operation({
  id: 'endOtherSessions',
  method: 'DELETE',
  path: '/api/account/sessions',
  answer: sessionsEndedView,
  caller: 'member',
  signed: true,
  cost: 'change',
  refusals: [],
  tag: 'identity',
  summary: 'Ends all other sessions of the member.',
});

export const endSession = operation({
  id: 'endSession',
  method: 'DELETE',
  path: '/api/account/sessions/{id}',
  params: sessionParams,
  answer: z.null(),
  caller: 'member',
  signed: true,
  cost: 'change',
  refusals: ['SESSION_NOT_FOUND'],
  tag: 'identity',
  summary: 'Ends another session of the member.',
});

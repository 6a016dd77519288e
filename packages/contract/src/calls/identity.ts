import * as z from 'zod/mini';
import { nothing } from '../envelope.ts';
import { assertionOptionsView, secondStepBody, secondStepOptionsBody } from '../factors.ts';
import {
  captchaQuery,
  captchaView,
  loginBody,
  logoutBody,
  profileBody,
  profileView,
  sessionParams,
  sessionsEndedView,
  sessionsQuery,
  sessionsView,
  siteConfigView,
  tokenView,
  userInfoEnvelope,
} from '../identity.ts';
import { operation } from '../operation.ts';
import { puzzleQuery, puzzleView } from '../puzzle.ts';
import { registerBody } from '../registration.ts';

export const readSiteConfig = operation({
  id: 'readSiteConfig',
  method: 'GET',
  path: '/api/index/getconf',
  answer: siteConfigView,
  caller: 'public',
  cost: 'memory',
  refusals: [],
  tag: 'identity',
  summary: 'What a client must know of the site before anyone logs in.',
});

export const readPuzzle = operation({
  id: 'readPuzzle',
  method: 'GET',
  path: '/api/login/puzzle',
  query: puzzleQuery,
  answer: puzzleView,
  caller: 'public',
  cost: 'form',
  refusals: [],
  tag: 'identity',
  summary: 'A puzzle for a form of a stranger.',
});

export const readCaptcha = operation({
  id: 'readCaptcha',
  method: 'GET',
  path: '/captchaImage',
  query: captchaQuery,
  answer: captchaView,
  caller: 'public',
  cost: 'form',
  refusals: [],
  tag: 'identity',
  summary: 'A picture with a code, where the site asks for one.',
});

export const logIn = operation({
  id: 'logIn',
  method: 'POST',
  path: '/api/login/login',
  body: loginBody,
  answer: tokenView,
  caller: 'public',
  puzzle: 'login',
  cost: 'form',
  idempotent: 'optional',
  refusals: [],
  tag: 'identity',
  summary: 'Logs in by name and password; a member with a second factor gets a challenge.',
});

export const register = operation({
  id: 'register',
  method: 'POST',
  path: '/api/login/register',
  body: registerBody,
  answer: tokenView,
  caller: 'public',
  puzzle: 'register',
  cost: 'form',
  idempotent: 'optional',
  refusals: [],
  tag: 'identity',
  summary: 'Registers a member and logs in.',
});

export const readLoginFactorOptions = operation({
  id: 'readLoginFactorOptions',
  method: 'POST',
  path: '/api/login/factor/options',
  body: secondStepOptionsBody,
  answer: assertionOptionsView,
  caller: 'public',
  cost: 'step',
  refusals: [],
  tag: 'identity',
  summary: 'What a passkey signs as the second step of a login.',
});

export const logInWithFactor = operation({
  id: 'logInWithFactor',
  method: 'POST',
  path: '/api/login/factor',
  body: secondStepBody,
  answer: tokenView,
  caller: 'public',
  cost: 'step',
  refusals: [],
  tag: 'identity',
  summary: 'The second step of a login.',
});

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
  summary: 'Name, picture, roles and permissions of the session.',
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
  summary: 'What the member chose and told of themselves.',
});

export const changeProfile = operation({
  id: 'changeProfile',
  method: 'PUT',
  path: '/api/account/profile',
  body: profileBody,
  answer: profileView,
  caller: 'member',
  signed: true,
  cost: 'change',
  refusals: [],
  tag: 'identity',
  summary: 'Changes the profile.',
});

export const logOut = operation({
  id: 'logOut',
  method: 'POST',
  path: '/logout',
  body: z.nullable(logoutBody),
  answer: nothing,
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
  summary: "The member's sessions, newest first.",
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
  summary: 'Ends every session but the one that calls.',
});

export const endSession = operation({
  id: 'endSession',
  method: 'DELETE',
  path: '/api/account/sessions/{id}',
  params: sessionParams,
  answer: nothing,
  caller: 'member',
  signed: true,
  cost: 'change',
  refusals: [],
  tag: 'identity',
  summary: 'Ends one session.',
});

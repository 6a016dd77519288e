import { assertionOptionsView, secondStepBody, secondStepOptionsBody } from '../factors.ts';
import { captchaQuery, captchaView, loginBody, siteConfigView, tokenView } from '../identity.ts';
import { operation } from '../operation.ts';
import { puzzleQuery, puzzleView } from '../puzzle.ts';
import { registerBody, registrationCheckBody, registrationCheckView } from '../registration.ts';

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
  refusals: ['PUZZLE_REQUIRED'],
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
  refusals: [
    'ACCOUNT_FROZEN',
    'ACCOUNT_FROZEN_BECAUSE',
    'ACCOUNT_LOCKED',
    'CAPTCHA_EXPIRED',
    'CAPTCHA_HARDER',
    'CAPTCHA_REQUIRED',
    'CAPTCHA_WRONG',
    'DEVICE_KEY_TAKEN',
    'LOGIN_FAILED',
    'LOGIN_NOT_AUTHORIZED',
    'SECOND_FACTOR_REQUIRED',
  ],
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
  refusals: [
    'ACCOUNT_FROZEN',
    'ACCOUNT_FROZEN_BECAUSE',
    'ACCOUNT_LOCKED',
    'CAPTCHA_EXPIRED',
    'CAPTCHA_HARDER',
    'CAPTCHA_REQUIRED',
    'CAPTCHA_WRONG',
    'COUNTRY_NOT_ALLOWED',
    'DEVICE_KEY_TAKEN',
    'INVITE_CODE_UNKNOWN',
    'LOGIN_NOT_AUTHORIZED',
    'NAME_RESERVED',
    'PASSWORD_COMMON',
    'PASSWORD_HAS_ACCOUNT',
    'PHONE_EXISTS',
    'REGISTRATION_CLOSED',
    'REGISTRATION_DONE',
    'REGISTRATION_FAILED',
    'USERNAME_EXISTS',
  ],
  tag: 'identity',
  summary: 'Registers a member and logs in.',
});

export const checkRegistration = operation({
  id: 'checkRegistration',
  method: 'POST',
  path: '/api/index/registration-check',
  body: registrationCheckBody,
  answer: registrationCheckView,
  caller: 'public',
  puzzle: 'name',
  cost: 'form',
  refusals: ['REGISTRATION_CLOSED'],
  tag: 'identity',
  summary: 'Whether a username is free and an invite code valid, before registration.',
});

export const readLoginFactorOptions = operation({
  id: 'readLoginFactorOptions',
  method: 'POST',
  path: '/api/login/factor/options',
  body: secondStepOptionsBody,
  answer: assertionOptionsView,
  caller: 'public',
  cost: 'step',
  refusals: ['FACTOR_CHALLENGE_EXPIRED', 'FACTOR_NOT_FOUND', 'PASSKEY_UNAVAILABLE'],
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
  refusals: [
    'ACCOUNT_FROZEN',
    'ACCOUNT_FROZEN_BECAUSE',
    'DEVICE_KEY_TAKEN',
    'FACTOR_CHALLENGE_EXPIRED',
    'FACTOR_CODE_WRONG',
    'FACTOR_LOCKED',
    'LOGIN_NOT_AUTHORIZED',
    'PASSKEY_REFUSED',
  ],
  tag: 'identity',
  summary: 'The second step of a login.',
});

import {
  operatorCodeBody,
  operatorLoginBody,
  operatorSessionParams,
  operatorSessionsView,
  operatorTokenView,
  operatorView,
  totpDoneView,
  totpSecretView,
} from '../../console.ts';
import { operatorPasswordBody } from '../../console-security.ts';
import { nothing } from '../../envelope.ts';
import { noFields } from '../../fields.ts';
import { captchaQuery, captchaView } from '../../identity.ts';
import { operation } from '../../operation.ts';
import { puzzleQuery, puzzleView } from '../../puzzle.ts';

export const readConsolePuzzle = operation({
  id: 'readConsolePuzzle',
  method: 'GET',
  path: '/api/console/puzzle',
  query: puzzleQuery,
  answer: puzzleView,
  caller: 'public',
  cost: 'form',
  refusals: [],
  tag: 'operators',
  summary: 'A puzzle for the login of an operator.',
});

export const readConsoleCaptcha = operation({
  id: 'readConsoleCaptcha',
  method: 'GET',
  path: '/api/console/captcha',
  query: captchaQuery,
  answer: captchaView,
  caller: 'public',
  cost: 'form',
  refusals: [],
  tag: 'operators',
  summary: 'A picture with a code for the login of an operator.',
});

export const logInOperator = operation({
  id: 'logInOperator',
  method: 'POST',
  path: '/api/console/login',
  body: operatorLoginBody,
  answer: operatorTokenView,
  caller: 'public',
  puzzle: 'console',
  cost: 'form',
  refusals: [
    'ACCOUNT_LOCKED',
    'CAPTCHA_EXPIRED',
    'CAPTCHA_HARDER',
    'CAPTCHA_REQUIRED',
    'CAPTCHA_WRONG',
    'LOGIN_FAILED',
  ],
  tag: 'operators',
  summary: 'Logs an operator in by name and password.',
});

export const enterOperatorCode = operation({
  id: 'enterOperatorCode',
  method: 'POST',
  path: '/api/console/login/code',
  body: operatorCodeBody,
  answer: operatorTokenView,
  caller: 'operator',
  stages: ['code'],
  cost: 'change',
  refusals: ['OPERATOR_CODE_LOCKED', 'OPERATOR_CODE_WRONG'],
  tag: 'operators',
  summary: "The second step of an operator's login.",
});

export const beginOperatorTotp = operation({
  id: 'beginOperatorTotp',
  method: 'POST',
  path: '/api/console/totp',
  body: noFields,
  answer: totpSecretView,
  caller: 'operator',
  stages: ['setup', 'full'],
  cost: 'change',
  refusals: ['OPERATOR_SECOND_FACTOR_EXISTS'],
  tag: 'operators',
  summary: "Makes the secret of an operator's authenticator app.",
});

export const confirmOperatorTotp = operation({
  id: 'confirmOperatorTotp',
  method: 'PUT',
  path: '/api/console/totp',
  body: operatorCodeBody,
  answer: totpDoneView,
  caller: 'operator',
  stages: ['setup', 'full'],
  cost: 'change',
  refusals: ['OPERATOR_CODE_LOCKED', 'OPERATOR_CODE_WRONG', 'OPERATOR_SECOND_FACTOR_EXISTS'],
  tag: 'operators',
  summary: "Turns an operator's authenticator app on.",
});

export const postponeOperatorTotp = operation({
  id: 'postponeOperatorTotp',
  method: 'POST',
  path: '/api/console/totp/later',
  body: noFields,
  answer: operatorTokenView,
  caller: 'operator',
  stages: ['setup'],
  cost: 'change',
  refusals: ['OPERATOR_SECOND_FACTOR_REQUIRED'],
  tag: 'operators',
  summary: 'Goes on without an authenticator app for now.',
});

export const changeOperatorPassword = operation({
  id: 'changeOperatorPassword',
  method: 'POST',
  path: '/api/console/password',
  body: operatorPasswordBody,
  answer: nothing,
  caller: 'operator',
  cost: 'password',
  refusals: [
    'ACCOUNT_LOCKED',
    'OLD_PASSWORD_WRONG',
    'OPERATOR_CODE_LOCKED',
    'OPERATOR_CODE_WRONG',
    'PASSWORD_COMMON',
    'PASSWORD_HAS_ACCOUNT',
    'PASSWORD_UNCHANGED',
  ],
  tag: 'operators',
  summary: "Changes an operator's password.",
});

export const logOutOperator = operation({
  id: 'logOutOperator',
  method: 'POST',
  path: '/api/console/logout',
  body: noFields,
  answer: nothing,
  caller: 'operator',
  stages: ['code', 'setup', 'full'],
  cost: 'change',
  refusals: [],
  tag: 'operators',
  summary: "Ends the operator's session.",
});

export const readOperator = operation({
  id: 'readOperator',
  method: 'GET',
  path: '/api/console/me',
  answer: operatorView,
  caller: 'operator',
  cost: 'lookup',
  refusals: [],
  tag: 'operators',
  summary: 'The operator who calls, with the permissions.',
});

export const listOperatorSessions = operation({
  id: 'listOperatorSessions',
  method: 'GET',
  path: '/api/console/sessions',
  answer: operatorSessionsView,
  caller: 'operator',
  cost: 'lookup',
  refusals: [],
  tag: 'operators',
  summary: "The operator's sessions.",
});

export const endOperatorSession = operation({
  id: 'endOperatorSession',
  method: 'DELETE',
  path: '/api/console/sessions/{id}',
  params: operatorSessionParams,
  answer: nothing,
  caller: 'operator',
  cost: 'change',
  refusals: ['SESSION_NOT_FOUND'],
  tag: 'operators',
  summary: 'Ends one session of the operator.',
});

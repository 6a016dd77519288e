import * as z from 'zod/mini';
import {
  assertionOptionsView,
  confirmationBody,
  creationOptionsView,
  factorsView,
  passkeyBody,
  passkeyParams,
  recoveryCodesView,
  totpBody,
  totpSecretView,
} from '../factors.ts';
import { operation } from '../operation.ts';

/** The second factor of a member. Recovery codes are told once, in the answer of the call that made them. */
export const readFactors = operation({
  id: 'readFactors',
  method: 'GET',
  path: '/api/account/factors',
  answer: factorsView,
  caller: 'member',
  cost: 'lookup',
  refusals: [],
  tag: 'account',
  summary: 'Which second factors the member has.',
});

export const beginTotp = operation({
  id: 'beginTotp',
  method: 'POST',
  path: '/api/account/factors/totp',
  answer: totpSecretView,
  caller: 'member',
  signed: true,
  confirmed: 'always',
  cost: 'change',
  refusals: ['FACTOR_EXISTS'],
  tag: 'account',
  summary: 'Begins to set up an authenticator: its secret counts once a code of it was sent.',
});

export const turnOnTotp = operation({
  id: 'turnOnTotp',
  method: 'PUT',
  path: '/api/account/factors/totp',
  body: totpBody,
  answer: recoveryCodesView,
  caller: 'member',
  signed: true,
  cost: 'change',
  refusals: ['FACTOR_CODE_WRONG', 'FACTOR_EXISTS', 'FACTOR_LOCKED', 'FACTOR_NOT_FOUND'],
  tag: 'account',
  summary: 'Turns the authenticator on with a first code.',
});

export const turnOffTotp = operation({
  id: 'turnOffTotp',
  method: 'DELETE',
  path: '/api/account/factors/totp',
  answer: z.null(),
  caller: 'member',
  signed: true,
  confirmed: 'with factor',
  cost: 'change',
  refusals: ['FACTOR_NOT_FOUND'],
  tag: 'account',
  summary: 'Turns the authenticator off.',
});

export const askForPasskey = operation({
  id: 'askForPasskey',
  method: 'POST',
  path: '/api/account/factors/passkeys/options',
  answer: creationOptionsView,
  caller: 'member',
  signed: true,
  confirmed: 'always',
  cost: 'change',
  refusals: ['PASSKEY_UNAVAILABLE'],
  tag: 'account',
  summary: 'What a new passkey signs.',
});

export const addPasskey = operation({
  id: 'addPasskey',
  method: 'POST',
  path: '/api/account/factors/passkeys',
  body: passkeyBody,
  answer: recoveryCodesView,
  caller: 'member',
  signed: true,
  cost: 'change',
  refusals: ['PASSKEYS_TOO_MANY', 'PASSKEY_EXISTS', 'PASSKEY_REFUSED', 'PASSKEY_UNAVAILABLE'],
  tag: 'account',
  summary: 'Adds a passkey.',
});

export const removePasskey = operation({
  id: 'removePasskey',
  method: 'DELETE',
  path: '/api/account/factors/passkeys/{id}',
  params: passkeyParams,
  answer: z.null(),
  caller: 'member',
  signed: true,
  confirmed: 'with factor',
  cost: 'change',
  refusals: ['FACTOR_NOT_FOUND'],
  tag: 'account',
  summary: 'Removes a passkey.',
});

export const makeRecoveryCodes = operation({
  id: 'makeRecoveryCodes',
  method: 'POST',
  path: '/api/account/factors/recovery-codes',
  answer: recoveryCodesView,
  caller: 'member',
  signed: true,
  confirmed: 'always',
  cost: 'change',
  refusals: ['FACTOR_NOT_FOUND'],
  tag: 'account',
  summary: 'Makes recovery codes anew; the old ones are worth nothing then.',
});

export const askForConfirmation = operation({
  id: 'askForConfirmation',
  method: 'POST',
  path: '/api/account/confirmation/options',
  answer: assertionOptionsView,
  caller: 'member',
  signed: true,
  cost: 'change',
  refusals: ['PASSKEY_UNAVAILABLE'],
  tag: 'account',
  summary: 'What a passkey signs to confirm that it is the member.',
});

export const confirmMember = operation({
  id: 'confirmMember',
  method: 'POST',
  path: '/api/account/confirmation',
  body: confirmationBody,
  answer: z.null(),
  caller: 'member',
  signed: true,
  cost: 'password',
  refusals: [
    'ACCOUNT_LOCKED',
    'CONFIRMATION_REQUIRED',
    'FACTOR_CODE_WRONG',
    'FACTOR_LOCKED',
    'LOGIN_PASSWORD_WRONG',
    'PASSKEY_REFUSED',
  ],
  tag: 'account',
  summary: 'The member confirms that it is them, for the calls of the next minutes.',
});

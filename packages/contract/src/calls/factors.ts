import { nothing } from '../envelope.ts';
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

export const readFactors = operation({
  id: 'readFactors',
  method: 'GET',
  path: '/api/account/factors',
  answer: factorsView,
  caller: 'member',
  cost: 'lookup',
  refusals: [],
  tag: 'account',
  summary: 'The second factors of the member.',
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
  refusals: [],
  tag: 'account',
  summary: 'Makes the secret of an authenticator app.',
});

export const confirmTotp = operation({
  id: 'confirmTotp',
  method: 'PUT',
  path: '/api/account/factors/totp',
  body: totpBody,
  answer: recoveryCodesView,
  caller: 'member',
  signed: true,
  cost: 'change',
  refusals: [],
  tag: 'account',
  summary: 'Turns the authenticator app on with its first code.',
});

export const removeTotp = operation({
  id: 'removeTotp',
  method: 'DELETE',
  path: '/api/account/factors/totp',
  answer: nothing,
  caller: 'member',
  signed: true,
  confirmed: 'with factor',
  cost: 'change',
  refusals: [],
  tag: 'account',
  summary: 'Removes the authenticator app.',
});

export const readPasskeyOptions = operation({
  id: 'readPasskeyOptions',
  method: 'POST',
  path: '/api/account/factors/passkeys/options',
  answer: creationOptionsView,
  caller: 'member',
  signed: true,
  confirmed: 'always',
  cost: 'change',
  refusals: [],
  tag: 'account',
  summary: 'What a browser needs to make a passkey.',
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
  refusals: [],
  tag: 'account',
  summary: 'Adds a passkey.',
});

export const removePasskey = operation({
  id: 'removePasskey',
  method: 'DELETE',
  path: '/api/account/factors/passkeys/{id}',
  params: passkeyParams,
  answer: nothing,
  caller: 'member',
  signed: true,
  confirmed: 'with factor',
  cost: 'change',
  refusals: [],
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
  refusals: [],
  tag: 'account',
  summary: 'Makes new recovery codes; the old ones end.',
});

export const readConfirmationOptions = operation({
  id: 'readConfirmationOptions',
  method: 'POST',
  path: '/api/account/confirmation/options',
  answer: assertionOptionsView,
  caller: 'member',
  signed: true,
  cost: 'change',
  refusals: [],
  tag: 'account',
  summary: 'What a passkey signs to confirm that it is the member.',
});

export const confirm = operation({
  id: 'confirm',
  method: 'POST',
  path: '/api/account/confirmation',
  body: confirmationBody,
  answer: nothing,
  caller: 'member',
  signed: true,
  cost: 'password',
  refusals: [],
  tag: 'account',
  summary: 'Confirms that it is the member, for a few minutes.',
});

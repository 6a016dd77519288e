import * as z from 'zod/mini';
import { IMAGE_BYTES_MAX } from '../fields.ts';
import { operation } from '../operation.ts';
import {
  avatarBody,
  avatarParams,
  avatarView,
  bankCardBody,
  bankCardRemovalBody,
  bankCardView,
  verificationBody,
  verificationView,
} from '../verification.ts';

/** What a member shows of themselves. No full number, no name and no photo of a document is ever in an answer to a member. */
export const readBankCard = operation({
  id: 'readBankCard',
  method: 'GET',
  path: '/api/account/bank-card',
  answer: z.nullable(bankCardView),
  caller: 'member',
  cost: 'lookup',
  refusals: [],
  tag: 'account',
  summary: 'The bound card, masked; null while none is bound.',
});

export const bindBankCard = operation({
  id: 'bindBankCard',
  method: 'POST',
  path: '/api/account/bank-card',
  body: bankCardBody,
  answer: z.nullable(bankCardView),
  caller: 'member',
  signed: true,
  confirmed: 'with factor',
  cost: 'password',
  idempotent: 'optional',
  refusals: [
    'BANK_CARD_BEGINS_WITH_ZERO',
    'BANK_CARD_BOUND',
    'BANK_CARD_INVALID',
    'BANK_CARD_LENGTH',
    'BANK_CARD_TAKEN',
    'BANK_DIFFERS',
    'CARD_HOLDER_DIFFERS',
    'NAME_INVALID',
    'NAME_REQUIRED',
    'WITHDRAW_PASSWORD_LOCKED',
    'WITHDRAW_PASSWORD_MISMATCH',
  ],
  tag: 'account',
  summary: 'Binds the one card that money is paid out to.',
});

export const removeBankCard = operation({
  id: 'removeBankCard',
  method: 'DELETE',
  path: '/api/account/bank-card',
  body: bankCardRemovalBody,
  answer: z.null(),
  caller: 'member',
  signed: true,
  confirmed: 'with factor',
  cost: 'password',
  idempotent: 'optional',
  refusals: ['BANK_CARD_IN_USE', 'BANK_CARD_NOT_FOUND', 'WITHDRAW_PASSWORD_LOCKED', 'WITHDRAW_PASSWORD_MISMATCH'],
  tag: 'account',
  summary: 'Removes the bound card.',
});

export const readVerification = operation({
  id: 'readVerification',
  method: 'GET',
  path: '/api/account/verification',
  answer: verificationView,
  caller: 'member',
  cost: 'lookup',
  refusals: [],
  tag: 'account',
  summary: 'How the newest submission of identity documents stands.',
});

export const submitVerification = operation({
  id: 'submitVerification',
  method: 'POST',
  path: '/api/account/verification',
  body: verificationBody,
  answer: verificationView,
  upload: { files: 2, fields: 4, fileBytes: IMAGE_BYTES_MAX },
  caller: 'member',
  signed: true,
  cost: 'upload',
  idempotent: 'optional',
  refusals: [
    'ID_NUMBER_CHECK',
    'ID_NUMBER_INVALID',
    'ID_NUMBER_MINOR',
    'ID_NUMBER_OLD',
    'ID_NUMBER_REQUIRED',
    'ID_NUMBER_USED',
    'IMAGE_INVALID',
    'IMAGE_HEIC',
    'IMAGE_REQUIRED',
    'NAME_HOLDER_DIFFERS',
    'NAME_REQUIRED',
    'UPLOAD_LIMIT_REACHED',
    'VERIFICATION_DONE',
    'VERIFICATION_PENDING',
  ],
  tag: 'account',
  summary: 'Submits the identity documents of the member for review.',
});

export const changeAvatar = operation({
  id: 'changeAvatar',
  method: 'POST',
  path: '/api/account/avatar',
  body: avatarBody,
  answer: avatarView,
  upload: { files: 1, fields: 0, fileBytes: IMAGE_BYTES_MAX },
  caller: 'member',
  signed: true,
  cost: 'upload',
  idempotent: 'optional',
  refusals: ['IMAGE_INVALID', 'IMAGE_HEIC', 'UPLOAD_LIMIT_REACHED'],
  tag: 'account',
  summary: 'Changes the picture of the member.',
});

export const readAvatar = operation({
  id: 'readAvatar',
  method: 'GET',
  path: '/api/account/avatar/{id}',
  params: avatarParams,
  sends: 'picture',
  caller: 'member',
  cost: 'lookup',
  refusals: ['NOT_FOUND'],
  tag: 'account',
  summary: 'The picture of the member.',
});

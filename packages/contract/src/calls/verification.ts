import * as z from 'zod/mini';
import { nothing } from '../envelope.ts';
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

export const readBankCard = operation({
  id: 'readBankCard',
  method: 'GET',
  path: '/api/account/bank-card',
  answer: z.nullable(bankCardView),
  caller: 'member',
  cost: 'lookup',
  refusals: [],
  tag: 'account',
  summary: "The member's bank card, its number masked.",
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
  refusals: [],
  tag: 'account',
  summary: 'Binds a bank card.',
});

export const removeBankCard = operation({
  id: 'removeBankCard',
  method: 'DELETE',
  path: '/api/account/bank-card',
  body: bankCardRemovalBody,
  answer: nothing,
  caller: 'member',
  signed: true,
  confirmed: 'with factor',
  cost: 'password',
  idempotent: 'optional',
  refusals: [],
  tag: 'account',
  summary: 'Removes the bank card.',
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
  summary: "Where the member's identity verification stands.",
});

export const sendVerification = operation({
  id: 'sendVerification',
  method: 'POST',
  path: '/api/account/verification',
  body: verificationBody,
  upload: { files: 2, fields: 4, fileBytes: IMAGE_BYTES_MAX },
  answer: verificationView,
  caller: 'member',
  signed: true,
  cost: 'upload',
  idempotent: 'optional',
  refusals: [],
  tag: 'account',
  summary: 'Sends the papers of an identity verification.',
});

export const changeAvatar = operation({
  id: 'changeAvatar',
  method: 'POST',
  path: '/api/account/avatar',
  body: avatarBody,
  upload: { files: 1, fields: 0, fileBytes: IMAGE_BYTES_MAX },
  answer: avatarView,
  caller: 'member',
  signed: true,
  cost: 'upload',
  refusals: [],
  tag: 'account',
  summary: "Changes the member's picture.",
});

export const readAvatar = operation({
  id: 'readAvatar',
  method: 'GET',
  path: '/api/account/avatar/{id}',
  params: avatarParams,
  sends: 'picture',
  caller: 'member',
  cost: 'lookup',
  refusals: [],
  tag: 'account',
  summary: "A member's picture.",
});

import { IMAGE_BYTES_MAX } from '../fields.ts';
import { operation } from '../operation.ts';
import {
  serviceView,
  supportBody,
  supportMessage,
  supportPictureBody,
  supportPictureParams,
  supportQuery,
  supportReadBody,
  supportReadView,
  supportView,
  visitorBody,
  visitorQuery,
  visitorView,
} from '../support.ts';

export const readService = operation({
  id: 'readService',
  method: 'GET',
  path: '/api/support/service',
  answer: serviceView,
  caller: 'public',
  cost: 'memory',
  refusals: [],
  tag: 'support',
  summary: 'When customer service answers, and how.',
});

export const listMessages = operation({
  id: 'listMessages',
  method: 'GET',
  path: '/api/support/messages',
  query: supportQuery,
  answer: supportView,
  caller: 'member',
  cost: 'list',
  refusals: [],
  tag: 'support',
  summary: "The member's conversation, newest message first.",
});

export const sendMessage = operation({
  id: 'sendMessage',
  method: 'POST',
  path: '/api/support/messages',
  body: supportBody,
  answer: supportMessage,
  caller: 'member',
  signed: true,
  cost: 'change',
  idempotent: 'optional',
  refusals: ['ORDER_NOT_FOUND', 'ORDERS_UNAVAILABLE'],
  tag: 'support',
  summary: 'Writes a message to customer service.',
});

export const markMessagesRead = operation({
  id: 'markMessagesRead',
  method: 'POST',
  path: '/api/support/messages/read',
  body: supportReadBody,
  answer: supportReadView,
  caller: 'member',
  cost: 'change',
  refusals: [],
  tag: 'support',
  summary: 'Marks the answers up to one as read.',
});

export const sendPicture = operation({
  id: 'sendPicture',
  method: 'POST',
  path: '/api/support/pictures',
  body: supportPictureBody,
  upload: { files: 1, fields: 0, fileBytes: IMAGE_BYTES_MAX },
  answer: supportMessage,
  caller: 'member',
  signed: true,
  cost: 'upload',
  idempotent: true,
  refusals: ['IMAGE_INVALID', 'IMAGE_HEIC', 'IMAGE_TOO_DETAILED', 'UPLOAD_LIMIT_REACHED'],
  tag: 'support',
  summary: 'Sends a picture to customer service.',
});

export const readPicture = operation({
  id: 'readPicture',
  method: 'GET',
  path: '/api/support/pictures/{id}',
  params: supportPictureParams,
  sends: 'picture',
  caller: 'member',
  cost: 'lookup',
  refusals: ['PHOTO_NOT_FOUND'],
  tag: 'support',
  summary: 'A picture of the conversation.',
});

export const listVisitorMessages = operation({
  id: 'listVisitorMessages',
  method: 'GET',
  path: '/api/support/visitor/messages',
  query: visitorQuery,
  answer: visitorView,
  caller: 'public',
  cost: 'list',
  refusals: ['VISITOR_TOKEN_INVALID'],
  tag: 'support',
  summary: 'The conversation of a visitor.',
});

export const sendVisitorMessage = operation({
  id: 'sendVisitorMessage',
  method: 'POST',
  path: '/api/support/visitor/messages',
  body: visitorBody,
  answer: supportMessage,
  caller: 'public',
  puzzle: 'visitor',
  cost: 'form',
  idempotent: true,
  refusals: [
    'CAPTCHA_EXPIRED',
    'CAPTCHA_HARDER',
    'CAPTCHA_REQUIRED',
    'CAPTCHA_WRONG',
    'SUPPORT_CLOSED_TO_VISITORS',
    'VISITOR_TOKEN_INVALID',
  ],
  tag: 'support',
  summary: 'Writes to customer service as a visitor.',
});

export const markVisitorMessagesRead = operation({
  id: 'markVisitorMessagesRead',
  method: 'POST',
  path: '/api/support/visitor/messages/read',
  body: supportReadBody,
  answer: supportReadView,
  caller: 'public',
  cost: 'change',
  refusals: ['VISITOR_CHAT_NOT_FOUND', 'VISITOR_TOKEN_INVALID'],
  tag: 'support',
  summary: 'Marks the answers to a visitor as read.',
});

export const joinVisitor = operation({
  id: 'joinVisitor',
  method: 'POST',
  path: '/api/support/visitor/join',
  answer: supportReadView,
  caller: 'member',
  signed: true,
  cost: 'change',
  refusals: ['VISITOR_CHAT_NOT_FOUND', 'VISITOR_CHAT_REFUSED', 'VISITOR_TOKEN_INVALID'],
  tag: 'support',
  summary: "Takes a visitor's conversation along into the account.",
});

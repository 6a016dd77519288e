import {
  answerBody,
  assignBody,
  cannedBody,
  cannedListView,
  cannedParams,
  conversationActBody,
  conversationMessagesQuery,
  conversationMessagesView,
  conversationParams,
  conversationPictureParams,
  conversationsQuery,
  conversationsView,
  hoursBody,
  hoursView,
  operatorReadBody,
  supportOperatorsView,
} from '../../console-support.ts';
import { nothing } from '../../envelope.ts';
import { operation } from '../../operation.ts';

export const listConversations = operation({
  id: 'listConversations',
  method: 'GET',
  path: '/api/console/support/conversations',
  query: conversationsQuery,
  answer: conversationsView,
  caller: 'operator',
  permission: 'support:desk:read',
  cost: 'list',
  refusals: [],
  tag: 'support',
  summary: 'The queue of conversations.',
});

export const listConversationMessages = operation({
  id: 'listConversationMessages',
  method: 'GET',
  path: '/api/console/support/conversations/{id}/messages',
  params: conversationParams,
  query: conversationMessagesQuery,
  answer: conversationMessagesView,
  caller: 'operator',
  permission: 'support:desk:read',
  cost: 'list',
  refusals: ['CONVERSATION_NOT_FOUND'],
  tag: 'support',
  summary: 'The messages of a conversation, newest first.',
});

export const listSupportOperators = operation({
  id: 'listSupportOperators',
  method: 'GET',
  path: '/api/console/support/operators',
  answer: supportOperatorsView,
  caller: 'operator',
  permission: 'support:desk:read',
  cost: 'list',
  refusals: [],
  tag: 'support',
  summary: 'The operators who may answer.',
});

export const answerConversation = operation({
  id: 'answerConversation',
  method: 'POST',
  path: '/api/console/support/conversations/{id}/messages',
  params: conversationParams,
  body: answerBody,
  answer: nothing,
  caller: 'operator',
  permission: 'support:desk:answer',
  cost: 'change',
  idempotent: true,
  refusals: ['CONVERSATION_CHANGED', 'CONVERSATION_NOT_FOUND', 'ITEM_OWN', 'ITEM_TAKEN'],
  tag: 'support',
  summary: 'Answers in a conversation.',
});

export const markConversationRead = operation({
  id: 'markConversationRead',
  method: 'POST',
  path: '/api/console/support/conversations/{id}/read',
  params: conversationParams,
  body: operatorReadBody,
  answer: nothing,
  caller: 'operator',
  permission: 'support:desk:answer',
  cost: 'change',
  refusals: ['CONVERSATION_NOT_FOUND', 'ITEM_OWN'],
  tag: 'support',
  summary: 'Marks the messages of a conversation as read.',
});

export const assignConversation = operation({
  id: 'assignConversation',
  method: 'POST',
  path: '/api/console/support/conversations/{id}/assign',
  params: conversationParams,
  body: assignBody,
  answer: nothing,
  caller: 'operator',
  permission: 'support:desk:answer',
  cost: 'change',
  refusals: ['CONVERSATION_CHANGED', 'CONVERSATION_NOT_FOUND', 'ITEM_OWN', 'ITEM_TAKEN', 'OPERATOR_NOT_SUPPORT'],
  tag: 'support',
  summary: 'Gives a conversation to an operator.',
});

export const takeConversation = operation({
  id: 'takeConversation',
  method: 'POST',
  path: '/api/console/support/conversations/{id}/take',
  params: conversationParams,
  body: conversationActBody,
  answer: nothing,
  caller: 'operator',
  permission: 'support:desk:answer',
  cost: 'change',
  refusals: ['CONVERSATION_CHANGED', 'CONVERSATION_NOT_FOUND', 'ITEM_OWN', 'ITEM_TAKEN'],
  tag: 'support',
  summary: 'Takes a conversation.',
});

export const closeConversation = operation({
  id: 'closeConversation',
  method: 'POST',
  path: '/api/console/support/conversations/{id}/close',
  params: conversationParams,
  body: conversationActBody,
  answer: nothing,
  caller: 'operator',
  permission: 'support:desk:answer',
  cost: 'change',
  refusals: ['CONVERSATION_CHANGED', 'CONVERSATION_NOT_FOUND', 'ITEM_OWN', 'ITEM_TAKEN'],
  tag: 'support',
  summary: 'Closes a conversation.',
});

export const reopenConversation = operation({
  id: 'reopenConversation',
  method: 'POST',
  path: '/api/console/support/conversations/{id}/reopen',
  params: conversationParams,
  body: conversationActBody,
  answer: nothing,
  caller: 'operator',
  permission: 'support:desk:answer',
  cost: 'change',
  refusals: ['CONVERSATION_CHANGED', 'CONVERSATION_NOT_FOUND', 'ITEM_OWN', 'ITEM_TAKEN'],
  tag: 'support',
  summary: 'Opens a conversation again.',
});

export const readConversationPicture = operation({
  id: 'readConversationPicture',
  method: 'GET',
  path: '/api/console/support/conversations/{id}/pictures/{file}',
  params: conversationPictureParams,
  sends: 'picture',
  caller: 'operator',
  permission: 'support:desk:read',
  cost: 'list',
  refusals: ['PHOTO_NOT_FOUND'],
  tag: 'support',
  summary: 'A picture of a conversation.',
});

export const listCannedAnswers = operation({
  id: 'listCannedAnswers',
  method: 'GET',
  path: '/api/console/support/answers',
  answer: cannedListView,
  caller: 'operator',
  permission: 'support:desk:read',
  cost: 'list',
  refusals: [],
  tag: 'support',
  summary: 'Prepared answers.',
});

export const saveCannedAnswer = operation({
  id: 'saveCannedAnswer',
  method: 'PUT',
  path: '/api/console/support/answers/{id}',
  params: cannedParams,
  body: cannedBody,
  answer: nothing,
  caller: 'operator',
  permission: 'support:canned:write',
  cost: 'change',
  refusals: ['CONVERSATION_CHANGED'],
  tag: 'support',
  summary: 'Saves a prepared answer.',
});

export const readSupportHours = operation({
  id: 'readSupportHours',
  method: 'GET',
  path: '/api/console/support/hours',
  answer: hoursView,
  caller: 'operator',
  permission: 'support:desk:read',
  cost: 'lookup',
  refusals: [],
  tag: 'support',
  summary: 'The hours of customer service.',
});

export const changeSupportHours = operation({
  id: 'changeSupportHours',
  method: 'PUT',
  path: '/api/console/support/hours',
  body: hoursBody,
  answer: hoursView,
  caller: 'operator',
  permission: 'support:hours:write',
  cost: 'change',
  refusals: ['CONVERSATION_CHANGED', 'SERVICE_HOURS_INVALID'],
  tag: 'support',
  summary: 'Changes the hours of customer service.',
});

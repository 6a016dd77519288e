import { messagesQuery, messagesReadBody, messagesReadView, messagesView } from '../messages.ts';
import { operation } from '../operation.ts';

export const listMemberMessages = operation({
  id: 'listMemberMessages',
  method: 'GET',
  path: '/api/messages',
  query: messagesQuery,
  answer: messagesView,
  caller: 'member',
  cost: 'list',
  refusals: [],
  tag: 'content',
  summary: 'Messages to the member, newest first.',
});

export const markMemberMessagesRead = operation({
  id: 'markMemberMessagesRead',
  method: 'POST',
  path: '/api/messages/read',
  body: messagesReadBody,
  answer: messagesReadView,
  caller: 'member',
  cost: 'change',
  refusals: [],
  tag: 'content',
  summary: 'Marks a message and all older ones as read.',
});

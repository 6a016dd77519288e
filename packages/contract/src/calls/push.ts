import { operation } from '../operation.ts';
import { pushBody, pushView } from '../push.ts';

export const readPush = operation({
  id: 'readPush',
  method: 'GET',
  path: '/api/account/push',
  answer: pushView,
  caller: 'member',
  cost: 'lookup',
  refusals: [],
  tag: 'account',
  summary: 'The notifications that this device has chosen, and the key to subscribe with.',
});

export const choosePush = operation({
  id: 'choosePush',
  method: 'PUT',
  path: '/api/account/push',
  body: pushBody,
  answer: pushView,
  caller: 'member',
  signed: true,
  cost: 'change',
  refusals: ['PUSH_SERVICE_UNKNOWN'],
  tag: 'account',
  summary: 'Sends notifications to this device.',
});

export const leavePush = operation({
  id: 'leavePush',
  method: 'DELETE',
  path: '/api/account/push',
  answer: pushView,
  caller: 'member',
  signed: true,
  cost: 'change',
  refusals: [],
  tag: 'account',
  summary: 'Ends the notifications of this device.',
});

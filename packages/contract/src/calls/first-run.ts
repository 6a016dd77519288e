import { firstRunBody, firstRunView } from '../first-run.ts';
import { operation } from '../operation.ts';

export const readFirstRun = operation({
  id: 'readFirstRun',
  method: 'GET',
  path: '/api/account/first-run',
  answer: firstRunView,
  caller: 'member',
  cost: 'lookup',
  refusals: [],
  tag: 'account',
  summary: 'How far a newcomer came with the guide to the first practice order.',
});

export const keepFirstRun = operation({
  id: 'keepFirstRun',
  method: 'PUT',
  path: '/api/account/first-run',
  body: firstRunBody,
  answer: firstRunView,
  caller: 'member',
  cost: 'change',
  refusals: [],
  tag: 'account',
  summary: 'Keeps the step of the guide for all devices of the member.',
});

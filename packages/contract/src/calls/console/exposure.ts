import { exposureView } from '../../console-exposure.ts';
import { operation } from '../../operation.ts';

export const readExposure = operation({
  id: 'readExposure',
  method: 'GET',
  path: '/api/console/exposure',
  answer: exposureView,
  caller: 'operator',
  permission: 'market:product:read',
  cost: 'list',
  refusals: [],
  tag: 'products',
  summary:
    'What the house can lose by the orders that run, and what it kept today beside what the payout rates predict.',
});

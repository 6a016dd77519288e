import { sourceTrialBody, sourceTrialParams, sourceTrialView } from '../../console-source-trials.ts';
import { operation } from '../../operation.ts';

export const trySources = operation({
  id: 'trySources',
  method: 'POST',
  path: '/api/console/source-trials',
  body: sourceTrialBody,
  answer: sourceTrialView,
  caller: 'operator',
  permission: 'market:product:write',
  cost: 'change',
  idempotent: true,
  refusals: ['PRODUCT_BOUNDS', 'SOURCE_TRIAL_OPEN', 'SOURCE_TRIALS_MANY'],
  tag: 'products',
  summary: 'Asks exchanges for the price of a symbol, before it is proposed as the source of a product.',
});

export const readSourceTrial = operation({
  id: 'readSourceTrial',
  method: 'GET',
  path: '/api/console/source-trials/{id}',
  params: sourceTrialParams,
  answer: sourceTrialView,
  caller: 'operator',
  permission: 'market:product:write',
  cost: 'lookup',
  refusals: ['SOURCE_TRIAL_NOT_FOUND'],
  tag: 'products',
  summary: 'What the exchanges of a trial answered; nothing yet for some seconds.',
});

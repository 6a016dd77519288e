import { logOpeningsQuery, logOpeningsView } from '../log-openings.ts';
import { operation } from '../operation.ts';
import { logTimeStampsQuery, logTimeStampsView, logWitnessesView } from '../trading.ts';

export const readLogCheckpoint = operation({
  id: 'readLogCheckpoint',
  method: 'GET',
  path: '/api/log/checkpoint',
  sends: 'text',
  caller: 'public',
  cost: 'memory',
  refusals: [],
  tag: 'order log',
  summary: 'The newest signed head of the order log.',
});

export const listLogWitnesses = operation({
  id: 'listLogWitnesses',
  method: 'GET',
  path: '/api/log/witnesses',
  answer: logWitnessesView,
  caller: 'public',
  cost: 'memory',
  refusals: [],
  tag: 'order log',
  summary: 'Who cosigns the heads of the order log, and the newest head of each.',
});

export const readLogPolicy = operation({
  id: 'readLogPolicy',
  method: 'GET',
  path: '/api/log/policy',
  sends: 'text',
  caller: 'public',
  cost: 'memory',
  refusals: [],
  tag: 'order log',
  summary: 'The keys of the site and its witnesses as a policy file (C2SP tlog-policy).',
});

export const listLogOpenings = operation({
  id: 'listLogOpenings',
  method: 'GET',
  path: '/api/log/openings',
  query: logOpeningsQuery,
  answer: logOpeningsView,
  caller: 'public',
  cost: 'memory',
  refusals: ['ORDERS_UNAVAILABLE'],
  tag: 'order log',
  summary: 'What entries of the order log are, once they are opened.',
});

export const listLogTimeStamps = operation({
  id: 'listLogTimeStamps',
  method: 'GET',
  path: '/api/log/time-stamps',
  query: logTimeStampsQuery,
  answer: logTimeStampsView,
  caller: 'public',
  cost: 'memory',
  refusals: [],
  tag: 'order log',
  summary: 'Heads of the order log that an authority time-stamped.',
});

import { auditCheckQuery, auditCheckView, auditQuery, auditView, countersView } from '../../console.ts';
import { operation } from '../../operation.ts';

export const readCounters = operation({
  id: 'readCounters',
  method: 'GET',
  path: '/api/console/counters',
  answer: countersView,
  caller: 'operator',
  cost: 'lookup',
  refusals: [],
  tag: 'console',
  summary: 'How many items wait in each queue.',
});

export const listAudit = operation({
  id: 'listAudit',
  method: 'GET',
  path: '/api/console/audit',
  query: auditQuery,
  answer: auditView,
  caller: 'operator',
  permission: 'audit:log:read',
  cost: 'list',
  refusals: [],
  tag: 'console',
  summary: 'What operators did, newest first.',
});

export const checkAudit = operation({
  id: 'checkAudit',
  method: 'GET',
  path: '/api/console/audit/check',
  query: auditCheckQuery,
  answer: auditCheckView,
  caller: 'operator',
  permission: 'audit:log:read',
  cost: 'receipt',
  refusals: [],
  tag: 'console',
  summary: 'Follows the links of the audit log.',
});

import {
  adjustmentBody,
  adjustmentParams,
  adjustmentsQuery,
  adjustmentsView,
  adjustmentView,
} from '../../console-members.ts';
import { operation } from '../../operation.ts';
import { proposalCalls } from '../../proposals.ts';

export const adjustments = proposalCalls({
  one: 'Adjustment',
  many: 'Adjustments',
  path: '/api/console/adjustments',
  may: { read: 'ledger:adjustment:read', make: 'ledger:adjustment:make', check: 'ledger:adjustment:check' },
  query: adjustmentsQuery,
  params: adjustmentParams,
  view: adjustmentView,
  page: adjustmentsView,
  refusals: {
    notFound: 'ADJUSTMENT_NOT_FOUND',
    decided: 'ADJUSTMENT_STATE_CHANGED',
    approval: ['AVAILABLE_INSUFFICIENT'],
  },
  tag: 'adjustments',
  what: 'Money that operators add to or deduct from members',
});

export const proposeAdjustment = operation({
  id: 'proposeAdjustment',
  method: 'POST',
  path: '/api/console/adjustments',
  body: adjustmentBody,
  answer: adjustmentView,
  caller: 'operator',
  permission: 'ledger:adjustment:make',
  cost: 'change',
  idempotent: true,
  refusals: ['MEMBER_NOT_FOUND', 'ITEM_OWN', 'AMOUNT_INVALID'],
  tag: 'adjustments',
  summary: 'Proposes to add money to a member or to deduct it. Nothing moves before another operator approves.',
});

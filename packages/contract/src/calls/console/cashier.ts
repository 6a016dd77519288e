import { cashierParams } from '../../cashier.ts';
import {
  operatorApproveDepositBody,
  operatorBody,
  operatorDeposit,
  operatorDepositsQuery,
  operatorDepositsView,
  operatorPayoutBody,
  operatorRejectDepositBody,
  operatorRejectWithdrawalBody,
  operatorWithdrawal,
  operatorWithdrawalsQuery,
  operatorWithdrawalsView,
} from '../../console-cashier.ts';
import { operation } from '../../operation.ts';

/* What each act of a kind may refuse. A reason or a note that is missing is refused by the schema of the body. */
const DEPOSIT_ACT = ['DEPOSIT_NOT_FOUND', 'DEPOSIT_STATE_CHANGED', 'ITEM_OWN'] as const;
const WITHDRAWAL_ACT = ['ITEM_OWN', 'WITHDRAWAL_NOT_FOUND', 'WITHDRAWAL_STATE_CHANGED'] as const;
/** While no money may leave to the member, or to anybody. */
const NO_MONEY_LEAVES = ['CARD_SHARED', 'MEMBER_FORBIDDEN', 'MEMBER_FROZEN', 'MEMBER_PAUSED', 'MONEY_HALTED'] as const;

export const listOperatorDeposits = operation({
  id: 'listOperatorDeposits',
  method: 'GET',
  path: '/api/console/deposits',
  query: operatorDepositsQuery,
  answer: operatorDepositsView,
  caller: 'operator',
  permission: 'cashier:deposit:read',
  cost: 'list',
  refusals: [],
  tag: 'cashier',
  summary: 'The queue of deposits.',
});

export const readOperatorDeposit = operation({
  id: 'readOperatorDeposit',
  method: 'GET',
  path: '/api/console/deposits/{id}',
  params: cashierParams,
  answer: operatorDeposit,
  caller: 'operator',
  permission: 'cashier:deposit:read',
  cost: 'list',
  refusals: ['DEPOSIT_NOT_FOUND'],
  tag: 'cashier',
  summary: 'One deposit with all that is needed to decide.',
});

export const readOperatorDepositProof = operation({
  id: 'readOperatorDepositProof',
  method: 'GET',
  path: '/api/console/deposits/{id}/proof',
  params: cashierParams,
  sends: 'picture',
  caller: 'operator',
  permission: 'cashier:deposit:read',
  cost: 'list',
  refusals: ['DEPOSIT_NOT_FOUND'],
  tag: 'cashier',
  summary: 'The picture that proves a payment.',
});

export const takeDeposit = operation({
  id: 'takeDeposit',
  method: 'POST',
  path: '/api/console/deposits/{id}/take',
  params: cashierParams,
  body: operatorBody,
  answer: operatorDeposit,
  caller: 'operator',
  permission: 'cashier:deposit:review',
  cost: 'change',
  idempotent: true,
  refusals: DEPOSIT_ACT,
  tag: 'cashier',
  summary: 'Takes a deposit to review it.',
});

export const releaseDeposit = operation({
  id: 'releaseDeposit',
  method: 'POST',
  path: '/api/console/deposits/{id}/release',
  params: cashierParams,
  body: operatorBody,
  answer: operatorDeposit,
  caller: 'operator',
  permission: 'cashier:deposit:review',
  cost: 'change',
  idempotent: true,
  refusals: [...DEPOSIT_ACT, 'ITEM_TAKEN'],
  tag: 'cashier',
  summary: 'Gives a deposit back to the queue.',
});

export const approveDeposit = operation({
  id: 'approveDeposit',
  method: 'POST',
  path: '/api/console/deposits/{id}/approve',
  params: cashierParams,
  body: operatorApproveDepositBody,
  answer: operatorDeposit,
  caller: 'operator',
  permission: 'cashier:deposit:review',
  cost: 'change',
  idempotent: true,
  refusals: [
    ...DEPOSIT_ACT,
    'AMOUNT_INVALID',
    'CREDIT_BEYOND_BOUNDS',
    'CREDIT_NOT_CONFIRMED',
    'ITEM_TAKEN',
    'REASON_REQUIRED',
    'SECOND_OPERATOR_NEEDED',
  ],
  tag: 'cashier',
  summary: 'Credits a deposit, or passes it to a second operator.',
});

export const rejectDeposit = operation({
  id: 'rejectDeposit',
  method: 'POST',
  path: '/api/console/deposits/{id}/reject',
  params: cashierParams,
  body: operatorRejectDepositBody,
  answer: operatorDeposit,
  caller: 'operator',
  permission: 'cashier:deposit:review',
  cost: 'change',
  idempotent: true,
  refusals: [...DEPOSIT_ACT, 'ITEM_TAKEN'],
  tag: 'cashier',
  summary: 'Rejects a deposit.',
});

export const listOperatorWithdrawals = operation({
  id: 'listOperatorWithdrawals',
  method: 'GET',
  path: '/api/console/withdrawals',
  query: operatorWithdrawalsQuery,
  answer: operatorWithdrawalsView,
  caller: 'operator',
  permission: 'cashier:withdrawal:read',
  cost: 'list',
  refusals: [],
  tag: 'cashier',
  summary: 'The queue of withdrawals.',
});

export const readOperatorWithdrawal = operation({
  id: 'readOperatorWithdrawal',
  method: 'GET',
  path: '/api/console/withdrawals/{id}',
  params: cashierParams,
  answer: operatorWithdrawal,
  caller: 'operator',
  permission: 'cashier:withdrawal:review',
  cost: 'list',
  refusals: ['WITHDRAWAL_NOT_FOUND'],
  tag: 'cashier',
  summary: 'One withdrawal with all that is needed to decide.',
});

export const takeWithdrawal = operation({
  id: 'takeWithdrawal',
  method: 'POST',
  path: '/api/console/withdrawals/{id}/take',
  params: cashierParams,
  body: operatorBody,
  answer: operatorWithdrawal,
  caller: 'operator',
  permission: 'cashier:withdrawal:review',
  cost: 'change',
  idempotent: true,
  refusals: WITHDRAWAL_ACT,
  tag: 'cashier',
  summary: 'Takes a withdrawal to review it.',
});

export const releaseWithdrawal = operation({
  id: 'releaseWithdrawal',
  method: 'POST',
  path: '/api/console/withdrawals/{id}/release',
  params: cashierParams,
  body: operatorBody,
  answer: operatorWithdrawal,
  caller: 'operator',
  permission: 'cashier:withdrawal:review',
  cost: 'change',
  idempotent: true,
  refusals: [...WITHDRAWAL_ACT, 'ITEM_TAKEN'],
  tag: 'cashier',
  summary: 'Gives a withdrawal back to the queue.',
});

export const approveWithdrawal = operation({
  id: 'approveWithdrawal',
  method: 'POST',
  path: '/api/console/withdrawals/{id}/approve',
  params: cashierParams,
  body: operatorBody,
  answer: operatorWithdrawal,
  caller: 'operator',
  permission: 'cashier:withdrawal:review',
  cost: 'change',
  idempotent: true,
  refusals: [...WITHDRAWAL_ACT, ...NO_MONEY_LEAVES, 'ITEM_TAKEN', 'SECOND_OPERATOR_NEEDED'],
  tag: 'cashier',
  summary: 'Approves a withdrawal, first or second.',
});

export const rejectWithdrawal = operation({
  id: 'rejectWithdrawal',
  method: 'POST',
  path: '/api/console/withdrawals/{id}/reject',
  params: cashierParams,
  body: operatorRejectWithdrawalBody,
  answer: operatorWithdrawal,
  caller: 'operator',
  permission: 'cashier:withdrawal:review',
  cost: 'change',
  idempotent: true,
  refusals: [...WITHDRAWAL_ACT, 'ITEM_TAKEN'],
  tag: 'cashier',
  summary: 'Rejects a withdrawal; its money is free again.',
});

export const recordPayout = operation({
  id: 'recordPayout',
  method: 'POST',
  path: '/api/console/withdrawals/{id}/payout',
  params: cashierParams,
  body: operatorPayoutBody,
  answer: operatorWithdrawal,
  caller: 'operator',
  permission: 'cashier:withdrawal:payout',
  cost: 'change',
  idempotent: true,
  refusals: [
    ...WITHDRAWAL_ACT,
    ...NO_MONEY_LEAVES,
    'PAYOUT_REF_REQUIRED',
    'PAYOUT_REF_USED',
    'REASON_REQUIRED',
    'RETURN_BY_ANOTHER',
    'SECOND_OPERATOR_NEEDED',
  ],
  tag: 'cashier',
  summary: 'Records what became of the payment.',
});

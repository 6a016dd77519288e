import {
  cashierParams,
  depositBody,
  depositChannelsView,
  depositPaidBody,
  depositView,
  depositsQuery,
  depositsView,
  inviteView,
  withdrawalBody,
  withdrawalTermsView,
  withdrawalView,
  withdrawalWaitsView,
  withdrawalsQuery,
  withdrawalsView,
} from '../cashier.ts';
import { IMAGE_BYTES_MAX } from '../fields.ts';
import { operation } from '../operation.ts';

export const listDepositChannels = operation({
  id: 'listDepositChannels',
  method: 'GET',
  path: '/api/wallet/deposit-channels',
  answer: depositChannelsView,
  caller: 'member',
  cost: 'lookup',
  refusals: [],
  tag: 'cashier',
  summary: 'The ways to pay in.',
});

export const makeDeposit = operation({
  id: 'makeDeposit',
  method: 'POST',
  path: '/api/wallet/deposits',
  body: depositBody,
  answer: depositView,
  caller: 'member',
  signed: true,
  cost: 'change',
  idempotent: true,
  refusals: [],
  tag: 'cashier',
  summary: 'Begins a deposit.',
});

export const listDeposits = operation({
  id: 'listDeposits',
  method: 'GET',
  path: '/api/wallet/deposits',
  query: depositsQuery,
  answer: depositsView,
  caller: 'member',
  cost: 'list',
  refusals: [],
  tag: 'cashier',
  summary: "The member's deposits, newest first, with their sums.",
});

export const readDeposit = operation({
  id: 'readDeposit',
  method: 'GET',
  path: '/api/wallet/deposits/{id}',
  params: cashierParams,
  answer: depositView,
  caller: 'member',
  cost: 'lookup',
  refusals: [],
  tag: 'cashier',
  summary: 'One deposit.',
});

export const tellDepositPaid = operation({
  id: 'tellDepositPaid',
  method: 'POST',
  path: '/api/wallet/deposits/{id}/paid',
  params: cashierParams,
  body: depositPaidBody,
  upload: { files: 1, fields: 2, fileBytes: IMAGE_BYTES_MAX, orJson: true },
  answer: depositView,
  caller: 'member',
  signed: true,
  cost: 'upload',
  idempotent: true,
  refusals: [],
  tag: 'cashier',
  summary: 'Says that a deposit was paid, with its proof.',
});

export const readDepositProof = operation({
  id: 'readDepositProof',
  method: 'GET',
  path: '/api/wallet/deposits/{id}/proof',
  params: cashierParams,
  sends: 'picture',
  caller: 'member',
  cost: 'lookup',
  refusals: [],
  tag: 'cashier',
  summary: 'The picture that proves a payment.',
});

export const cancelDeposit = operation({
  id: 'cancelDeposit',
  method: 'POST',
  path: '/api/wallet/deposits/{id}/cancel',
  params: cashierParams,
  answer: depositView,
  caller: 'member',
  signed: true,
  cost: 'change',
  idempotent: true,
  refusals: [],
  tag: 'cashier',
  summary: 'Cancels a deposit that was not paid.',
});

export const readWithdrawalTerms = operation({
  id: 'readWithdrawalTerms',
  method: 'GET',
  path: '/api/wallet/withdrawal-terms',
  answer: withdrawalTermsView,
  caller: 'member',
  cost: 'list',
  refusals: [],
  tag: 'cashier',
  summary: 'The rules of a withdrawal, and what the member may withdraw now.',
});

export const makeWithdrawal = operation({
  id: 'makeWithdrawal',
  method: 'POST',
  path: '/api/wallet/withdrawals',
  body: withdrawalBody,
  answer: withdrawalView,
  caller: 'member',
  signed: true,
  confirmed: 'with factor',
  cost: 'password',
  idempotent: true,
  refusals: [],
  tag: 'cashier',
  summary: "Asks for a withdrawal to the member's bank card.",
});

export const listWithdrawals = operation({
  id: 'listWithdrawals',
  method: 'GET',
  path: '/api/wallet/withdrawals',
  query: withdrawalsQuery,
  answer: withdrawalsView,
  caller: 'member',
  cost: 'list',
  refusals: [],
  tag: 'cashier',
  summary: "The member's withdrawals, newest first, with their sums.",
});

export const readWithdrawal = operation({
  id: 'readWithdrawal',
  method: 'GET',
  path: '/api/wallet/withdrawals/{id}',
  params: cashierParams,
  answer: withdrawalView,
  caller: 'member',
  cost: 'lookup',
  refusals: [],
  tag: 'cashier',
  summary: 'One withdrawal.',
});

export const cancelWithdrawal = operation({
  id: 'cancelWithdrawal',
  method: 'POST',
  path: '/api/wallet/withdrawals/{id}/cancel',
  params: cashierParams,
  answer: withdrawalView,
  caller: 'member',
  signed: true,
  cost: 'change',
  idempotent: true,
  refusals: [],
  tag: 'cashier',
  summary: 'Cancels a withdrawal that nobody has taken.',
});

export const readWithdrawalWaits = operation({
  id: 'readWithdrawalWaits',
  method: 'GET',
  path: '/api/wallet/withdrawal-waits',
  answer: withdrawalWaitsView,
  caller: 'public',
  cost: 'memory',
  refusals: [],
  tag: 'cashier',
  summary: 'How long withdrawals have taken.',
});

export const readInvite = operation({
  id: 'readInvite',
  method: 'GET',
  path: '/api/account/invite',
  answer: inviteView,
  caller: 'member',
  cost: 'lookup',
  refusals: [],
  tag: 'cashier',
  summary: "The member's invitation code, and what its rewards need.",
});

import * as z from 'zod/mini';
import {
  agreementParams,
  agreementView,
  buyBody,
  holdingDetail,
  holdingView,
  holdingsQuery,
  holdingsView,
  investParams,
  investSummaryView,
  projectView,
  projectsView,
  quoteQuery,
  quoteView,
  redemptionBody,
  redemptionView,
  rollOverBody,
  savingsAutoBody,
  savingsTransferBody,
  savingsTransfersQuery,
  savingsTransfersView,
  savingsView,
} from '../invest.ts';
import { operation } from '../operation.ts';

export const listProjects = operation({
  id: 'listProjects',
  method: 'GET',
  path: '/api/invest/projects',
  answer: projectsView,
  caller: 'member',
  cost: 'list',
  refusals: [],
  tag: 'invest',
  summary: 'The projects that are shown.',
});

export const readProject = operation({
  id: 'readProject',
  method: 'GET',
  path: '/api/invest/projects/{id}',
  params: investParams,
  answer: projectView,
  caller: 'member',
  cost: 'lookup',
  refusals: ['PROJECT_NOT_FOUND'],
  tag: 'invest',
  summary: 'One project.',
});

export const readQuote = operation({
  id: 'readQuote',
  method: 'GET',
  path: '/api/invest/projects/{id}/quote',
  params: investParams,
  query: quoteQuery,
  answer: quoteView,
  caller: 'member',
  cost: 'lookup',
  refusals: ['AMOUNT_INVALID', 'AMOUNT_TOO_PRECISE', 'PROJECT_NOT_FOUND'],
  tag: 'invest',
  summary: 'What an amount would earn in a project.',
});

export const readAgreement = operation({
  id: 'readAgreement',
  method: 'GET',
  path: '/api/invest/agreements/{code}/{version}',
  params: agreementParams,
  answer: agreementView,
  caller: 'member',
  cost: 'lookup',
  refusals: ['NOT_FOUND'],
  tag: 'invest',
  summary: "The text of a project's agreement.",
});

export const listHoldings = operation({
  id: 'listHoldings',
  method: 'GET',
  path: '/api/invest/holdings',
  query: holdingsQuery,
  answer: holdingsView,
  caller: 'member',
  cost: 'list',
  refusals: ['WALLET_UNAVAILABLE'],
  tag: 'invest',
  summary: "The member's holdings, newest first; with `key` the one that was bought with this Idempotency-Key.",
});

export const readHolding = operation({
  id: 'readHolding',
  method: 'GET',
  path: '/api/invest/holdings/{id}',
  params: investParams,
  answer: holdingDetail,
  caller: 'member',
  cost: 'lookup',
  refusals: ['HOLDING_NOT_FOUND'],
  tag: 'invest',
  summary: 'One holding with its interest.',
});

export const readRedemption = operation({
  id: 'readRedemption',
  method: 'GET',
  path: '/api/invest/holdings/{id}/redemption',
  params: investParams,
  answer: redemptionView,
  caller: 'member',
  cost: 'lookup',
  refusals: ['HOLDING_NOT_FOUND', 'HOLDING_STATE_CHANGED', 'REDEMPTION_LOCKED', 'REDEMPTION_NOT_ALLOWED'],
  tag: 'invest',
  summary: 'What a redemption now would credit.',
});

export const buyHolding = operation({
  id: 'buyHolding',
  method: 'POST',
  path: '/api/invest/holdings',
  body: buyBody,
  answer: holdingView,
  caller: 'member',
  signed: true,
  cost: 'password',
  idempotent: true,
  refusals: [
    'ACCOUNT_FROZEN',
    'AMOUNT_INVALID',
    'AMOUNT_TOO_PRECISE',
    'AVAILABLE_INSUFFICIENT',
    'IDENTITY_NOT_VERIFIED',
    'INVEST_AMOUNT_ABOVE_MAXIMUM',
    'INVEST_AMOUNT_BELOW_MINIMUM',
    'INVEST_BALANCE_INSUFFICIENT',
    'INVEST_TERMS_CHANGED',
    'PROJECT_CLOSED',
    'PROJECT_LEFT_INSUFFICIENT',
    'PROJECT_NOT_FOUND',
    'PROJECT_NOT_OPEN',
    'PROJECT_SOLD_OUT',
    'SELF_EXCLUDED',
    'SELF_EXCLUDED_FOREVER',
    'WITHDRAW_PASSWORD_LOCKED',
    'WITHDRAW_PASSWORD_WRONG',
  ],
  tag: 'invest',
  summary: 'Invests an amount in a project.',
});

export const redeemHolding = operation({
  id: 'redeemHolding',
  method: 'POST',
  path: '/api/invest/holdings/{id}/redemption',
  params: investParams,
  body: z.nullable(redemptionBody),
  answer: holdingView,
  caller: 'member',
  signed: true,
  cost: 'change',
  idempotent: true,
  refusals: [
    'HOLDING_NOT_FOUND',
    'HOLDING_STATE_CHANGED',
    'REDEMPTION_CHANGED',
    'REDEMPTION_LOCKED',
    'REDEMPTION_NOT_ALLOWED',
  ],
  tag: 'invest',
  summary: 'Redeems a holding early.',
});

export const rollOver = operation({
  id: 'rollOver',
  method: 'POST',
  path: '/api/invest/holdings/{id}/rollover',
  params: investParams,
  body: rollOverBody,
  answer: holdingView,
  caller: 'member',
  signed: true,
  cost: 'change',
  idempotent: true,
  refusals: ['HOLDING_NOT_FOUND', 'HOLDING_STATE_CHANGED'],
  tag: 'invest',
  summary: 'Says whether a holding goes on at its end.',
});

export const readSavings = operation({
  id: 'readSavings',
  method: 'GET',
  path: '/api/invest/savings',
  answer: savingsView,
  caller: 'member',
  cost: 'list',
  refusals: [],
  tag: 'invest',
  summary: "The member's savings, their rate and interest.",
});

export const moveSavings = operation({
  id: 'moveSavings',
  method: 'POST',
  path: '/api/invest/savings/transfers',
  body: savingsTransferBody,
  answer: savingsView,
  caller: 'member',
  signed: true,
  cost: 'change',
  idempotent: true,
  refusals: [
    'ACCOUNT_FROZEN',
    'AMOUNT_INVALID',
    'AMOUNT_TOO_PRECISE',
    'AVAILABLE_INSUFFICIENT',
    'INVEST_BALANCE_INSUFFICIENT',
    'SAVINGS_INSUFFICIENT',
  ],
  tag: 'invest',
  summary: 'Moves money into savings or out of them.',
});

export const setAutoSave = operation({
  id: 'setAutoSave',
  method: 'PUT',
  path: '/api/invest/savings/auto',
  body: savingsAutoBody,
  answer: savingsView,
  caller: 'member',
  signed: true,
  cost: 'change',
  idempotent: true,
  refusals: [],
  tag: 'invest',
  summary: 'Says whether what is idle is saved at the end of the day.',
});

export const listSavingsTransfers = operation({
  id: 'listSavingsTransfers',
  method: 'GET',
  path: '/api/invest/savings/transfers',
  query: savingsTransfersQuery,
  answer: savingsTransfersView,
  caller: 'member',
  cost: 'list',
  refusals: [],
  tag: 'invest',
  summary: 'The statement of savings, newest first.',
});

export const readInvestSummary = operation({
  id: 'readInvestSummary',
  method: 'GET',
  path: '/api/invest/summary',
  answer: investSummaryView,
  caller: 'member',
  cost: 'list',
  refusals: [],
  tag: 'invest',
  summary: 'What is invested and saved, and what it earned.',
});

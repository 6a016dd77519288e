import {
  complaintBody,
  complaintParams,
  complaintReplyBody,
  complaintsQuery,
  complaintsView,
  complaintView,
} from '../complaints.ts';
import { noFields } from '../fields.ts';
import { operation } from '../operation.ts';

export const listComplaints = operation({
  id: 'listComplaints',
  method: 'GET',
  path: '/api/support/complaints',
  query: complaintsQuery,
  answer: complaintsView,
  caller: 'member',
  cost: 'list',
  refusals: [],
  tag: 'support',
  summary: "The member's complaints with their steps, newest first.",
});

export const openComplaint = operation({
  id: 'openComplaint',
  method: 'POST',
  path: '/api/support/complaints',
  body: complaintBody,
  answer: complaintView,
  caller: 'member',
  signed: true,
  cost: 'change',
  idempotent: true,
  refusals: [
    'COMPLAINTS_OPEN',
    'DEPOSIT_NOT_FOUND',
    'MESSAGE_NOT_FOUND',
    'ORDER_NOT_FOUND',
    'ORDERS_UNAVAILABLE',
    'WITHDRAWAL_NOT_FOUND',
  ],
  tag: 'support',
  summary: 'Makes a complaint: it has a number, and is answered within fifteen business days.',
});

export const replyToComplaint = operation({
  id: 'replyToComplaint',
  method: 'POST',
  path: '/api/support/complaints/{id}/replies',
  params: complaintParams,
  body: complaintReplyBody,
  answer: complaintView,
  caller: 'member',
  signed: true,
  cost: 'change',
  idempotent: true,
  refusals: ['COMPLAINT_ENDED', 'COMPLAINT_FULL', 'COMPLAINT_NOT_FOUND'],
  tag: 'support',
  summary: 'Adds words to a complaint that is open.',
});

export const withdrawComplaint = operation({
  id: 'withdrawComplaint',
  method: 'POST',
  path: '/api/support/complaints/{id}/withdraw',
  params: complaintParams,
  body: noFields,
  answer: complaintView,
  caller: 'member',
  signed: true,
  cost: 'change',
  idempotent: true,
  refusals: ['COMPLAINT_ENDED', 'COMPLAINT_NOT_FOUND'],
  tag: 'support',
  summary: 'Takes a complaint back.',
});

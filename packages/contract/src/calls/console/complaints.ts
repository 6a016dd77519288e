import {
  answerComplaintBody,
  askComplaintBody,
  complaintFiguresView,
  complaintParams,
  complaintQueueQuery,
  operatorComplaintsView,
  operatorComplaintView,
  recordComplaintBody,
} from '../../complaints.ts';
import { noFields } from '../../fields.ts';
import { operation } from '../../operation.ts';

export const listMembersComplaints = operation({
  id: 'listMembersComplaints',
  method: 'GET',
  path: '/api/console/complaints',
  query: complaintQueueQuery,
  answer: operatorComplaintsView,
  caller: 'operator',
  permission: 'support:complaint:read',
  cost: 'list',
  refusals: [],
  tag: 'support',
  summary: 'The register of complaints: what is due first, then the newest that ended.',
});

export const readComplaint = operation({
  id: 'readComplaint',
  method: 'GET',
  path: '/api/console/complaints/{id}',
  params: complaintParams,
  answer: operatorComplaintView,
  caller: 'operator',
  permission: 'support:complaint:read',
  cost: 'lookup',
  refusals: ['COMPLAINT_NOT_FOUND'],
  tag: 'support',
  summary: 'A complaint with its steps.',
});

export const readComplaintFigures = operation({
  id: 'readComplaintFigures',
  method: 'GET',
  path: '/api/console/complaint-figures',
  answer: complaintFiguresView,
  caller: 'operator',
  permission: 'support:complaint:read',
  cost: 'list',
  refusals: [],
  tag: 'support',
  summary: 'How many complaints are open and late, and how those of the last year ended.',
});

export const recordComplaint = operation({
  id: 'recordComplaint',
  method: 'POST',
  path: '/api/console/complaints',
  body: recordComplaintBody,
  answer: operatorComplaintView,
  caller: 'operator',
  permission: 'support:complaint:answer',
  cost: 'change',
  idempotent: true,
  refusals: [
    'DEPOSIT_NOT_FOUND',
    'MEMBER_ERASED',
    'MEMBER_NOT_FOUND',
    'MESSAGE_NOT_FOUND',
    'ORDER_NOT_FOUND',
    'ORDERS_UNAVAILABLE',
    'WITHDRAWAL_NOT_FOUND',
  ],
  tag: 'support',
  summary: 'Writes down a complaint that a member made in the chat or by telephone.',
});

export const takeComplaint = operation({
  id: 'takeComplaint',
  method: 'POST',
  path: '/api/console/complaints/{id}/take',
  params: complaintParams,
  body: noFields,
  answer: operatorComplaintView,
  caller: 'operator',
  permission: 'support:complaint:answer',
  cost: 'change',
  refusals: ['COMPLAINT_ENDED', 'COMPLAINT_NOT_FOUND'],
  tag: 'support',
  summary: 'Takes a complaint, also from a colleague.',
});

export const askAboutComplaint = operation({
  id: 'askAboutComplaint',
  method: 'POST',
  path: '/api/console/complaints/{id}/questions',
  params: complaintParams,
  body: askComplaintBody,
  answer: operatorComplaintView,
  caller: 'operator',
  permission: 'support:complaint:answer',
  cost: 'change',
  idempotent: true,
  refusals: ['COMPLAINT_ENDED', 'COMPLAINT_NOT_FOUND', 'ITEM_TAKEN'],
  tag: 'support',
  summary: 'Asks the member something. The clock goes on.',
});

export const answerComplaint = operation({
  id: 'answerComplaint',
  method: 'POST',
  path: '/api/console/complaints/{id}/answer',
  params: complaintParams,
  body: answerComplaintBody,
  answer: operatorComplaintView,
  caller: 'operator',
  permission: 'support:complaint:answer',
  cost: 'change',
  idempotent: true,
  refusals: ['COMPLAINT_ENDED', 'COMPLAINT_NOT_FOUND', 'ITEM_TAKEN'],
  tag: 'support',
  summary: 'Answers a complaint for good, with its decision.',
});

import { operation } from '../../operation.ts';
import {
  reviewActBody,
  reviewParams,
  reviewRejectBody,
  reviewsQuery,
  reviewsView,
  reviewView,
} from '../../verification.ts';

/** The queue of identity documents. Whoever opens a submission or one of its photos leaves an entry in the audit log. */
export const listReviews = operation({
  id: 'listReviews',
  method: 'GET',
  path: '/api/console/verifications',
  query: reviewsQuery,
  answer: reviewsView,
  caller: 'operator',
  permission: 'identity:verification:read',
  cost: 'list',
  refusals: [],
  tag: 'verifications',
  summary: 'Submissions of identity documents: waiting ones oldest first, decided ones newest first.',
});

export const readReview = operation({
  id: 'readReview',
  method: 'GET',
  path: '/api/console/verifications/{id}',
  params: reviewParams,
  answer: reviewView,
  caller: 'operator',
  permission: 'identity:verification:read',
  cost: 'list',
  refusals: ['VERIFICATION_NOT_FOUND'],
  tag: 'verifications',
  summary: 'One submission with its member.',
});

export const readFrontPhoto = operation({
  id: 'readFrontPhoto',
  method: 'GET',
  path: '/api/console/verifications/{id}/front',
  params: reviewParams,
  sends: 'picture',
  caller: 'operator',
  permission: 'identity:verification:read',
  cost: 'list',
  refusals: ['PHOTO_NOT_FOUND', 'VERIFICATION_NOT_FOUND'],
  tag: 'verifications',
  summary: 'The photo of the front of the document.',
});

export const readBackPhoto = operation({
  id: 'readBackPhoto',
  method: 'GET',
  path: '/api/console/verifications/{id}/back',
  params: reviewParams,
  sends: 'picture',
  caller: 'operator',
  permission: 'identity:verification:read',
  cost: 'list',
  refusals: ['PHOTO_NOT_FOUND', 'VERIFICATION_NOT_FOUND'],
  tag: 'verifications',
  summary: 'The photo of the back of the document.',
});

export const takeReview = operation({
  id: 'takeReview',
  method: 'POST',
  path: '/api/console/verifications/{id}/take',
  params: reviewParams,
  body: reviewActBody,
  answer: reviewView,
  caller: 'operator',
  permission: 'identity:verification:review',
  cost: 'change',
  idempotent: 'optional',
  refusals: [
    'VERIFICATION_CHANGED',
    'VERIFICATION_DONE',
    'VERIFICATION_NOT_FOUND',
    'VERIFICATION_NOT_TAKEN',
    'VERIFICATION_OWN',
    'VERIFICATION_TAKEN',
  ],
  tag: 'verifications',
  summary: 'The operator takes a submission to review it.',
});

export const releaseReview = operation({
  id: 'releaseReview',
  method: 'POST',
  path: '/api/console/verifications/{id}/release',
  params: reviewParams,
  body: reviewActBody,
  answer: reviewView,
  caller: 'operator',
  permission: 'identity:verification:review',
  cost: 'change',
  idempotent: 'optional',
  refusals: [
    'VERIFICATION_CHANGED',
    'VERIFICATION_DONE',
    'VERIFICATION_NOT_FOUND',
    'VERIFICATION_NOT_TAKEN',
    'VERIFICATION_OWN',
    'VERIFICATION_TAKEN',
  ],
  tag: 'verifications',
  summary: 'The operator leaves a submission to others.',
});

export const verifyIdentity = operation({
  id: 'verifyIdentity',
  method: 'POST',
  path: '/api/console/verifications/{id}/verify',
  params: reviewParams,
  body: reviewActBody,
  answer: reviewView,
  caller: 'operator',
  permission: 'identity:verification:review',
  cost: 'change',
  idempotent: 'optional',
  refusals: [
    'ID_NUMBER_USED',
    'VERIFICATION_CHANGED',
    'VERIFICATION_DONE',
    'VERIFICATION_NOT_FOUND',
    'VERIFICATION_NOT_TAKEN',
    'VERIFICATION_OWN',
    'VERIFICATION_TAKEN',
  ],
  tag: 'verifications',
  summary: 'The documents are good: the member is verified.',
});

export const rejectVerification = operation({
  id: 'rejectVerification',
  method: 'POST',
  path: '/api/console/verifications/{id}/reject',
  params: reviewParams,
  body: reviewRejectBody,
  answer: reviewView,
  caller: 'operator',
  permission: 'identity:verification:review',
  cost: 'change',
  idempotent: 'optional',
  refusals: [
    'VERIFICATION_CHANGED',
    'VERIFICATION_DONE',
    'VERIFICATION_NOT_FOUND',
    'VERIFICATION_NOT_TAKEN',
    'VERIFICATION_OWN',
    'VERIFICATION_TAKEN',
  ],
  tag: 'verifications',
  summary: 'The documents are not good, with the reason and what is wrong.',
});

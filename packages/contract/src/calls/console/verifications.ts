import { operation } from '../../operation.ts';
import {
  reviewActBody,
  reviewParams,
  reviewRejectBody,
  reviewView,
  reviewsQuery,
  reviewsView,
} from '../../verification.ts';

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
  summary: 'The queue of identity verifications.',
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
  refusals: [],
  tag: 'verifications',
  summary: 'One identity verification, unmasked; each reading is recorded.',
});

export const readReviewFront = operation({
  id: 'readReviewFront',
  method: 'GET',
  path: '/api/console/verifications/{id}/front',
  params: reviewParams,
  sends: 'picture',
  caller: 'operator',
  permission: 'identity:verification:read',
  cost: 'list',
  refusals: [],
  tag: 'verifications',
  summary: 'The photo of the front of the paper.',
});

export const readReviewBack = operation({
  id: 'readReviewBack',
  method: 'GET',
  path: '/api/console/verifications/{id}/back',
  params: reviewParams,
  sends: 'picture',
  caller: 'operator',
  permission: 'identity:verification:read',
  cost: 'list',
  refusals: [],
  tag: 'verifications',
  summary: 'The photo of the back of the paper.',
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
  refusals: [],
  tag: 'verifications',
  summary: 'Takes a verification to review it.',
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
  refusals: [],
  tag: 'verifications',
  summary: 'Gives a verification back to the queue.',
});

export const verifyReview = operation({
  id: 'verifyReview',
  method: 'POST',
  path: '/api/console/verifications/{id}/verify',
  params: reviewParams,
  body: reviewActBody,
  answer: reviewView,
  caller: 'operator',
  permission: 'identity:verification:review',
  cost: 'change',
  idempotent: 'optional',
  refusals: [],
  tag: 'verifications',
  summary: "Says that the papers are the member's.",
});

export const rejectReview = operation({
  id: 'rejectReview',
  method: 'POST',
  path: '/api/console/verifications/{id}/reject',
  params: reviewParams,
  body: reviewRejectBody,
  answer: reviewView,
  caller: 'operator',
  permission: 'identity:verification:review',
  cost: 'change',
  idempotent: 'optional',
  refusals: [],
  tag: 'verifications',
  summary: 'Rejects the papers.',
});

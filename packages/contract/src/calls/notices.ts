import { noFields } from '../fields.ts';
import {
  bannersView,
  maintenanceView,
  noticeParams,
  noticeView,
  noticesNowView,
  noticesQuery,
  noticesReadView,
  noticesView,
} from '../notices.ts';
import { operation } from '../operation.ts';

export const listNotices = operation({
  id: 'listNotices',
  method: 'GET',
  path: '/api/content/notices',
  query: noticesQuery,
  answer: noticesView,
  caller: 'member',
  cost: 'list',
  refusals: [],
  tag: 'content',
  summary: 'Announcements, pinned ones first.',
});

export const readNoticesNow = operation({
  id: 'readNoticesNow',
  method: 'GET',
  path: '/api/content/notices/now',
  answer: noticesNowView,
  caller: 'member',
  cost: 'lookup',
  refusals: [],
  tag: 'content',
  summary: 'The announcements that are shown now, and how many are unread.',
});

export const readNotice = operation({
  id: 'readNotice',
  method: 'GET',
  path: '/api/content/notices/{id}',
  params: noticeParams,
  answer: noticeView,
  caller: 'member',
  cost: 'lookup',
  refusals: ['NOTICE_NOT_FOUND'],
  tag: 'content',
  summary: 'One announcement.',
});

export const readAllNotices = operation({
  id: 'readAllNotices',
  method: 'POST',
  path: '/api/content/notices/read',
  body: noFields,
  answer: noticesReadView,
  caller: 'member',
  cost: 'change',
  refusals: [],
  tag: 'content',
  summary: 'Marks all announcements as read.',
});

export const markNoticeRead = operation({
  id: 'markNoticeRead',
  method: 'POST',
  path: '/api/content/notices/{id}/read',
  params: noticeParams,
  body: noFields,
  answer: noticesReadView,
  caller: 'member',
  cost: 'change',
  refusals: ['NOTICE_NOT_FOUND'],
  tag: 'content',
  summary: 'Marks an announcement as read.',
});

export const readMaintenance = operation({
  id: 'readMaintenance',
  method: 'GET',
  path: '/api/content/maintenance',
  answer: maintenanceView,
  caller: 'public',
  cost: 'memory',
  refusals: [],
  tag: 'content',
  summary: 'The maintenance that is announced or under way.',
});

export const listBanners = operation({
  id: 'listBanners',
  method: 'GET',
  path: '/api/content/banners',
  answer: bannersView,
  caller: 'public',
  cost: 'memory',
  refusals: [],
  tag: 'content',
  summary: 'The banners of the home screen.',
});

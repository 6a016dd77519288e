import {
  bannerBody,
  noticeBody,
  noticeVersionsView,
  operatorBannerView,
  operatorBannersQuery,
  operatorBannersView,
  operatorNoticeParams,
  operatorNoticeView,
  operatorNoticesQuery,
  operatorNoticesView,
  withdrawNoticeBody,
} from '../../console-notices.ts';
import { operation } from '../../operation.ts';

export const listOperatorNotices = operation({
  id: 'listOperatorNotices',
  method: 'GET',
  path: '/api/console/notices',
  query: operatorNoticesQuery,
  answer: operatorNoticesView,
  caller: 'operator',
  permission: 'content:notice:read',
  cost: 'list',
  refusals: [],
  tag: 'notices',
  summary: 'Announcements in all states.',
});

export const readOperatorNotice = operation({
  id: 'readOperatorNotice',
  method: 'GET',
  path: '/api/console/notices/{id}',
  params: operatorNoticeParams,
  answer: operatorNoticeView,
  caller: 'operator',
  permission: 'content:notice:read',
  cost: 'list',
  refusals: ['NOTICE_NOT_FOUND'],
  tag: 'notices',
  summary: 'One announcement.',
});

export const listNoticeVersions = operation({
  id: 'listNoticeVersions',
  method: 'GET',
  path: '/api/console/notices/{id}/versions',
  params: operatorNoticeParams,
  answer: noticeVersionsView,
  caller: 'operator',
  permission: 'content:notice:read',
  cost: 'list',
  refusals: ['NOTICE_NOT_FOUND'],
  tag: 'notices',
  summary: 'All versions of an announcement.',
});

export const makeNotice = operation({
  id: 'makeNotice',
  method: 'POST',
  path: '/api/console/notices',
  body: noticeBody,
  answer: operatorNoticeView,
  caller: 'operator',
  permission: 'content:notice:write',
  cost: 'change',
  idempotent: true,
  refusals: [
    'NOTICE_MARKUP_WRONG',
    'NOTICE_TEXT_TOO_LONG',
    'NOTICE_UNTIL_WRONG',
    'NOTICE_WINDOW_REQUIRED',
    'NOTICE_WINDOW_WRONG',
  ],
  tag: 'notices',
  summary: 'Writes an announcement.',
});

export const changeNotice = operation({
  id: 'changeNotice',
  method: 'PUT',
  path: '/api/console/notices/{id}',
  params: operatorNoticeParams,
  body: noticeBody,
  answer: operatorNoticeView,
  caller: 'operator',
  permission: 'content:notice:write',
  cost: 'change',
  idempotent: true,
  refusals: [
    'NOTICE_CHANGED',
    'NOTICE_MARKUP_WRONG',
    'NOTICE_NOT_FOUND',
    'NOTICE_TEXT_TOO_LONG',
    'NOTICE_UNTIL_WRONG',
    'NOTICE_WINDOW_REQUIRED',
    'NOTICE_WINDOW_WRONG',
    'NOTICE_WITHDRAWN',
  ],
  tag: 'notices',
  summary: 'Changes an announcement by a new version.',
});

export const withdrawNotice = operation({
  id: 'withdrawNotice',
  method: 'POST',
  path: '/api/console/notices/{id}/withdraw',
  params: operatorNoticeParams,
  body: withdrawNoticeBody,
  answer: operatorNoticeView,
  caller: 'operator',
  permission: 'content:notice:write',
  cost: 'change',
  idempotent: true,
  refusals: ['NOTICE_CHANGED', 'NOTICE_NOT_FOUND', 'NOTICE_WITHDRAWN'],
  tag: 'notices',
  summary: 'Takes an announcement back.',
});

export const listOperatorBanners = operation({
  id: 'listOperatorBanners',
  method: 'GET',
  path: '/api/console/banners',
  query: operatorBannersQuery,
  answer: operatorBannersView,
  caller: 'operator',
  permission: 'content:notice:read',
  cost: 'list',
  refusals: [],
  tag: 'notices',
  summary: 'Banners in all states.',
});

export const readOperatorBanner = operation({
  id: 'readOperatorBanner',
  method: 'GET',
  path: '/api/console/banners/{id}',
  params: operatorNoticeParams,
  answer: operatorBannerView,
  caller: 'operator',
  permission: 'content:notice:read',
  cost: 'list',
  refusals: ['BANNER_NOT_FOUND'],
  tag: 'notices',
  summary: 'One banner.',
});

export const makeBanner = operation({
  id: 'makeBanner',
  method: 'POST',
  path: '/api/console/banners',
  body: bannerBody,
  answer: operatorBannerView,
  caller: 'operator',
  permission: 'content:notice:write',
  cost: 'change',
  idempotent: true,
  refusals: ['BANNER_TARGET_WRONG', 'NOTICE_UNTIL_WRONG'],
  tag: 'notices',
  summary: 'Makes a banner.',
});

export const changeBanner = operation({
  id: 'changeBanner',
  method: 'PUT',
  path: '/api/console/banners/{id}',
  params: operatorNoticeParams,
  body: bannerBody,
  answer: operatorBannerView,
  caller: 'operator',
  permission: 'content:notice:write',
  cost: 'change',
  idempotent: true,
  refusals: ['BANNER_NOT_FOUND', 'BANNER_TARGET_WRONG', 'NOTICE_CHANGED', 'NOTICE_UNTIL_WRONG', 'NOTICE_WITHDRAWN'],
  tag: 'notices',
  summary: 'Changes a banner by a new version.',
});

export const withdrawBanner = operation({
  id: 'withdrawBanner',
  method: 'POST',
  path: '/api/console/banners/{id}/withdraw',
  params: operatorNoticeParams,
  body: withdrawNoticeBody,
  answer: operatorBannerView,
  caller: 'operator',
  permission: 'content:notice:write',
  cost: 'change',
  idempotent: true,
  refusals: ['BANNER_NOT_FOUND', 'NOTICE_CHANGED', 'NOTICE_WITHDRAWN'],
  tag: 'notices',
  summary: 'Takes a banner back.',
});

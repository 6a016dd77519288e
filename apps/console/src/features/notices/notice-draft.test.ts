import { noticeBody } from '@candor/contract/console-notices';
import type { OperatorNoticeView } from '@candor/contract/console-notices';
import { expect, test } from 'vitest';
import { bodyOf, draftOf, fieldOf, isPublished } from './notice-draft.ts';

const ZONE = 'Asia/Shanghai';
const NOW = Date.parse('2026-11-22T08:00:00.000Z');
const TEXT = { title: 'T', summary: 'S', body: 'B' };
const NOTICE: OperatorNoticeView = {
  id: '0192f0c1-2b3c-7def-8123-456789abcdef',
  version: 3,
  state: 'scheduled',
  category: 'maintenance',
  pinned: true,
  important: false,
  texts: { 'zh-Hans': TEXT, 'zh-Hant': TEXT, en: TEXT },
  publishedFrom: '2026-11-23T01:30:00.000Z',
  publishedUntil: null,
  startsAt: '2026-11-24T01:00:00.000Z',
  endsAt: '2026-11-24T02:00:00.000Z',
  areas: ['trade'],
  reason: null,
  operator: null,
  at: '2026-11-22T07:00:00.000Z',
};

test('times stand in the form as on the clock of the site, and come back as the same moments', () => {
  const draft = draftOf(NOTICE, ZONE);
  expect(draft).toMatchObject({ when: 'later', from: '2026-11-23T09:30', startsAt: '2026-11-24T09:00', until: '' });
  const body = bodyOf(draft, 3, ZONE, NOW);
  expect(body).toMatchObject({
    base: 3,
    publishedFrom: NOTICE.publishedFrom,
    startsAt: NOTICE.startsAt,
    endsAt: NOTICE.endsAt,
    areas: ['trade'],
  });
  expect(noticeBody.safeParse(JSON.parse(JSON.stringify(body))).success).toBe(true);
});

test('a draft has no time, and now is now', () => {
  const draft = draftOf(NOTICE, ZONE);
  expect(bodyOf({ ...draft, when: 'draft' }, 3, ZONE, NOW).publishedFrom).toBeUndefined();
  expect(bodyOf({ ...draft, when: 'now' }, 3, ZONE, NOW).publishedFrom).toBe('2026-11-22T08:00:00.000Z');
});

test('another category drops the window that was typed', () => {
  expect(bodyOf({ ...draftOf(NOTICE, ZONE), category: 'system' }, 3, ZONE, NOW)).toMatchObject({
    startsAt: undefined,
    endsAt: undefined,
    areas: [],
  });
});

test('a new one is empty and goes out now; what members have seen counts as published', () => {
  expect(draftOf(null, ZONE)).toMatchObject({ when: 'now', category: 'system', texts: { en: { title: '' } } });
  expect([isPublished(null), isPublished(NOTICE), isPublished({ ...NOTICE, state: 'over' })]).toEqual([
    false,
    false,
    true,
  ]);
});

test('a refused field is found in the form', () => {
  expect([fieldOf('publishedUntil'), fieldOf('texts.en.body')]).toEqual(['until', 'texts.en.body']);
});

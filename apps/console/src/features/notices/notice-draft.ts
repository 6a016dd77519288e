/* What the form of an announcement holds, and the call it makes. Times are those of the site's clock. */

import type { OperatorNoticeView, NoticeText } from '@candor/contract/console-notices';
import type { Language } from '@candor/contract/languages';
import type { MaintenanceArea, NoticeCategory } from '@candor/contract/notices';
import { localOfMoment, momentOfLocal } from '../../lib/local-moment.ts';

export type When = 'draft' | 'now' | 'later';

export interface NoticeDraft {
  category: NoticeCategory;
  pinned: boolean;
  important: boolean;
  texts: Record<Language, NoticeText>;
  when: When;
  from: string;
  until: string;
  startsAt: string;
  endsAt: string;
  areas: MaintenanceArea[];
}

const EMPTY: NoticeText = { title: '', summary: '', body: '' };

export function draftOf(notice: OperatorNoticeView | null, timeZone: string): NoticeDraft {
  const local = (moment: string | null) => localOfMoment(moment, timeZone);
  return {
    category: notice?.category ?? 'system',
    pinned: notice?.pinned ?? false,
    important: notice?.important ?? false,
    texts: notice === null ? { 'zh-Hans': EMPTY, 'zh-Hant': EMPTY, en: EMPTY } : notice.texts,
    when: notice === null || notice.state === 'draft' ? 'now' : 'later',
    from: local(notice?.publishedFrom ?? null),
    until: local(notice?.publishedUntil ?? null),
    startsAt: local(notice?.startsAt ?? null),
    endsAt: local(notice?.endsAt ?? null),
    areas: notice?.areas ?? [],
  };
}

/** Whether members have seen it: then the moment of its publication is fixed. */
export function isPublished(notice: OperatorNoticeView | null): boolean {
  return notice !== null && (notice.state === 'shown' || notice.state === 'over');
}

export function bodyOf(draft: NoticeDraft, base: number, timeZone: string, nowMs: number) {
  const { category, pinned, important, texts, when } = draft;
  const moment = (local: string) => momentOfLocal(local, timeZone);
  const isMaintenance = category === 'maintenance';
  const from = { draft: undefined, now: new Date(nowMs).toISOString(), later: moment(draft.from) }[when];
  return {
    base,
    category,
    pinned,
    important,
    texts,
    publishedFrom: from,
    publishedUntil: moment(draft.until),
    // What was typed for a maintenance does not go along with another category.
    startsAt: isMaintenance ? moment(draft.startsAt) : undefined,
    endsAt: isMaintenance ? moment(draft.endsAt) : undefined,
    areas: isMaintenance ? draft.areas : [],
  };
}

/** The field of the form for one of the call. */
export function fieldOf(field: string): string {
  return { publishedFrom: 'from', publishedUntil: 'until' }[field] ?? field;
}

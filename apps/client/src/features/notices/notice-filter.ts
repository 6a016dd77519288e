/* The filters of the announcements, as they are in the address. */

import { NOTICE_CATEGORIES } from '@candor/contract/notices';
import type { NoticeCategory } from '@candor/contract/notices';

export type NoticeFilter = { category: NoticeCategory | null; q: string };

/** As long as the server accepts. */
export const SEARCH_MAX = 60;

export function readNoticeFilter(params: URLSearchParams): NoticeFilter {
  const category = params.get('category');
  return {
    category: NOTICE_CATEGORIES.find((known) => known === category) ?? null,
    q: (params.get('q') ?? '').trim().slice(0, SEARCH_MAX),
  };
}

export function isNarrowed({ category, q }: NoticeFilter): boolean {
  return category !== null || q !== '';
}

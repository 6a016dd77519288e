import type { NoticeLineView, NoticeView } from '@candor/contract/notices';
import type { PageBlock } from '@candor/contract/content';
import type { Language } from '@candor/contract/languages';
import { readMarkup } from '@candor/domain/content/read-markup';
import type { NoticeLineRow, NoticeRow } from './notice-store.ts';

export function noticeLineView(row: NoticeLineRow): NoticeLineView {
  const { id, category, pinned, important, title, summary, unread } = row;
  return {
    id,
    category,
    pinned,
    important,
    title,
    summary,
    publishedAt: iso(row.publishedFrom),
    maintenance:
      row.startsAt === null || row.endsAt === null
        ? null
        : { startsAt: iso(row.startsAt), endsAt: iso(row.endsAt), areas: row.areas },
    unread,
  };
}

export function noticeView(row: NoticeRow, language: Language): NoticeView {
  return {
    ...noticeLineView(row),
    language,
    version: row.version,
    updatedAt: iso(row.at),
    body: blocksOf(row.body),
  };
}

/** @throws if it does not fit the markup, which was checked before it was stored */
function blocksOf(body: string): PageBlock[] {
  const read = readMarkup(body);
  if (!read.ok) throw new Error(`line ${read.error.line} of a notice is not plain text`);
  return read.value;
}

export function iso(atMs: number): string {
  return new Date(atMs).toISOString();
}

import type { DeskBannerView, DeskNoticeView } from '@candor/contract/console-notices';
import type { DeskBannerRow, DeskNoticeRow } from './desk-store.ts';

export function deskNoticeView({ operatorId, operator, ...row }: DeskNoticeRow): DeskNoticeView {
  return {
    ...row,
    publishedFrom: isoOf(row.publishedFrom),
    publishedUntil: isoOf(row.publishedUntil),
    startsAt: isoOf(row.startsAt),
    endsAt: isoOf(row.endsAt),
    operator: authorOf({ operatorId, operator }),
    at: new Date(row.at).toISOString(),
  };
}

export function deskBannerView({ operatorId, operator, ...row }: DeskBannerRow): DeskBannerView {
  return {
    ...row,
    shownFrom: isoOf(row.shownFrom),
    shownUntil: isoOf(row.shownUntil),
    operator: authorOf({ operatorId, operator }),
    at: new Date(row.at).toISOString(),
  };
}

function authorOf({
  operatorId,
  operator,
}: Pick<DeskNoticeRow, 'operatorId' | 'operator'>): DeskNoticeView['operator'] {
  return operatorId === null || operator === null ? null : { id: operatorId.toString(), username: operator };
}

function isoOf(atMs: number | null): string | null {
  return atMs === null ? null : new Date(atMs).toISOString();
}

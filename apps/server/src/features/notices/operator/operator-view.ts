import type { OperatorBannerView, OperatorNoticeView } from '@candor/contract/console-notices';
import type { OperatorBannerRow, OperatorNoticeRow } from './operator-store.ts';

export function operatorNoticeView({ operatorId, operator, ...row }: OperatorNoticeRow): OperatorNoticeView {
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

export function operatorBannerView({ operatorId, operator, ...row }: OperatorBannerRow): OperatorBannerView {
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
}: Pick<OperatorNoticeRow, 'operatorId' | 'operator'>): OperatorNoticeView['operator'] {
  return operatorId === null || operator === null ? null : { id: operatorId.toString(), username: operator };
}

function isoOf(atMs: number | null): string | null {
  return atMs === null ? null : new Date(atMs).toISOString();
}

import type { AdjustmentView } from '@candor/contract/console-members';
import { formatMoney, money } from '@candor/domain/money';
import type { Site } from '../../services/site/site.ts';
import type { AdjustmentRow } from './adjustment-store.ts';

export function adjustmentView(row: AdjustmentRow, site: Pick<Site, 'currency'>): AdjustmentView {
  return {
    id: row.id,
    member: { id: row.memberId.toString(), username: row.member, language: row.language },
    kind: row.kind,
    amount: formatMoney(money(row.amount), site.currency),
    reason: row.reason,
    note: row.note,
    status: row.status,
    maker: { id: row.makerId.toString(), username: row.maker },
    checker:
      row.checkerId === null || row.checker === null ? null : { id: row.checkerId.toString(), username: row.checker },
    decisionNote: row.decisionNote,
    createdAt: new Date(row.createdAt).toISOString(),
    decidedAt: row.decidedAt === null ? null : new Date(row.decidedAt).toISOString(),
    available: formatMoney(money(row.available), site.currency),
  };
}

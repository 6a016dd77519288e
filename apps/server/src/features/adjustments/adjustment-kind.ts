import { adjustmentView } from '@candor/contract/console-members';
import type { AdjustmentView } from '@candor/contract/console-members';
import { obstacleToAdjustment } from '@candor/domain/cashier/adjustment';
import type { AdjustmentKind } from '@candor/domain/cashier/adjustment';
import { houseAccount, memberAccount } from '@candor/domain/ledger/account';
import type { TransferDraft } from '@candor/domain/ledger/transfer';
import { formatMoney, money } from '@candor/domain/money';
import type { Money } from '@candor/domain/money';
import { PROPOSAL_TABLE } from '@candor/domain/proposal';
import { err, ok } from '@candor/domain/result';
import type { ProposalForm, ProposalKind } from '../../services/proposals/proposal-kind.ts';
import type { Site } from '../../services/site/site.ts';
import { ADJUSTMENTS, selectMemberExists } from './adjustment-store.ts';
import type { AdjustmentRow } from './adjustment-store.ts';

/** Money that operators add to or deduct from a member by hand. An approval moves it in the same transaction. */
export function adjustmentKind(site: Pick<Site, 'currency'>): ProposalKind<AdjustmentRow, AdjustmentView> {
  return {
    name: 'adjustments',
    table: ADJUSTMENTS,
    states: PROPOSAL_TABLE,
    viewOf: (row) => viewOf(row, site),
    view: adjustmentView,
    refusals: { notFound: 'ADJUSTMENT_NOT_FOUND', decided: 'ADJUSTMENT_STATE_CHANGED' },
    subjectType: 'adjustment',
    detailOf: ({ kind, amount, member }) => ({ kind, amount: amount.toString(), member: member.id }),
    obstacleTo: async (_, { kind, amount, available }) => {
      const key = obstacleToAdjustment({ kind, amount: money(amount) }, money(available));
      return key === null ? null : { key };
    },
    transfersOf: (row) => [transferOf(row)],
    newsOf: () => [{ type: 'money' }],
  };
}

export interface NewAdjustment {
  readonly memberId: string;
  readonly kind: AdjustmentKind;
  readonly amount: Money;
  /** What the member will read, as a code. */
  readonly reason: string;
  /** Words for the checker. */
  readonly note: string;
}

export function adjustmentForm(
  site: Pick<Site, 'currency' | 'defaultWallet'>,
): ProposalForm<NewAdjustment, { exists: boolean }> {
  return {
    name: 'propose',
    readFacts: async (db, { memberId }) => ({ exists: await selectMemberExists(db, memberId) }),
    plan: ({ memberId, kind, amount, reason, note }, { exists }) =>
      exists
        ? ok({
            values: { wallet: site.defaultWallet, currency: site.currency.code, kind, amount, code: reason },
            reason: note,
            detail: { kind, amount: amount.toString(), member: memberId, reason, note },
          })
        : err({ key: 'MEMBER_NOT_FOUND' }),
  };
}

/** The house gives what is added, and takes what is deducted. */
function transferOf({ id, member: { id: memberId }, wallet, currency, kind, amount }: AdjustmentRow): TransferDraft {
  const member = memberAccount('funds', BigInt(memberId), wallet, currency);
  const house = houseAccount('house', wallet, currency);
  const isAdd = kind === 'add';
  return {
    debit: isAdd ? house : member,
    credit: isAdd ? member : house,
    amount: money(amount),
    type: isAdd ? 'manualAdd' : 'manualDeduct',
    phase: 'single',
    refType: 'adjustment',
    refId: id,
  };
}

function viewOf(row: AdjustmentRow, { currency }: Pick<Site, 'currency'>): AdjustmentView {
  return {
    id: row.id,
    member: { ...row.member, language: row.language },
    kind: row.kind,
    amount: formatMoney(money(row.amount), currency),
    reason: row.code,
    note: row.reason,
    status: row.status,
    maker: row.maker,
    checker: row.checker,
    decisionNote: row.note,
    createdAt: new Date(row.createdAt).toISOString(),
    decidedAt: row.decidedAt === null ? null : new Date(row.decidedAt).toISOString(),
    available: formatMoney(money(row.available), currency),
  };
}

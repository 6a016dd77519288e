import type { InviteView } from '@candor/contract/cashier';
import type { OperatorInvitation } from '@candor/contract/rewards';
import { formatMoney, formatRate, money, rate } from '@candor/domain/money';
import type { Currency } from '@candor/domain/money';
import { maskedName } from '../../../services/verification/masks.ts';
import { isoOf } from '../deposit-view.ts';
import type { InvitationRow, OwnInvitationRow } from './reward-store.ts';

export function operatorInvitationView(row: InvitationRow, currency: Currency): OperatorInvitation {
  const text = (amount: bigint) => formatMoney(money(amount), currency);
  return {
    ...row,
    amount: text(row.amount),
    needed: row.needed === null ? null : text(row.needed),
    turnover: text(row.turnover),
    createdAt: isoOf(row.createdAt),
    movedAt: isoOf(row.movedAt),
  };
}

/** What a member sees of their own invitation: how far it is, and neither figures of the other nor why there is no reward. */
export function ownInvitationView(row: OwnInvitationRow, currency: Currency): InviteView['invitations'][number] {
  return {
    name: maskedName(row.username),
    step: stepOf(row),
    reward: formatMoney(money(row.amount), currency),
    turnoverRate: formatRate(rate(row.turnoverRate)),
    at: isoOf(row.createdAt),
  };
}

function stepOf({ state, hasDeposit }: OwnInvitationRow): InviteView['invitations'][number]['step'] {
  if (state === 'waiting') return hasDeposit ? 'turnover' : 'deposit';
  if (state === 'refused') return 'none';
  return state;
}

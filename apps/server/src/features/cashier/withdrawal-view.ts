import type {
  Payout,
  WithdrawalStatus,
  WithdrawalTermsView,
  WithdrawalView,
  WithdrawalWaitsView,
} from '@candor/contract/cashier';
import { remainingToday, WITHDRAWAL_TABLE } from '@candor/domain/cashier/withdrawal';
import type { PayoutState, WithdrawalState } from '@candor/domain/cashier/withdrawal';
import { formatMoney, formatRate, money } from '@candor/domain/money';
import type { Currency, Money } from '@candor/domain/money';
import type { MemberVerification } from '../../services/verification/verification.ts';
import type { Site } from '../../services/site/site.ts';
import type { RuleRow } from './channel-store.ts';
import { isoOf, isoOrNull, memberSteps } from './deposit-view.ts';
import type { Standing, WaitsRow, WithdrawalRow } from './withdrawal-store.ts';

const MINUTE_MS = 60_000;

/** A second opinion in the console is still a review for the member. */
export function withdrawalStatus(state: WithdrawalState): WithdrawalStatus {
  return state === 'seconding' ? 'reviewing' : state;
}

/** A return that an operator only considers is not told yet: the payment is on its way. */
export function memberPayout(payout: PayoutState): Payout {
  return payout === 'returning' ? 'sent' : payout;
}

export function withdrawalView(row: WithdrawalRow, paidIn: Currency): WithdrawalView {
  const isTold = row.payout !== 'returning' && row.payout !== 'sent';
  return {
    id: row.id,
    reference: row.reference,
    wallet: row.wallet,
    status: withdrawalStatus(row.status),
    payout: memberPayout(row.payout),
    amount: formatMoney(row.amount, paidIn),
    fee: formatMoney(row.fee, paidIn),
    credited: formatMoney(money(row.amount - row.fee), paidIn),
    card: row.payee,
    reason: isTold ? row.reason : null,
    createdAt: isoOf(row.createdAt),
    decidedAt: isoOrNull(row.decidedAt),
    expectedAt: isoOf(row.createdAt + row.promisedMinutes * MINUTE_MS),
    canCancel: row.lockedAt === null && WITHDRAWAL_TABLE[row.status].cancel !== undefined,
    lockedAt: isoOrNull(row.lockedAt),
    steps: memberSteps(row.steps),
  };
}

export function withdrawalTermsView(
  site: Site,
  {
    rule,
    standing,
    verification,
    available,
    triesLeft,
  }: { rule: RuleRow; standing: Standing; verification: MemberVerification; available: Money; triesLeft: number },
): WithdrawalTermsView {
  const text = (amount: Money) => formatMoney(amount, site.currency);
  const blockers: WithdrawalTermsView['blockers'] = [];
  if (standing.frozen) blockers.push('ACCOUNT_FROZEN');
  if (!standing.allowed) blockers.push('WITHDRAWAL_FORBIDDEN');
  if (rule.identityRequired && !verification.isVerified) blockers.push('IDENTITY_NOT_VERIFIED');
  if (rule.cardRequired && verification.payee === undefined) blockers.push('BANK_CARD_REQUIRED');
  if (standing.pausedSec > 0) blockers.push('WITHDRAWAL_PAUSED');
  const { payee } = verification;
  return {
    wallet: site.defaultWallet,
    available: text(available),
    min: text(rule.min),
    max: text(rule.max),
    remainingToday: text(remainingToday(rule, standing.usedToday)),
    feeRate: formatRate(rule.feeRate),
    feeMin: text(rule.feeMin),
    feeMax: text(rule.feeMax),
    arrivalHours: rule.arrivalHours,
    card: payee === undefined ? null : { bank: payee.bank, holder: payee.holder, number: payee.number },
    blockers,
    forbiddenReason: standing.forbiddenReason,
    pausedUntil: standing.pausedSec > 0 ? isoOrNull(standing.pausedUntil) : null,
    triesLeft,
  };
}

export function waitsView(row: WaitsRow, nowMs: number): WithdrawalWaitsView {
  const whole = (minutes: number | null) => (minutes === null ? null : Math.max(0, Math.round(minutes)));
  return {
    decided: Number(row.decided),
    medianMinutes: whole(row.medianMinutes),
    longestMinutes: whole(row.longestMinutes),
    waiting: Number(row.waiting),
    longestWaitingMinutes: whole(row.longestWaitingMinutes),
    updatedAt: isoOf(nowMs),
  };
}

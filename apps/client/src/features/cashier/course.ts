/* The course of a deposit and of a withdrawal, as the steps that a member sees. */

import type { DepositView, WithdrawalView } from '@candor/contract/cashier';
import type { TimelineState } from '@candor/ui/timeline.tsx';

export type Step<Key extends string> = { key: Key; state: TimelineState; at: string | null };

export type DepositStep =
  | 'submitted'
  | 'awaitingPayment'
  | 'paid'
  | 'awaitingReview'
  | 'reviewing'
  | 'reviewed'
  | 'toCredit'
  | 'credited'
  | 'rejected'
  | 'cancelled'
  | 'expired';

type Reached = readonly { readonly state: string; readonly at: string }[];

type DepositCourse = Pick<DepositView, 'status' | 'createdAt' | 'paidAt' | 'decidedAt' | 'reason'> & { steps: Reached };

export function depositSteps(deposit: DepositCourse): Step<DepositStep>[] {
  const { status, createdAt, paidAt, decidedAt, reason } = deposit;
  const submitted = { key: 'submitted', state: 'done', at: createdAt } as const;
  const paid = paidAt === null ? [] : [{ key: 'paid', state: 'done', at: paidAt } as const];
  const toCredit = { key: 'toCredit', state: 'toCome', at: null } as const;
  switch (status) {
    case 'recharging':
      return [
        submitted,
        { key: 'awaitingPayment', state: 'now', at: null },
        { key: 'reviewing', state: 'toCome', at: null },
        toCredit,
      ];
    case 'pending':
      return [submitted, ...paid, { key: 'awaitingReview', state: 'now', at: null }, toCredit];
    case 'reviewing':
      return [submitted, ...paid, { key: 'reviewing', state: 'now', at: lastAt(deposit.steps, 'reviewing') }, toCredit];
    case 'approved':
      return [submitted, ...paid, { key: 'credited', state: 'done', at: decidedAt }];
    case 'rejected':
      return [submitted, ...paid, { key: 'rejected', state: 'failed', at: decidedAt }];
    case 'cancelled':
      return [
        submitted,
        ...paid,
        { key: reason === 'EXPIRED' ? 'expired' : 'cancelled', state: 'ended', at: decidedAt },
      ];
  }
}

export type WithdrawalStep =
  | 'submitted'
  | 'awaitingReview'
  | 'reviewing'
  | 'approved'
  | 'toPay'
  | 'preparing'
  | 'paying'
  | 'sent'
  | 'toArrive'
  | 'arrived'
  | 'returned'
  | 'rejected'
  | 'cancelled';

type WithdrawalCourse = Pick<WithdrawalView, 'status' | 'payout' | 'createdAt' | 'decidedAt'> & { steps: Reached };

export function withdrawalSteps(withdrawal: WithdrawalCourse): Step<WithdrawalStep>[] {
  const { status, createdAt, decidedAt, steps } = withdrawal;
  const submitted = { key: 'submitted', state: 'done', at: createdAt } as const;
  const toCome = [
    { key: 'toPay', state: 'toCome', at: null },
    { key: 'toArrive', state: 'toCome', at: null },
  ] as const;
  switch (status) {
    case 'pending':
      return [submitted, { key: 'awaitingReview', state: 'now', at: null }, ...toCome];
    case 'reviewing':
      return [submitted, { key: 'reviewing', state: 'now', at: lastAt(steps, 'reviewing') }, ...toCome];
    case 'approved':
      return [submitted, { key: 'approved', state: 'done', at: decidedAt }, ...payoutSteps(withdrawal)];
    case 'rejected':
      return [submitted, { key: 'rejected', state: 'failed', at: decidedAt }];
    case 'cancelled':
      return [submitted, { key: 'cancelled', state: 'ended', at: decidedAt }];
  }
}

function payoutSteps({ payout, steps }: WithdrawalCourse): Step<WithdrawalStep>[] {
  const sentAt = lastAt(steps, 'sent');
  switch (payout) {
    case 'none':
      return [
        { key: 'preparing', state: 'now', at: null },
        { key: 'toArrive', state: 'toCome', at: null },
      ];
    case 'sent':
      return [
        { key: 'paying', state: 'now', at: sentAt },
        { key: 'toArrive', state: 'toCome', at: null },
      ];
    case 'arrived':
      return [
        { key: 'sent', state: 'done', at: sentAt },
        { key: 'arrived', state: 'done', at: lastAt(steps, 'arrived') },
      ];
    case 'returned':
      return [
        { key: 'sent', state: 'done', at: sentAt },
        { key: 'returned', state: 'failed', at: lastAt(steps, 'returned') },
      ];
  }
}

/** When a state was last reached: an item that was given back is taken again. */
function lastAt(steps: Reached, state: string): string | null {
  return steps.findLast((step) => step.state === state)?.at ?? null;
}

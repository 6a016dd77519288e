/* What an operator does with withdrawals: their review, and the steps of their payment. */

import { listOperatorWithdrawals, releaseWithdrawal, takeWithdrawal } from '@candor/contract/calls/console/cashier';
import { Text } from '@mantine/core';
import { ArrowUpFromLine, Landmark } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { OperatorWithdrawal } from '@candor/contract/console-cashier';
import { sendAct } from '../../services/api/send-act.ts';
import { StateBadge } from '../../services/cashier/state-badge.tsx';
import { useReview } from '../../services/cashier/use-review.ts';
import { useMay, useOperator } from '../../services/operator/operator.tsx';
import type { DeskWithForms } from '../../services/queue/queue-desk.ts';
import { queueOf } from '../../services/queue/queue-of.ts';
import { useWork } from '../../services/work/use-work.ts';
import type { WorkFacts, WorkQueue } from '../../services/work/work-line.ts';
import { nextPayouts } from './payout-steps.ts';
import { readWithdrawal } from './read-withdrawal.ts';
import { WithdrawalDialog } from './withdrawal-dialog.tsx';
import type { WithdrawalForm } from './withdrawal-dialog.tsx';
import { WithdrawalPanel } from './withdrawal-panel.tsx';
import { isOver, promisedMinutes } from './withdrawal-state.ts';

export function useWithdrawalDesk(isPayout: boolean): DeskWithForms<OperatorWithdrawal> {
  const t = useTranslations('cashier');
  const may = useMay();
  const { id: operatorId } = useOperator();
  const mayReview = may('cashier:withdrawal:review');
  const mayPay = may('cashier:withdrawal:payout');
  const review = useReview<OperatorWithdrawal, WithdrawalForm>({
    list: listOperatorWithdrawals,
    take: async ({ id, version }, key) => await sendAct(takeWithdrawal, { params: { id }, body: { version } }, key),
    release: async ({ id, version }, key) =>
      await sendAct(releaseWithdrawal, { params: { id }, body: { version } }, key),
    mayReview,
    isStopped: ({ block }) => block !== null,
  });
  /** Keys: A is the next good step of a payment, R says that it came back. */
  const pay = (row: OperatorWithdrawal, wanted: readonly WithdrawalForm[]) => {
    const step = mayPay ? nextPayouts(row, operatorId).open.find((one) => wanted.includes(one)) : undefined;
    if (step !== undefined) review.openForm(step, row);
  };
  return {
    ...queueOf(listOperatorWithdrawals),
    idOf: ({ id }) => id,
    versionOf: ({ version }) => version,
    ...(mayReview ? { readOne: readWithdrawal } : {}),
    waitingOf: (row) =>
      isOver(row) ? null : { since: row.createdAt, promisedMinutes: promisedMinutes(row), amount: row.amount },
    areKeysOff: review.form !== null,
    panelTitle: ({ reference }) => (
      <Text fw={600} className="figures">
        {t('withdrawals.one', { reference })}
      </Text>
    ),
    panel: (row) => (
      <WithdrawalPanel key={row.id} withdrawal={row} review={review} mayReview={mayReview} mayPay={mayPay} />
    ),
    onApprove: (row) => (isPayout ? pay(row, ['sent', 'arrived', 'returned']) : review.begin('approve', row)),
    onReject: (row) => (isPayout ? pay(row, ['returning', 'kept']) : review.begin('reject', row)),
    forms: review.form !== null && (
      <WithdrawalDialog
        key={`${review.form.kind}:${review.form.row.id}`}
        kind={review.form.kind}
        withdrawal={review.form.row}
        review={review}
      />
    ),
  };
}

/** Withdrawals that wait for one of two approvals. */
export function useWithdrawalWork(): WorkQueue {
  const factsOf = useFacts();
  return useWork({
    kind: 'withdrawals',
    icon: ArrowUpFromLine,
    path: '/withdrawals',
    permission: 'cashier:withdrawal:read',
    counter: 'withdrawals',
    desk: useWithdrawalDesk(false),
    factsOf: (row) => (row.status === 'approved' ? null : factsOf(row)),
  });
}

/** Payments that wait for their next step. */
export const OPEN_PAYOUTS = { status: 'approved', payout: 'none,sent,returning' } as const;

export function usePayoutWork(): WorkQueue {
  return useWork({
    kind: 'payouts',
    icon: Landmark,
    path: '/payouts',
    permission: 'cashier:withdrawal:read',
    counter: 'payouts',
    desk: useWithdrawalDesk(true),
    query: OPEN_PAYOUTS,
    factsOf: useFacts(),
  });
}

function useFacts(): (row: OperatorWithdrawal) => WorkFacts | null {
  const { id } = useOperator();
  return (row) =>
    isOver(row)
      ? null
      : {
          subject: row.member.username,
          amount: row.amount,
          since: row.createdAt,
          promisedMinutes: promisedMinutes(row),
          state: <StateBadge state={row.status === 'approved' ? row.payout : row.status} />,
          isMine: (row.firstBy ?? row.takenBy)?.id === id,
          isHeld: row.status !== 'approved',
        };
}

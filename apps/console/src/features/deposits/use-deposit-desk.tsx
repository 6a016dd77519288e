/* What an operator does with deposits that members say they paid. */

import {
  listOperatorDeposits,
  readOperatorDeposit,
  releaseDeposit,
  takeDeposit,
} from '@candor/contract/calls/console/cashier';
import { Text } from '@mantine/core';
import { ArrowDownToLine } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { OperatorDeposit } from '@candor/contract/console-cashier';
import { call } from '../../services/api/request.ts';
import { sendAct } from '../../services/api/send-act.ts';
import { StateBadge } from '../../services/cashier/state-badge.tsx';
import { useReview } from '../../services/cashier/use-review.ts';
import { useMay, useOperator } from '../../services/operator/operator.tsx';
import type { DeskWithForms } from '../../services/queue/queue-desk.ts';
import { queueOf } from '../../services/queue/queue-of.ts';
import { useWork } from '../../services/work/use-work.ts';
import type { WorkQueue } from '../../services/work/work-line.ts';
import { DepositDialog } from './deposit-dialog.tsx';
import { DepositPanel } from './deposit-panel.tsx';

async function readOne(id: string, signal: AbortSignal): Promise<OperatorDeposit> {
  return await call(readOperatorDeposit, { params: { id }, signal });
}

export function useDepositDesk(): DeskWithForms<OperatorDeposit> {
  const t = useTranslations('cashier');
  const mayReview = useMay()('cashier:deposit:review');
  const review = useReview<OperatorDeposit, 'approve' | 'reject'>({
    list: listOperatorDeposits,
    take: async ({ id, version }, key) => await sendAct(takeDeposit, { params: { id }, body: { version } }, key),
    release: async ({ id, version }, key) => await sendAct(releaseDeposit, { params: { id }, body: { version } }, key),
    mayReview,
  });
  return {
    ...queueOf(listOperatorDeposits),
    idOf: ({ id }) => id,
    versionOf: ({ version }) => version,
    readOne,
    waitingOf: (row) =>
      row.decidedAt === null
        ? {
            since: row.paidAt ?? row.createdAt,
            promisedMinutes: row.arrivalMinutes,
            amount: row.credited ?? row.amount,
          }
        : null,
    areKeysOff: review.form !== null,
    panelTitle: ({ reference }) => (
      <Text fw={600} className="figures">
        {t('deposits.one', { reference })}
      </Text>
    ),
    panel: (row) => <DepositPanel key={row.id} deposit={row} review={review} mayReview={mayReview} />,
    onApprove: (row) => review.begin('approve', row),
    onReject: (row) => review.begin('reject', row),
    forms: review.form !== null && (
      <DepositDialog
        key={`${review.form.kind}:${review.form.row.id}`}
        kind={review.form.kind}
        deposit={review.form.row}
        review={review}
      />
    ),
  };
}

export function useDepositWork(): WorkQueue {
  const { id } = useOperator();
  return useWork({
    kind: 'deposits',
    icon: ArrowDownToLine,
    path: '/deposits',
    permission: 'cashier:deposit:read',
    counter: 'deposits',
    desk: useDepositDesk(),
    factsOf: (row) =>
      row.decidedAt === null
        ? {
            subject: row.member.username,
            amount: row.credited ?? row.amount,
            since: row.paidAt ?? row.createdAt,
            promisedMinutes: row.arrivalMinutes,
            state: <StateBadge state={row.status} />,
            isMine: (row.firstBy ?? row.takenBy)?.id === id,
          }
        : null,
  });
}

import { listOperatorWithdrawals, approveWithdrawal, rejectWithdrawal } from '@candor/contract/calls/console/cashier';
import { Text } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { operatorRejectWithdrawalBody } from '@candor/contract/console-cashier';
import type { OperatorWithdrawal } from '@candor/contract/console-cashier';
import { BlockNotice } from '../../services/cashier/block-mark.tsx';
import { BankCard } from '../../services/cashier/bank-card.tsx';
import { useBankName } from '../../services/cashier/bank-name.ts';
import { ReviewDialog } from '../../services/cashier/review-dialog.tsx';
import { useQueuedVersion } from '../../services/cashier/queued-version.ts';
import { sendAct } from '../../services/api/send-act.ts';
import type { Review } from '../../services/cashier/use-review.ts';
import { useMoneyText } from '../../services/queue/amount.tsx';
import { Facts } from '../../services/queue/facts.tsx';
import { stopsOf } from './withdrawal-state.ts';
import { PayoutDialog } from './payout-dialog.tsx';
import type { PayoutStep } from './payout-steps.ts';

export type WithdrawalForm = 'approve' | 'reject' | PayoutStep;

type WithdrawalDialogProps = {
  kind: WithdrawalForm;
  withdrawal: OperatorWithdrawal;
  review: Review<OperatorWithdrawal, WithdrawalForm>;
};

export function WithdrawalDialog({ kind, withdrawal, review }: WithdrawalDialogProps) {
  const t = useTranslations('cashier');
  const moneyText = useMoneyText();
  const bankName = useBankName();
  const { id, version, status, amount, fee, credited, member, reference, card, firstBy, block } = withdrawal;
  const isStale = useQueuedVersion(listOperatorWithdrawals.path, id, version) !== version;
  const shared = { isStale, onSettled: review.refresh, onClose: review.closeForm };
  const facts = (
    <>
      <BlockNotice block={block} member={member} stops={stopsOf(withdrawal)} />
      <Facts
        facts={[
          [t('reference'), reference],
          [t('member'), member.username],
          [t('amount'), moneyText(amount)],
          [t('withdrawals.fee'), moneyText(fee)],
          [t('withdrawals.arrives'), <strong key="arrives">{moneyText(credited)}</strong>],
          [t('withdrawals.card'), <BankCard key="card" {...card} bank={bankName(card.bank)} />],
        ]}
      />
    </>
  );

  if (kind === 'approve') {
    const isSecond = status === 'seconding';
    return (
      <ReviewDialog
        {...shared}
        title={t(isSecond ? 'withdrawals.secondTitle' : 'withdrawals.approveTitle')}
        submit={t('approve')}
        done={t(isSecond ? 'withdrawals.approved' : 'withdrawals.firstDone')}
        {...(isSecond ? { typed: () => amount } : {})}
        send={async (_, key) => await sendAct(approveWithdrawal, { params: { id }, body: { version } }, key)}
      >
        {() => (
          <>
            {facts}
            <Text c="dimmed">
              {isSecond ? t('withdrawals.secondHint', { name: firstBy?.username ?? '' }) : t('withdrawals.approveHint')}
            </Text>
          </>
        )}
      </ReviewDialog>
    );
  }
  if (kind === 'reject')
    return (
      <ReviewDialog
        {...shared}
        title={t('withdrawals.rejectTitle')}
        submit={t('reject')}
        done={t('rejected')}
        isDangerous
        told={{ subject: 'withdrawalRejected', language: member.language }}
        send={async ({ reason, note }, key) =>
          await sendAct(
            rejectWithdrawal,
            { params: { id }, body: operatorRejectWithdrawalBody.parse({ version, reason, note }) },
            key,
          )
        }
      >
        {() => (
          <>
            {facts}
            <Text c="dimmed">{t('withdrawals.rejectHint', { amount: moneyText(amount) })}</Text>
          </>
        )}
      </ReviewDialog>
    );
  return <PayoutDialog kind={kind} withdrawal={withdrawal} shared={shared} facts={facts} />;
}

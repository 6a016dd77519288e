import { Text } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { deskWithdrawal } from '@candor/contract/desk';
import type { DeskWithdrawal } from '@candor/contract/desk';
import { PATHS } from '@candor/contract/routes';
import { BlockNotice } from '../../services/cashier/block-mark.tsx';
import { useBankName } from '../../services/cashier/bank-name.ts';
import { DeskDialog } from '../../services/cashier/desk-dialog.tsx';
import { useQueuedVersion } from '../../services/cashier/queued-version.ts';
import { sendAct } from '../../services/cashier/send-act.ts';
import type { Desk } from '../../services/cashier/use-desk.ts';
import { useMoneyText } from '../../services/queue/amount.tsx';
import { Facts } from '../../services/queue/facts.tsx';
import { stopsOf } from './withdrawal-state.ts';
import { PayoutDialog } from './payout-dialog.tsx';
import type { PayoutStep } from './payout-steps.ts';

export type WithdrawalForm = 'approve' | 'reject' | PayoutStep;

type WithdrawalDialogProps = {
  kind: WithdrawalForm;
  withdrawal: DeskWithdrawal;
  desk: Desk<DeskWithdrawal, WithdrawalForm>;
};

export function WithdrawalDialog({ kind, withdrawal, desk }: WithdrawalDialogProps) {
  const t = useTranslations('desk');
  const moneyText = useMoneyText();
  const bankName = useBankName();
  const { id, version, status, amount, fee, credited, member, reference, card, firstBy, block } = withdrawal;
  const isStale = useQueuedVersion(PATHS.deskWithdrawals, id, version) !== version;
  const shared = { isStale, onSettled: desk.refresh, onClose: desk.closeForm };
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
          [t('withdrawals.card'), `${bankName(card.bank)} ${card.number} ${card.holder}`],
        ]}
      />
    </>
  );
  const act = (name: 'approve' | 'reject') => PATHS.deskWithdrawalAct(id, name);

  if (kind === 'approve') {
    const isSecond = status === 'seconding';
    return (
      <DeskDialog
        {...shared}
        title={t(isSecond ? 'withdrawals.secondTitle' : 'withdrawals.approveTitle')}
        submit={t('approve')}
        done={t(isSecond ? 'withdrawals.approved' : 'withdrawals.firstDone')}
        {...(isSecond ? { typed: () => amount } : {})}
        send={async (_, key) => await sendAct(act('approve'), { version }, deskWithdrawal, key)}
      >
        {() => (
          <>
            {facts}
            <Text c="dimmed">
              {isSecond ? t('withdrawals.secondHint', { name: firstBy?.username ?? '' }) : t('withdrawals.approveHint')}
            </Text>
          </>
        )}
      </DeskDialog>
    );
  }
  if (kind === 'reject')
    return (
      <DeskDialog
        {...shared}
        title={t('withdrawals.rejectTitle')}
        submit={t('reject')}
        done={t('rejected')}
        isDangerous
        told={{ subject: 'withdrawalRejected', language: member.language }}
        send={async ({ reason, note }, key) =>
          await sendAct(act('reject'), { version, reason, note }, deskWithdrawal, key)
        }
      >
        {() => (
          <>
            {facts}
            <Text c="dimmed">{t('withdrawals.rejectHint', { amount: moneyText(amount) })}</Text>
          </>
        )}
      </DeskDialog>
    );
  return <PayoutDialog kind={kind} withdrawal={withdrawal} shared={shared} facts={facts} />;
}

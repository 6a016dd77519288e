import { Alert, Text } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { deskDeposit } from '@candor/contract/desk';
import type { DeskDeposit } from '@candor/contract/desk';
import { PATHS } from '@candor/contract/routes';
import { parseMoney } from '@candor/domain/money';
import type { Currency } from '@candor/domain/money';
import { DeskDialog } from '../../services/cashier/desk-dialog.tsx';
import { useReasonText } from '../../services/cashier/reason-text.ts';
import { sendAct } from '../../services/cashier/send-act.ts';
import { useQueuedVersion } from '../../services/cashier/queued-version.ts';
import type { Desk } from '../../services/cashier/use-desk.ts';
import { useMoneyText } from '../../services/queue/amount.tsx';
import { useSiteCurrency } from '../../services/operator/operator.tsx';
import { Facts } from '../../services/queue/facts.tsx';

const REJECTIONS = [
  'PAYMENT_NOT_FOUND',
  'AMOUNT_DIFFERS',
  'PAYER_DIFFERS',
  'PROOF_UNREADABLE',
  'DUPLICATE',
  'WRONG_NETWORK',
  'RISK_CHECK',
  'OTHER',
] as const;
const OTHER_AMOUNT = ['AMOUNT_DIFFERS', 'WRONG_NETWORK', 'OTHER'] as const;

type DepositDialogProps = {
  kind: 'approve' | 'reject';
  deposit: DeskDeposit;
  desk: Desk<DeskDeposit, 'approve' | 'reject'>;
};

export function DepositDialog({ kind, deposit, desk }: DepositDialogProps) {
  const t = useTranslations('desk');
  const moneyText = useMoneyText();
  const currency = useSiteCurrency();
  const reasonText = useReasonText();
  const isStale = useQueuedVersion(PATHS.deskDeposits, deposit.id, deposit.version) !== deposit.version;
  const { id, version, amount, credited, status, firstBy, member, reference } = deposit;
  const who = [
    [t('reference'), reference],
    [t('member'), member.username],
    [t('deposits.submitted'), moneyText(amount)],
  ] as const;
  const shared = { isStale, onSettled: desk.refresh, onClose: desk.closeForm };

  if (kind === 'reject')
    return (
      <DeskDialog
        {...shared}
        title={t('deposits.rejectTitle')}
        submit={t('reject')}
        done={t('rejected')}
        isDangerous
        reasons={REJECTIONS}
        send={async ({ reason, note }, key) =>
          await sendAct(PATHS.deskDepositAct(id, 'reject'), { version, reason, note }, deskDeposit, key)
        }
      >
        {() => <Facts facts={who} />}
      </DeskDialog>
    );

  if (status === 'seconding' && credited !== null)
    return (
      <DeskDialog
        {...shared}
        title={t('deposits.secondTitle')}
        submit={t('deposits.approveAmount', { amount: moneyText(credited) })}
        done={t('deposits.approved')}
        typed={() => credited}
        send={async (_, key) =>
          await sendAct(PATHS.deskDepositAct(id, 'approve'), { version, credited }, deskDeposit, key)
        }
      >
        {() => (
          <Facts
            facts={[
              ...who,
              [t('deposits.proposedBy', { name: firstBy?.username ?? '' }), moneyText(credited)],
              [t('reason'), deposit.reason === null ? '—' : reasonText(deposit.reason, deposit.note)],
            ]}
          />
        )}
      </DeskDialog>
    );

  const isOther = (text: string) => differs(text, amount, currency);
  return (
    <DeskDialog
      {...shared}
      title={t('deposits.approveTitle')}
      submit={t('approve')}
      done={t('decided')}
      credited={amount}
      reasons={OTHER_AMOUNT}
      needsReason={isOther}
      typed={(text) => (isOther(text) ? text : null)}
      send={async (words, key) =>
        await sendAct(
          PATHS.deskDepositAct(id, 'approve'),
          { version, credited: words.credited, reason: words.reason, note: words.note },
          deskDeposit,
          key,
        )
      }
    >
      {(text) => (
        <>
          <Facts facts={who} />
          {isOther(text) ? (
            <Alert color="grape" role="status">
              {t('deposits.otherAmount')}
            </Alert>
          ) : (
            <Text c="dimmed">{t('deposits.approveHint', { amount: moneyText(amount) })}</Text>
          )}
        </>
      )}
    </DeskDialog>
  );
}

/** Whether a typed amount is an amount, and another one. */
function differs(text: string, amount: string, currency: Currency): boolean {
  const [typed, asked] = [parseMoney(text, currency), parseMoney(amount, currency)];
  return typed.ok && asked.ok && typed.value !== asked.value;
}

import { recordPayout } from '@candor/contract/calls/console/cashier';
import type { ReactNode } from 'react';
import { Alert, Text } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { KEPT_REASONS, operatorPayoutBody } from '@candor/contract/console-cashier';
import type { OperatorWithdrawal } from '@candor/contract/console-cashier';
import { ReviewDialog } from '../../services/cashier/review-dialog.tsx';
import { useReasonWords } from '../../services/reason/reason-words.ts';
import { sendAct } from '../../services/api/send-act.ts';
import { useMoneyText } from '../../services/queue/amount.tsx';
import { useOperator } from '../../services/operator/operator.tsx';
import { Facts } from '../../services/queue/facts.tsx';
import type { PayoutStep } from './payout-steps.ts';

type PayoutDialogProps = {
  kind: PayoutStep;
  withdrawal: OperatorWithdrawal;
  shared: { isStale: boolean; onSettled: () => Promise<void>; onClose: () => void };
  facts: ReactNode;
};

/** A step of the payment. A return is proposed by one operator and approved by another. */
export function PayoutDialog({ kind, withdrawal, shared, facts }: PayoutDialogProps) {
  const t = useTranslations('cashier');
  const moneyText = useMoneyText();
  const reasonText = useReasonWords();
  const { id: operatorId } = useOperator();
  const { id, version, member, amount, fee, returnBy, reason, note } = withdrawal;
  // Whoever proposed a return takes it back without a word; another one says why it is not credited.
  const isOwn = kind === 'kept' && returnBy?.id === operatorId;
  const words = isOwn ? 'keptOwn' : kind;
  const credits = kind === 'returning' || kind === 'returned';
  return (
    <ReviewDialog
      {...shared}
      title={t(`payouts.ask.${words}`)}
      submit={t(`payouts.do.${words}`)}
      done={t(`payouts.done.${kind}`)}
      isDangerous={credits}
      hasPayoutRef={kind === 'sent'}
      {...(kind === 'returning' ? { told: { subject: 'withdrawalReturned', language: member.language } } : {})}
      {...(kind === 'kept' && !isOwn ? { told: KEPT_REASONS } : {})}
      {...(kind === 'returned' ? { typed: () => amount } : {})}
      send={async (said, key) =>
        await sendAct(
          recordPayout,
          {
            params: { id },
            body: operatorPayoutBody.parse({
              version,
              step: kind,
              payoutRef: said.payoutRef,
              reason: said.reason,
              note: said.note,
            }),
          },
          key,
        )
      }
    >
      {() => (
        <>
          {facts}
          {kind === 'returned' && (
            <Facts
              facts={[
                [t('payouts.returnBy'), returnBy?.username ?? '—'],
                [t('reason'), reason === null ? '—' : reasonText(reason, note)],
              ]}
            />
          )}
          {credits && (
            <Alert color="orange">{t('payouts.returnHint', { amount: moneyText(amount), fee: moneyText(fee) })}</Alert>
          )}
          {kind !== 'returned' && <Text c="dimmed">{t(`payouts.hint.${kind}`)}</Text>}
        </>
      )}
    </ReviewDialog>
  );
}

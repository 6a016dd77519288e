import { approveDeposit, listOperatorDeposits, rejectDeposit } from '@candor/contract/calls/console/cashier';
import { Alert, Text } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { operatorApproveDepositBody, operatorRejectDepositBody } from '@candor/contract/console-cashier';
import type { OperatorDeposit } from '@candor/contract/console-cashier';
import { BlockNotice } from '../../services/cashier/block-mark.tsx';
import { ReviewDialog } from '../../services/cashier/review-dialog.tsx';
import { useReasonWords } from '../../services/reason/reason-words.ts';
import { sendAct } from '../../services/api/send-act.ts';
import { useQueuedVersion } from '../../services/cashier/queued-version.ts';
import type { Review } from '../../services/cashier/use-review.ts';
import { useMoneyText } from '../../services/queue/amount.tsx';
import { useSiteCurrency } from '../../services/operator/operator.tsx';
import { Facts } from '../../services/queue/facts.tsx';
import { CreditNotes } from './credit-notes.tsx';
import { judgeCredit } from './judge-credit.ts';

type DepositDialogProps = {
  kind: 'approve' | 'reject';
  deposit: OperatorDeposit;
  review: Review<OperatorDeposit, 'approve' | 'reject'>;
};

export function DepositDialog({ kind, deposit, review }: DepositDialogProps) {
  const t = useTranslations('cashier');
  const moneyText = useMoneyText();
  const currency = useSiteCurrency();
  const reasonText = useReasonWords();
  const isStale = useQueuedVersion(listOperatorDeposits.path, deposit.id, deposit.version) !== deposit.version;
  const { id, version, amount, credited, status, firstBy, member, reference } = deposit;
  const who = [
    [t('reference'), reference],
    [t('member'), member.username],
    [t('deposits.submitted'), moneyText(amount)],
  ] as const;
  const block = <BlockNotice block={deposit.block} member={member} stops="deposit" />;
  const shared = { isStale, onSettled: review.refresh, onClose: review.closeForm };

  if (kind === 'reject')
    return (
      <ReviewDialog
        {...shared}
        title={t('deposits.rejectTitle')}
        submit={t('reject')}
        done={t('rejected')}
        isDangerous
        told={{ subject: 'depositRejected', language: member.language }}
        send={async ({ reason, note }, key) =>
          await sendAct(
            rejectDeposit,
            { params: { id }, body: operatorRejectDepositBody.parse({ version, reason, note }) },
            key,
          )
        }
      >
        {() => <Facts facts={who} />}
      </ReviewDialog>
    );

  if (status === 'seconding' && credited !== null)
    return (
      <ReviewDialog
        {...shared}
        title={t('deposits.secondTitle')}
        submit={t('deposits.approveAmount', { amount: moneyText(credited) })}
        done={t('deposits.approved')}
        typed={() => credited}
        send={async (_, key) => await sendAct(approveDeposit, { params: { id }, body: { version, credited } }, key)}
      >
        {() => (
          <>
            {block}
            <Facts
              facts={[
                ...who,
                credited === amount
                  ? [t('deposits.approvedBy'), firstBy?.username ?? '']
                  : [t('deposits.proposedBy', { name: firstBy?.username ?? '' }), moneyText(credited)],
                ...(credited === amount
                  ? []
                  : [[t('reason'), deposit.reason === null ? '—' : reasonText(deposit.reason, deposit.note)] as const]),
              ]}
            />
            <CreditNotes deposit={deposit} credited={credited} />
          </>
        )}
      </ReviewDialog>
    );
  const judge = (text: string) => judgeCredit(deposit, text, currency);
  const { least, most } = deposit.creditTerms;
  return (
    <ReviewDialog
      {...shared}
      title={t('deposits.approveTitle')}
      submit={t('approve')}
      done={(text) => t(judge(text)?.need === null ? 'deposits.approved' : 'deposits.firstDone')}
      credited={amount}
      creditedProblem={(text) =>
        judge(text)?.isBeyond === true ? t('deposits.bounds', { least: moneyText(least), most: moneyText(most) }) : null
      }
      told={{ subject: 'depositDiffers', language: member.language }}
      needsReason={(text) => judge(text)?.isOther === true}
      typed={(text) => (judge(text)?.isOther === true ? text : null)}
      send={async (words, key) =>
        await sendAct(
          approveDeposit,
          {
            params: { id },
            body: operatorApproveDepositBody.parse({
              version,
              credited: words.credited,
              creditedAgain: words.typed,
              reason: words.reason,
              note: words.note,
            }),
          },
          key,
        )
      }
    >
      {(text) => (
        <>
          {block}
          <Facts facts={who} />
          {judge(text)?.isOther === true && judge(text)?.isFar === false && (
            <Alert color="var(--candor-tone-wait)" role="status">
              {t('deposits.otherAmount')}
            </Alert>
          )}
          {judge(text)?.need === null ? (
            <Text c="dimmed">{t('deposits.approveHint', { amount: moneyText(amount) })}</Text>
          ) : (
            <CreditNotes deposit={deposit} credited={text} />
          )}
        </>
      )}
    </ReviewDialog>
  );
}

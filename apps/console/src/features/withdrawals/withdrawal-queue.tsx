/* The table of withdrawals, for their review and for their payment. */

import { listOperatorWithdrawals, releaseWithdrawal, takeWithdrawal } from '@candor/contract/calls/console/cashier';
import { queueOf } from '../../services/queue/queue-of.ts';
import { Text } from '@mantine/core';
import { useTranslations } from 'use-intl';
import type { OperatorWithdrawal } from '@candor/contract/console-cashier';
import { useBankName } from '../../services/cashier/bank-name.ts';
import { sendAct } from '../../services/api/send-act.ts';
import { MemberCell } from '../../services/cashier/member-cell.tsx';
import { StateBadge } from '../../services/cashier/state-badge.tsx';
import { useReview } from '../../services/cashier/use-review.ts';
import { useMoneyText } from '../../services/queue/amount.tsx';
import { Waiting } from '../../services/cashier/waiting.tsx';
import { useMay, useOperator } from '../../services/operator/operator.tsx';
import { QueuePage } from '../../services/queue/queue-page.tsx';
import { RowButton } from '../../services/queue/row-button.tsx';
import type { Filter } from '../../services/queue/queue-filters.tsx';
import { isOver } from './withdrawal-state.ts';
import { nextPayouts } from './payout-steps.ts';
import { readWithdrawal } from './read-withdrawal.ts';
import { WithdrawalDialog } from './withdrawal-dialog.tsx';
import type { WithdrawalForm } from './withdrawal-dialog.tsx';
import { WithdrawalPanel } from './withdrawal-panel.tsx';

type WithdrawalQueueProps = {
  title: string;
  query: Readonly<Record<string, string>>;
  /** The filter of the state. */
  filter: Filter;
  isPayout: boolean;
};

/** The site says how long a withdrawal takes; the answer has the moment. */
const HOUR_MINUTES = 60;

export function WithdrawalQueue({ title, query, filter, isPayout }: WithdrawalQueueProps) {
  const t = useTranslations('cashier');
  const moneyText = useMoneyText();
  const bankName = useBankName();
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
  return (
    <>
      <QueuePage<OperatorWithdrawal>
        title={title}
        {...queueOf(listOperatorWithdrawals)}
        query={query}
        versionOf={({ version }) => version}
        {...(mayReview ? { readOne: readWithdrawal } : {})}
        areKeysOff={review.form !== null}
        filters={[
          filter,
          {
            name: 'mine',
            label: t('holder'),
            allText: t('everyone'),
            choices: [{ value: '1', label: t('mine') }],
            width: 120,
          },
          { name: 'q', label: t('search'), placeholder: t('searchHint'), width: 190 },
          { name: 'from', label: t('from'), isDate: true, width: 140 },
          { name: 'to', label: t('to'), isDate: true, width: 140 },
        ]}
        columns={[
          {
            name: 'waiting',
            title: t('waiting'),
            isFrozen: true,
            width: 116,
            cell: (row) =>
              isOver(row) ? '—' : <Waiting since={row.createdAt} promisedMinutes={promisedMinutes(row)} />,
          },
          {
            name: 'reference',
            title: t('reference'),
            isFrozen: true,
            width: 118,
            cell: ({ reference }) => <RowButton>{reference}</RowButton>,
          },
          {
            name: 'member',
            title: t('member'),
            cell: (row) => <MemberCell member={row.member} block={isOver(row) ? null : row.block} />,
          },
          {
            name: 'amount',
            title: t('amount'),
            isNumber: true,
            cell: ({ amount }) => (
              <Text span fw={600} style={{ whiteSpace: 'nowrap' }}>
                {moneyText(amount)}
              </Text>
            ),
          },
          {
            name: 'fee',
            title: t('withdrawals.fee'),
            isNumber: true,
            isExtra: true,
            cell: ({ fee }) => moneyText(fee),
          },
          {
            name: 'credited',
            title: t('withdrawals.arrives'),
            isNumber: true,
            isExtra: true,
            cell: ({ credited }) => moneyText(credited),
          },
          {
            name: 'card',
            title: t('withdrawals.card'),
            isExtra: true,
            cell: ({ card }) => (
              <span className="figures unbroken">
                {bankName(card.bank)} {card.number.slice(-4)}
              </span>
            ),
          },
          {
            name: 'state',
            title: t('state'),
            cell: (row) => <StateBadge state={row.status === 'approved' ? row.payout : row.status} />,
          },
          isPayout
            ? { name: 'payoutRef', title: t('payoutRef'), cell: ({ payoutRef }) => payoutRef ?? '—' }
            : {
                name: 'holder',
                title: t('holder'),
                isExtra: true,
                cell: ({ takenBy, firstBy }) => firstBy?.username ?? takenBy?.username ?? '—',
              },
        ]}
        idOf={({ id }) => id}
        panelTitle={({ reference }) => (
          <Text fw={600} className="figures">
            {t('withdrawals.one', { reference })}
          </Text>
        )}
        panel={(row) => (
          <WithdrawalPanel key={row.id} withdrawal={row} review={review} mayReview={mayReview} mayPay={mayPay} />
        )}
        onApprove={(row) => (isPayout ? pay(row, ['sent', 'arrived', 'returned']) : review.begin('approve', row))}
        onReject={(row) => (isPayout ? pay(row, ['returning', 'kept']) : review.begin('reject', row))}
        empty={{ title: t('empty'), hint: t(isPayout ? 'payouts.emptyHint' : 'emptyHint') }}
      />
      {review.form !== null && (
        <WithdrawalDialog
          key={`${review.form.kind}:${review.form.row.id}`}
          kind={review.form.kind}
          withdrawal={review.form.row}
          review={review}
        />
      )}
    </>
  );
}

function promisedMinutes({ createdAt, expectedAt }: OperatorWithdrawal): number {
  return Math.max(HOUR_MINUTES, (Date.parse(expectedAt) - Date.parse(createdAt)) / 60_000);
}

/* The table of withdrawals, for their review and for their payment. */

import { Text } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { OPERATOR_PAYOUTS, OPERATOR_WITHDRAWAL_STATES } from '@candor/contract/console-cashier';
import type { OperatorWithdrawal } from '@candor/contract/console-cashier';
import { useBankName } from '../../services/cashier/bank-name.ts';
import { MemberCell } from '../../services/cashier/member-cell.tsx';
import { StateBadge } from '../../services/cashier/state-badge.tsx';
import { useMoneyText } from '../../services/queue/amount.tsx';
import { Waiting } from '../../services/cashier/waiting.tsx';
import { QueuePage } from '../../services/queue/queue-page.tsx';
import { RowButton } from '../../services/queue/row-button.tsx';
import type { Filter } from '../../services/queue/queue-filters.tsx';
import { useWithdrawalDesk } from './use-withdrawal-desk.tsx';
import { isOver, promisedMinutes } from './withdrawal-state.ts';

type WithdrawalQueueProps = {
  title: string;
  query: Readonly<Record<string, string>>;
  /** The filter of the state. */
  filter: Filter;
  isPayout: boolean;
};

export function WithdrawalQueue({ title, query, filter, isPayout }: WithdrawalQueueProps) {
  const common = useTranslations('common');
  const t = useTranslations('cashier');
  const moneyText = useMoneyText();
  const bankName = useBankName();
  const { forms, ...desk } = useWithdrawalDesk(isPayout);
  return (
    <>
      <QueuePage<OperatorWithdrawal>
        title={title}
        {...desk}
        query={query}
        filters={[
          filter,
          {
            name: 'mine',
            label: t('holder'),
            allText: t('everyone'),
            choices: [{ value: '1', label: t('mine') }],
            width: 120,
          },
          { name: 'q', label: t('search'), placeholder: t('searchHint'), width: 170 },
          { name: 'period', label: common('period.label'), isPeriod: true },
        ]}
        columns={[
          {
            name: 'waiting',
            title: t('waiting'),
            sort: 'createdAt',
            isFrozen: true,
            width: 148,
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
            sort: 'amount',
            isNumber: true,
            cell: ({ amount }) => (
              <Text span fw={600} style={{ whiteSpace: 'nowrap' }}>
                {moneyText(amount)}
              </Text>
            ),
          },
          {
            name: 'state',
            title: t('state'),
            cell: (row) => <StateBadge state={row.status === 'approved' ? row.payout : row.status} />,
          },
          {
            name: 'fee',
            title: t('withdrawals.fee'),
            isNumber: true,
            isExtra: true,
            isWide: true,
            cell: ({ fee }) => moneyText(fee),
          },
          {
            name: 'credited',
            title: t('withdrawals.arrives'),
            isNumber: true,
            isExtra: true,
            isWide: true,
            cell: ({ credited }) => moneyText(credited),
          },
          {
            name: 'card',
            title: t('withdrawals.card'),
            isExtra: true,
            cell: ({ card }) => (
              <span className="row-mark figures">
                <span className="cut" title={bankName(card.bank)}>
                  {bankName(card.bank)}
                </span>
                {card.number.slice(-4)}
              </span>
            ),
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
        csv={{
          list: 'withdrawals',
          columns: [
            { name: 'reference', title: t('reference') },
            { name: 'member', title: t('member') },
            { name: 'amount', title: t('amount') },
            { name: 'fee', title: t('withdrawals.fee') },
            { name: 'credited', title: t('withdrawals.arrives') },
            {
              name: 'state',
              title: t('state'),
              words: Object.fromEntries(
                [...OPERATOR_WITHDRAWAL_STATES, ...OPERATOR_PAYOUTS].map((state) => [state, t(`stateOf.${state}`)]),
              ),
            },
            { name: 'bank', title: t('file.bank') },
            { name: 'card', title: t('file.cardEnd') },
            { name: 'payoutRef', title: t('payoutRef') },
            { name: 'holder', title: t('holder') },
            { name: 'createdAt', title: t('file.createdAt'), isMoment: true },
            { name: 'decidedAt', title: t('file.decidedAt'), isMoment: true },
          ],
        }}
        empty={{ title: t('empty'), hint: t(isPayout ? 'payouts.emptyHint' : 'emptyHint') }}
      />
      {forms}
    </>
  );
}

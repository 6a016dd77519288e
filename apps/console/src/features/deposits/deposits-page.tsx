/* Deposits that members say they paid: who waits longest comes first. */

import { Text } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { DEPOSIT_KINDS } from '@candor/contract/cashier';
import { OPERATOR_DEPOSIT_STATES } from '@candor/contract/console-cashier';
import type { OperatorDeposit } from '@candor/contract/console-cashier';
import { useLanguage } from '../../lib/language.ts';
import { MemberCell } from '../../services/cashier/member-cell.tsx';
import { StateBadge } from '../../services/cashier/state-badge.tsx';
import { useMoneyText } from '../../services/queue/amount.tsx';
import { Waiting } from '../../services/cashier/waiting.tsx';
import { QueuePage } from '../../services/queue/queue-page.tsx';
import { RowButton } from '../../services/queue/row-button.tsx';
import { useDepositDesk } from './use-deposit-desk.tsx';

export function DepositsPage() {
  const common = useTranslations('common');
  const t = useTranslations('cashier');
  const language = useLanguage();
  const moneyText = useMoneyText();
  const { forms, ...desk } = useDepositDesk();
  return (
    <>
      <QueuePage<OperatorDeposit>
        title={t('deposits.title')}
        {...desk}
        filters={[
          {
            name: 'status',
            label: t('state'),
            allText: t('open'),
            choices: OPERATOR_DEPOSIT_STATES.map((value) => ({ value, label: t(`stateOf.${value}`) })),
            width: 130,
          },
          {
            name: 'kind',
            label: t('channel'),
            choices: DEPOSIT_KINDS.map((value) => ({ value, label: t(`deposits.kindOf.${value}`) })),
            width: 130,
          },
          {
            name: 'mine',
            label: t('holder'),
            allText: t('everyone'),
            choices: [{ value: '1', label: t('mine') }],
            width: 120,
          },
          { name: 'q', label: t('search'), placeholder: t('searchHint'), width: 160 },
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
              row.decidedAt === null ? (
                <Waiting since={row.paidAt ?? row.createdAt} promisedMinutes={row.arrivalMinutes} />
              ) : (
                '—'
              ),
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
            cell: (row) => <MemberCell member={row.member} block={row.decidedAt === null ? row.block : null} />,
          },
          {
            name: 'amount',
            title: t('amount'),
            sort: 'amount',
            isNumber: true,
            cell: (row) => (
              <>
                <Text span fw={600} style={{ whiteSpace: 'nowrap' }}>
                  {moneyText(row.status === 'approved' ? (row.credited ?? row.amount) : row.amount)}
                </Text>
                {isProposal(row) && (
                  <Text fz="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
                    {t('deposits.proposed')} {moneyText(row.credited)}
                  </Text>
                )}
              </>
            ),
          },
          { name: 'state', title: t('state'), cell: ({ status }) => <StateBadge state={status} /> },
          {
            name: 'channel',
            title: t('channel'),
            isExtra: true,
            cell: ({ names }) => <span className="unbroken">{names[language]}</span>,
          },
          {
            name: 'payer',
            title: t('deposits.payerOrTxid'),
            isExtra: true,
            cell: ({ payer, txid }) => (
              <Text truncate maw={140} title={txid ?? payer ?? ''}>
                {txid === null ? (payer ?? '—') : shortTxid(txid)}
              </Text>
            ),
          },
          { name: 'holder', title: t('holder'), isExtra: true, cell: ({ takenBy }) => takenBy?.username ?? '—' },
        ]}
        csv={{
          list: 'deposits',
          columns: [
            { name: 'reference', title: t('reference') },
            { name: 'member', title: t('member') },
            { name: 'channel', title: t('channel') },
            { name: 'amount', title: t('amount') },
            { name: 'credited', title: t('file.credited') },
            { name: 'payer', title: t('file.payer') },
            { name: 'txid', title: t('file.txid') },
            {
              name: 'state',
              title: t('state'),
              words: Object.fromEntries(OPERATOR_DEPOSIT_STATES.map((state) => [state, t(`stateOf.${state}`)])),
            },
            { name: 'holder', title: t('holder') },
            { name: 'createdAt', title: t('file.createdAt'), isMoment: true },
            { name: 'paidAt', title: t('file.paidAt'), isMoment: true },
            { name: 'decidedAt', title: t('file.decidedAt'), isMoment: true },
          ],
        }}
        empty={{ title: t('empty'), hint: t('emptyHint') }}
      />
      {forms}
    </>
  );
}

/** Whether one operator proposed to credit another amount, and no second one has agreed. */
function isProposal(row: OperatorDeposit): row is OperatorDeposit & { credited: string } {
  return row.status === 'seconding' && row.credited !== null && row.credited !== row.amount;
}

function shortTxid(txid: string): string {
  return `${txid.slice(0, 8)}…${txid.slice(-6)}`;
}

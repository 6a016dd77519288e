/* Every transfer: found by any number, or from a figure of the books; and the way to what it was for. */

import { Anchor, Stack } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { listBookTransfers } from '@candor/contract/calls/console/books';
import { BOOK_LINES } from '@candor/contract/console-books';
import type { BookTransfer } from '@candor/contract/console-books';
import { hrefTo } from '../../lib/location.ts';
import { Copied } from '../../services/cashier/copied.tsx';
import { MemberLink } from '../../services/cashier/member-link.tsx';
import { MomentText } from '../../services/moments/moments.tsx';
import { useMay } from '../../services/operator/operator.tsx';
import { Amount } from '../../services/queue/amount.tsx';
import { Facts } from '../../services/queue/facts.tsx';
import { queueOf } from '../../services/queue/queue-of.ts';
import { QueuePage } from '../../services/queue/queue-page.tsx';
import { RowButton } from '../../services/queue/row-button.tsx';

export function TransfersPage() {
  const t = useTranslations('books');
  const common = useTranslations('common');
  return (
    <QueuePage<BookTransfer>
      {...queueOf(listBookTransfers)}
      title={t('transfers')}
      hint={t('transfersHint')}
      isDense
      filters={[
        { name: 'number', label: t('number'), placeholder: t('numberHint'), width: 240 },
        {
          name: 'line',
          label: t('line'),
          choices: BOOK_LINES.map((line) => ({ value: line, label: t(`lineOf.${line}`) })),
        },
        { name: 'period', label: common('period.label'), isPeriod: true },
      ]}
      columns={[
        {
          name: 'at',
          title: t('at'),
          cell: ({ at }) => (
            <RowButton>
              <MomentText at={at} />
            </RowButton>
          ),
        },
        { name: 'type', title: t('type'), cell: (row) => <Kind row={row} /> },
        { name: 'debit', title: t('debit'), isExtra: true, cell: ({ debit }) => t(`lineOf.${debit}`) },
        { name: 'credit', title: t('credit'), isExtra: true, cell: ({ credit }) => t(`lineOf.${credit}`) },
        { name: 'member', title: t('member'), cell: ({ member }) => member?.username ?? '—' },
        { name: 'amount', title: t('amount'), isNumber: true, cell: ({ amount }) => <Amount text={amount} /> },
      ]}
      idOf={({ id }) => id}
      panelTitle={(row) => <Kind row={row} />}
      panel={(row) => <Panel row={row} />}
      empty={{ title: t('empty'), hint: t('emptyHint') }}
    />
  );
}

function Kind({ row: { type, phase } }: { row: BookTransfer }) {
  const t = useTranslations('books');
  const types = useTranslations('common.transferTypes');
  return (
    <span className="unbroken">
      {types(type)}
      {phase !== 'single' && ` · ${t(`phaseOf.${phase}`)}`}
    </span>
  );
}

function Panel({ row }: { row: BookTransfer }) {
  const t = useTranslations('books');
  const { id, at, amount, debit, credit, member, wallet } = row;
  return (
    <Stack gap="lg">
      <Facts
        facts={[
          [t('amount'), <Amount key="amount" text={amount} />],
          [t('wallet'), t(`walletOf.${wallet}`)],
          [t('debit'), t(`lineOf.${debit}`)],
          [t('credit'), t(`lineOf.${credit}`)],
          [t('member'), member === null ? '—' : <MemberLink key="member" member={member} />],
          [t('behind'), <Behind key="behind" row={row} />],
          [t('at'), <MomentText key="at" at={at} />],
          [t('id'), <Copied key="id" value={id} name={t('id')} />],
        ]}
      />
    </Stack>
  );
}

/** The pages of what a transfer was for, and the permission of each. */
const PAGES: Readonly<Record<string, readonly [path: string, permission: string]>> = {
  deposit: ['/deposits', 'cashier:deposit:read'],
  withdrawal: ['/withdrawals', 'cashier:withdrawal:read'],
  adjustment: ['/adjustments', 'ledger:adjustment:read'],
  holding: ['/holdings', 'invest:holding:read'],
  order: ['/orders', 'market:order:read'],
};

function Behind({ row: { refType, refId, reference } }: { row: BookTransfer }) {
  const t = useTranslations('books');
  const may = useMay();
  const [path, permission] = PAGES[refType] ?? [];
  if (path !== undefined && permission !== undefined && may(permission))
    return (
      <Anchor underline="always" href={hrefTo(path, { row: refId })}>
        {reference ?? refId}
      </Anchor>
    );
  return <Copied value={reference ?? refId} name={t('behind')} />;
}

/* What was booked and stands in no statement: deposits, withdrawals and returns. */

import { useTranslations } from 'use-intl';
import { Anchor, Stack } from '@mantine/core';
import { listUnprovedThings } from '@candor/contract/calls/console/statements';
import type { UnprovedThing } from '@candor/contract/console-statements';
import { hrefTo } from '../../lib/location.ts';
import { Facts } from '../../services/queue/facts.tsx';
import { queueOf } from '../../services/queue/queue-of.ts';
import { QueuePage } from '../../services/queue/queue-page.tsx';
import { RowButton } from '../../services/queue/row-button.tsx';
import { StatementAmount } from '../../services/cashier/statement-amount.tsx';
import { useAccounts } from './use-accounts.ts';

export function UnprovedPage() {
  const t = useTranslations('statements');
  const common = useTranslations('common');
  const items = useAccounts()?.items ?? [];
  const names = new Map(items.map(({ code, name }) => [code, name]));
  const accountOf = ({ account }: UnprovedThing) =>
    account === null ? t('anyPayer') : (names.get(account) ?? account);
  return (
    <QueuePage<UnprovedThing>
      title={t('unprovedTitle')}
      hint={t('unprovedHint')}
      {...queueOf(listUnprovedThings)}
      filters={[
        {
          name: 'account',
          label: t('account'),
          choices: items.map(({ code, name }) => ({ value: code, label: name })),
        },
        { name: 'period', label: common('period.label'), isPeriod: true },
      ]}
      columns={[
        { name: 'on', title: t('bookedByUs'), isFrozen: true, cell: ({ on }) => <RowButton>{on}</RowButton> },
        { name: 'kind', title: t('kind'), cell: ({ kind }) => t(`kindOf.${kind}`) },
        {
          name: 'reference',
          title: t('reference'),
          cell: ({ reference }) => <span className="figures unbroken">{reference}</span>,
        },
        {
          name: 'amount',
          title: t('amount'),
          isNumber: true,
          cell: ({ amount, currency }) => <StatementAmount text={amount} currency={currency} />,
        },
        { name: 'member', title: t('member'), cell: ({ member }) => member.username },
        { name: 'account', title: t('account'), isExtra: true, cell: accountOf },
      ]}
      idOf={({ id, kind }) => `${id}-${kind}`}
      panelTitle={({ kind, reference }) => `${t(`kindOf.${kind}`)} ${reference}`}
      panel={(thing) => (
        <Stack gap="md">
          <Facts
            facts={[
              [t('amount'), <StatementAmount key="amount" text={thing.amount} currency={thing.currency} />],
              [t('member'), thing.member.username],
              [t('bookedByUs'), thing.on],
              [t('account'), accountOf(thing)],
              [
                t('reference'),
                <Anchor
                  key="to"
                  href={hrefTo(thing.kind === 'deposit' ? '/deposits' : '/withdrawals', { row: thing.id })}
                >
                  {thing.reference}
                </Anchor>,
              ],
            ]}
          />
        </Stack>
      )}
      empty={{ title: t('allProved'), hint: t('allProvedHint') }}
    />
  );
}

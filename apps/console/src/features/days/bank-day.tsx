import { Fragment } from 'react';
import { Anchor, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { listStatementAccounts, readStatementDay } from '@candor/contract/calls/console/statements';
import type { StatementDayView } from '@candor/contract/console-statements';
import { hrefTo } from '../../lib/location.ts';
import { TableFrame } from '../../lib/table-frame.tsx';
import { call } from '../../services/api/request.ts';
import { StatementAmount } from '../../services/cashier/statement-amount.tsx';
import { useMay } from '../../services/operator/operator.tsx';

/** What banks and chains say of a date, for whoever may read it; undefined before it is read. */
export function useBankDay(date: string): StatementDayView | undefined {
  const may = useMay();
  return useQuery({
    queryKey: ['day', date, 'bank'],
    enabled: may(readStatementDay.permission),
    queryFn: async ({ signal }) => await call(readStatementDay, { params: { date }, signal }),
  }).data;
}

/** How channels are called, by code, for whoever may read of them. */
export function useChannelNames(): ReadonlyMap<string, Readonly<Record<string, string>>> {
  const may = useMay();
  const { data } = useQuery({
    queryKey: ['day', 'channels'],
    enabled: may(listStatementAccounts.permission),
    queryFn: async ({ signal }) => await call(listStatementAccounts, { signal }),
  });
  return new Map(data?.channels.map(({ code, names }) => [code, names]));
}

/** The statements of a date beside the books: each account over its sums, which may have six decimals. */
export function BankDay({ date, day }: { date: string; day: StatementDayView }) {
  const t = useTranslations('statements');
  if (day.items.length === 0) return null;
  return (
    <section aria-label={t('bank')}>
      <Text fw={650} mb="xs">
        {t('bank')}
      </Text>
      <TableFrame>
        <Table horizontalSpacing={6} aria-label={t('bank')}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th className="number">{t('dayMatched')}</Table.Th>
              <Table.Th className="number">{t('dayOpen')}</Table.Th>
              <Table.Th className="number">{t('dayUnproved')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {day.items.map(({ account, name, currency, matched, explained, open, unproved }) => (
              <Fragment key={account}>
                <Table.Tr className="bank-day-name" style={{ cursor: 'default' }}>
                  <Table.Th scope="rowgroup" colSpan={3}>
                    {name}
                  </Table.Th>
                </Table.Tr>
                <Table.Tr style={{ cursor: 'default' }}>
                  <Sum text={matched.amount} currency={currency} count={matched.count + explained.count} />
                  <Sum text={open.amount} currency={currency} count={open.count} />
                  <Sum text={unproved.amount} currency={currency} count={unproved.count} />
                </Table.Tr>
              </Fragment>
            ))}
          </Table.Tbody>
        </Table>
      </TableFrame>
      <Anchor
        fz="sm"
        mt="xs"
        display="inline-block"
        href={hrefTo('/statements', { state: 'open,different', from: date, to: date })}
      >
        {t('toOpen')}
      </Anchor>
    </section>
  );
}

function Sum({ text, currency, count }: { text: string; currency: string; count: number }) {
  return (
    <Table.Td className="number">
      <StatementAmount text={text} currency={currency} />
      <Text fz="xs" c="dimmed">
        {count}
      </Text>
    </Table.Td>
  );
}

/* The money that maturities need, by day to come. */

import { useState } from 'react';
import { SegmentedControl, Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { readLiabilities } from '@candor/contract/calls/console/invest';
import { dateText } from '@candor/domain/market/local-time';
import { formatMoney } from '@candor/domain/money';
import { call } from '../../services/api/request.ts';
import { useSiteCurrency } from '../../services/operator/operator.tsx';
import { Amount } from '../../services/queue/amount.tsx';
import { SectionCard } from '../../services/queue/section-card.tsx';
import { LoadFailed, PageLoading, PlainState } from '../../services/queue/states.tsx';
import { DueChart } from './due-chart.tsx';
import { dueBars, dueBefore } from './liability-bars.ts';
import { useToday } from './use-invest.ts';
import { PageHead } from '../../services/queue/page-head.tsx';
import { TableFrame } from '../../lib/table-frame.tsx';

const SPANS = { days: { count: 30, step: 1 }, weeks: { count: 13, step: 7 }, year: { count: 13, step: 28 } } as const;
type Span = keyof typeof SPANS;
const SPAN_NAMES = ['days', 'weeks', 'year'] as const satisfies readonly Span[];
const SUMS = [7, 30, 90] as const;

export function LiabilitiesPage() {
  const t = useTranslations('invest');
  const currency = useSiteCurrency();
  const today = useToday();
  const [span, setSpan] = useState<Span>('days');
  const { data, error, refetch } = useQuery({
    queryKey: ['invest', 'liabilities'],
    queryFn: async ({ signal }) => await call(readLiabilities, { signal }),
  });
  if (data === undefined)
    return error === null ? (
      <PageLoading title={t('liabilitiesTitle')} />
    ) : (
      <LoadFailed error={error} onRetry={() => void refetch()} />
    );
  const { items } = data;
  const total = dueBefore(items, Number.POSITIVE_INFINITY, currency);
  return (
    <Stack gap="md">
      <PageHead title={t('liabilitiesTitle')} hint={t('liabilitiesHint')} />
      <SectionCard title={t('cashNeeded')}>
        <div className="tiles" style={{ padding: 'var(--mantine-spacing-md)' }}>
          {SUMS.map((count) => (
            <Sum
              key={count}
              name={t('within', { count })}
              amount={formatMoney(dueBefore(items, today + count, currency).total, currency)}
            />
          ))}
          <Sum name={t('inAll')} amount={formatMoney(total.total, currency)} />
          <Sum name={t('savingsAnyTime')} amount={data.savings} />
        </div>
      </SectionCard>
      {items.length === 0 ? (
        <PlainState title={t('nothingDue')}>{t('nothingDueHint')}</PlainState>
      ) : (
        <>
          <SectionCard
            title={t('byDay')}
            action={
              <SegmentedControl
                size="xs"
                aria-label={t('span')}
                data={SPAN_NAMES.map((value) => ({ value, label: t(`spanOf.${value}`) }))}
                value={span}
                onChange={setSpan}
              />
            }
          >
            <DueChart bars={dueBars(items, today, SPANS[span], currency)} />
          </SectionCard>
          <SectionCard title={t('allDates')}>
            <TableFrame>
              <Table aria-label={t('allDates')}>
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th>{t('maturesOn')}</Table.Th>
                    <Table.Th className="number">{t('running')}</Table.Th>
                    <Table.Th className="number">{t('principal')}</Table.Th>
                    <Table.Th className="number">{t('interestDue')}</Table.Th>
                    <Table.Th className="number">{t('needed')}</Table.Th>
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {items.map((item) => (
                    <Table.Tr key={item.date} style={{ cursor: 'default' }}>
                      <Table.Td className="unbroken">
                        {item.date}
                        {item.date < dateText(today) && (
                          <Text span fz="xs" c="red.8" ml="xs">
                            {t('overdue')}
                          </Text>
                        )}
                      </Table.Td>
                      <Table.Td className="number">{item.holdings}</Table.Td>
                      <Table.Td className="number">
                        <Amount text={item.principal} />
                      </Table.Td>
                      <Table.Td className="number">
                        <Amount text={item.interest} />
                      </Table.Td>
                      <Table.Td className="number">
                        <Text span fw={600}>
                          <Amount text={neededOf(item)} />
                        </Text>
                      </Table.Td>
                    </Table.Tr>
                  ))}
                </Table.Tbody>
                <Table.Tfoot>
                  <Table.Tr>
                    <Table.Th>{t('inAll')}</Table.Th>
                    <Table.Th className="number">{total.holdings}</Table.Th>
                    <Table.Th className="number">
                      <Amount text={data.principal} />
                    </Table.Th>
                    <Table.Th className="number">
                      <Amount text={data.interest} />
                    </Table.Th>
                    <Table.Th className="number">
                      <Amount text={formatMoney(total.total, currency)} />
                    </Table.Th>
                  </Table.Tr>
                </Table.Tfoot>
              </Table>
            </TableFrame>
          </SectionCard>
        </>
      )}
    </Stack>
  );

  function neededOf(item: (typeof items)[number]): string {
    return formatMoney(dueBefore([item], Number.POSITIVE_INFINITY, currency).total, currency);
  }
}

function Sum({ name, amount }: { name: string; amount: string }) {
  return (
    <div>
      <Text fz="xs" c="dimmed">
        {name}
      </Text>
      <Text fw={650} fz="lg">
        <Amount text={amount} />
      </Text>
    </div>
  );
}

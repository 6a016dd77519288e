/* What a member decided for themselves. An operator reads it; nobody here can change it. */

import { Stack, Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { readLimitsOfMember } from '@candor/contract/calls/console/limits';
import type { LimitsView, LimitView } from '@candor/contract/limits';
import { call } from '../../services/api/request.ts';
import { Amount, useMoneyText } from '../../services/queue/amount.tsx';
import { Facts } from '../../services/queue/facts.tsx';
import { LoadFailed } from '../../services/queue/states.tsx';
import { useMomentText } from '../../services/moments/moments.tsx';

export function OwnLimits({ memberId }: { memberId: string }) {
  const t = useTranslations('limits');
  const query = useQuery({
    queryKey: ['member', memberId, 'limits'],
    queryFn: async () => await call(readLimitsOfMember, { params: { id: memberId } }),
  });
  return (
    <section>
      <Title order={2} mb="xs">
        {t('title')}
      </Title>
      {query.error !== null && <LoadFailed error={query.error} onRetry={() => void query.refetch()} />}
      {query.data !== undefined && <Decided view={query.data} />}
    </section>
  );
}

function Decided({ view }: { view: LimitsView }) {
  const moment = useMomentText();
  const t = useTranslations('limits');
  const { limits, exclusion, realityCheckMinutes } = view;
  if (limits.length === 0 && exclusion === null && realityCheckMinutes === null)
    return <Text c="dimmed">{t('none')}</Text>;
  return (
    <Stack gap="sm">
      <Text fz="xs" c="dimmed">
        {t('hint')}
      </Text>
      <Facts
        facts={[
          [t('exclusion'), exclusion === null ? '—' : exclusionText(t, moment, exclusion)],
          [t('realityCheck'), realityCheckMinutes === null ? t('off') : t('minutes', { count: realityCheckMinutes })],
        ]}
      />
      {limits.length > 0 && (
        <Table verticalSpacing={6} horizontalSpacing={0}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('columns.limit')}</Table.Th>
              <Table.Th className="number">{t('columns.amount')}</Table.Th>
              <Table.Th className="number">{t('columns.used')}</Table.Th>
              <Table.Th className="number">{t('columns.left')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {limits.map((limit) => (
              <LimitLine key={`${limit.kind}/${limit.period}`} limit={limit} />
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Stack>
  );
}

function LimitLine({ limit: { kind, period, amount, used, left, next } }: { limit: LimitView }) {
  const moment = useMomentText();
  const t = useTranslations('limits');
  const moneyText = useMoneyText();
  return (
    <Table.Tr>
      <Table.Td>
        {t(`names.${kind}.${period}`)}
        {next !== null && (
          <Text fz="xs" c="dimmed">
            {next.amount === null
              ? t('laterNone', { time: moment(next.at) })
              : t('later', { time: moment(next.at), amount: moneyText(next.amount) })}
          </Text>
        )}
      </Table.Td>
      <Table.Td className="number">{amount === null ? t('noAmount') : <Amount text={amount} />}</Table.Td>
      <Table.Td className="number">
        <Amount text={used} />
      </Table.Td>
      <Table.Td className="number">{left === null ? '—' : <Amount text={left} />}</Table.Td>
    </Table.Tr>
  );
}

function exclusionText(
  t: ReturnType<typeof useTranslations<'limits'>>,
  moment: ReturnType<typeof useMomentText>,
  { until }: NonNullable<LimitsView['exclusion']>,
): string {
  return until === null ? t('forever') : t('until', { time: moment(until) });
}

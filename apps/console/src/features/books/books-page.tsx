/* The chart of accounts with its balances at the end of a day or now, and what the checks of the books found. */

import { Alert, Anchor, Code, Group, SimpleGrid, Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { listBookChecks, readTrialBalance } from '@candor/contract/calls/console/books';
import type { BookChecksView, TrialBalanceView } from '@candor/contract/console-books';
import { hrefTo, replaceQuery, useAddress } from '../../lib/location.ts';
import { TableFrame } from '../../lib/table-frame.tsx';
import { call } from '../../services/api/request.ts';
import { DateField } from '../../services/form/date-field.tsx';
import { MomentText } from '../../services/moments/moments.tsx';
import { Amount } from '../../services/queue/amount.tsx';
import { PageHead } from '../../services/queue/page-head.tsx';
import { dayAfter } from '../../services/queue/periods.ts';
import { SectionCard } from '../../services/queue/section-card.tsx';
import { LoadFailed, PageLoading } from '../../services/queue/states.tsx';
import { StatusBadge } from '../../services/queue/status-badge.tsx';

const CHECKS_EVERY_MS = 30_000;

export function BooksPage() {
  const t = useTranslations('books');
  const { params } = useAddress();
  const day = params.get('day') ?? '';
  const { data, error, refetch } = useQuery({
    queryKey: ['books', day],
    queryFn: async ({ signal }) =>
      await call(readTrialBalance, { query: day === '' ? {} : { to: dayAfter(day) }, signal }),
  });
  const chosen = (
    <Group gap="xs" wrap="nowrap">
      <Text fz="sm" c="dimmed" aria-hidden>
        {t('endOf')}
      </Text>
      <DateField
        aria-label={t('endOf')}
        size="xs"
        w={170}
        value={day}
        isClearable
        onChange={(date) => replaceQuery({ day: date === '' ? null : date })}
      />
    </Group>
  );
  return (
    <Stack gap="md">
      <PageHead title={t('title')} hint={t('hint')} actions={chosen} />
      {data !== undefined && <Balances data={data} day={day} />}
      {data === undefined &&
        (error === null ? <PageLoading /> : <LoadFailed error={error} onRetry={() => void refetch()} />)}
      <Checks />
    </Stack>
  );
}

function Balances({ data, day }: { data: TrialBalanceView; day: string }) {
  const t = useTranslations('books');
  const until: Readonly<Record<string, string>> = day === '' ? {} : { to: day };
  return (
    <>
      {data.wallets.map(({ wallet, lines, debit, credit }) => (
        <SectionCard key={wallet} title={t(`walletOf.${wallet}`)}>
          <TableFrame>
            <Table aria-label={t(`walletOf.${wallet}`)}>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{t('line')}</Table.Th>
                  <Table.Th className="number">{t('debit')}</Table.Th>
                  <Table.Th className="number">{t('credit')}</Table.Th>
                  <Table.Th className="number">{t('balance')}</Table.Th>
                  <Table.Th className="number">{t('entries')}</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {lines.map((row) => (
                  <Table.Tr key={row.line} style={{ cursor: 'default' }}>
                    <Table.Td>
                      <Anchor href={hrefTo('/transfers', { line: row.line, ...until })} fw={600}>
                        {t(`lineOf.${row.line}`)}
                      </Anchor>
                      <Text fz="xs" c="dimmed">
                        {t(`meaningOf.${row.line}`)}
                      </Text>
                    </Table.Td>
                    <Table.Td className="number">
                      <Amount text={row.debit} />
                    </Table.Td>
                    <Table.Td className="number">
                      <Amount text={row.credit} />
                    </Table.Td>
                    <Table.Td className="number">
                      <Text span fw={600}>
                        <Amount text={row.balance} />
                      </Text>
                    </Table.Td>
                    <Table.Td className="number">{row.entries}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
              <Table.Tfoot>
                <Table.Tr>
                  <Table.Th>{t('sum')}</Table.Th>
                  <Table.Th className="number">
                    <Amount text={debit} />
                  </Table.Th>
                  <Table.Th className="number">
                    <Amount text={credit} />
                  </Table.Th>
                  <Table.Th className="number">
                    <StatusBadge tone={debit === credit ? 'good' : 'bad'}>
                      {t(debit === credit ? 'equal' : 'unequal')}
                    </StatusBadge>
                  </Table.Th>
                  <Table.Th />
                </Table.Tr>
              </Table.Tfoot>
            </Table>
          </TableFrame>
        </SectionCard>
      ))}
      <Text fz="xs" c="dimmed">
        {t('until')} <MomentText at={data.at} />
      </Text>
    </>
  );
}

function Checks() {
  const { data, error, refetch } = useQuery({
    queryKey: ['books', 'checks'],
    queryFn: async ({ signal }) => await call(listBookChecks, { signal }),
    refetchInterval: CHECKS_EVERY_MS,
  });
  if (data !== undefined) return <CheckList data={data} />;
  return error === null ? null : <LoadFailed error={error} onRetry={() => void refetch()} />;
}

function CheckList({ data: { halted, items } }: { data: BookChecksView }) {
  const t = useTranslations('books');
  const wrong = items.filter(({ failingSince, error }) => failingSince !== null || error !== null);
  return (
    <>
      {halted && (
        <Alert color="red" icon={<TriangleAlert size={20} aria-hidden />} title={t('halted')}>
          {t('haltedHint')}
        </Alert>
      )}
      <SectionCard title={t('checks')}>
        <Stack gap="sm" p="md">
          <Text>
            {wrong.length === 0 ? t('allRight', { count: items.length }) : t('wrong', { count: wrong.length })}
          </Text>
          {wrong.map(({ name, failingSince, askedAt, sample, error }) => (
            <div key={name}>
              <Group gap="xs">
                <Text fw={600} span translate="no">
                  {name}
                </Text>
                <StatusBadge tone={failingSince === null ? 'wait' : 'bad'}>
                  {t(failingSince === null ? 'unanswered' : 'failing')}
                </StatusBadge>
                <Text span fz="xs" c="dimmed">
                  <MomentText at={failingSince ?? askedAt} />
                </Text>
              </Group>
              <SimpleGrid cols={1} spacing={4}>
                {[...sample, ...(error === null ? [] : [error])].map((line) => (
                  <Code key={line} block>
                    {line}
                  </Code>
                ))}
              </SimpleGrid>
            </div>
          ))}
        </Stack>
      </SectionCard>
    </>
  );
}

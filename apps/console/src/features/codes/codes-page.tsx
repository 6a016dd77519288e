/*
 * Codes that a practice site made for its members, because no gateway sends them. Each reading is an entry of the audit log,
 * so the page reads when it is opened and when its button is pressed, and never by itself.
 */

import { Button, Paper, Table } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { listPracticeCodes } from '@candor/contract/calls/console/practice-codes';
import type { PracticeCodesView } from '@candor/contract/console-security';
import { call } from '../../services/api/request.ts';
import { LoadFailed, RowsLoading, PlainState } from '../../services/queue/states.tsx';
import { useMomentText } from '../../services/moments/moments.tsx';
import { PageHead } from '../../services/queue/page-head.tsx';
import { TableFrame } from '../../lib/table-frame.tsx';

export function CodesPage() {
  const t = useTranslations('codes');
  const common = useTranslations('common');
  const codes = useQuery({
    queryKey: ['practice-codes'],
    queryFn: async ({ signal }) => await call(listPracticeCodes, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    // Codes do not stay in memory after the page.
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const refreshing = useMutation({ mutationFn: async () => await codes.refetch() });
  return (
    <>
      <PageHead
        title={t('title')}
        hint={t('hint')}
        actions={
          <Button
            variant="default"
            leftSection={<RefreshCw size={16} aria-hidden />}
            loading={refreshing.isPending}
            onClick={() => refreshing.mutate()}
          >
            {common('refresh')}
          </Button>
        }
      />
      <Paper withBorder radius="lg" className="card">
        {codes.error !== null ? (
          <LoadFailed error={codes.error} onRetry={() => void codes.refetch()} />
        ) : codes.data === undefined ? (
          <RowsLoading />
        ) : codes.data.items.length === 0 ? (
          <PlainState title={t(codes.data.shown ? 'empty' : 'sent')}>
            {t(codes.data.shown ? 'emptyHint' : 'sentHint')}
          </PlainState>
        ) : (
          <Codes items={codes.data.items} />
        )}
      </Paper>
    </>
  );
}

function Codes({ items }: Pick<PracticeCodesView, 'items'>) {
  const momentText = useMomentText();
  const t = useTranslations('codes');
  return (
    <TableFrame>
      <Table aria-label={t('title')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('member')}</Table.Th>
            <Table.Th>{t('code')}</Table.Th>
            <Table.Th>{t('purpose')}</Table.Th>
            <Table.Th>{t('sentAt')}</Table.Th>
            <Table.Th>{t('expiresAt')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {items.map(({ member, purpose, code, sentAt, expiresAt }) => (
            <Table.Tr key={`${member.id} ${purpose}`}>
              <Table.Td>{member.username}</Table.Td>
              <Table.Td className="figures" fw={650}>
                {code}
              </Table.Td>
              <Table.Td>{t(`purposeOf.${purpose}`)}</Table.Td>
              <Table.Td className="unbroken">{momentText(sentAt)}</Table.Td>
              <Table.Td className="unbroken">{momentText(expiresAt)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </TableFrame>
  );
}

/* Proposals to change terms wait here for another operator. */

import { useState } from 'react';
import { Button, Group, Kbd, Stack, Table, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { CHANGE_STATUSES, termsChangesView, termsChangeView } from '@candor/contract/console-terms';
import type { TermsChangeView } from '@candor/contract/console-terms';
import { CONSOLE_PATHS } from '@candor/contract/console-paths';
import { formatDateTime, zoneLabel } from '@candor/ui/moments';
import { useLanguage } from '../../lib/language.ts';
import { api } from '../../services/api/request.ts';
import { useMay, useOperator } from '../../services/operator/operator.tsx';
import { DecisionForm } from '../../services/queue/decision-form.tsx';
import type { Decision } from '../../services/queue/decision-form.tsx';
import { Facts } from '../../services/queue/facts.tsx';
import { QueuePage } from '../../services/queue/queue-page.tsx';
import { RowButton } from '../../services/queue/row-button.tsx';
import { StatusBadge } from '../../services/queue/status-badge.tsx';
import { comparedLines } from './compared-lines.ts';
import type { ComparedLine } from './compared-lines.ts';
import { useChannelLines, useWithdrawalLines } from './term-lines.ts';

type Act = 'approve' | 'reject' | 'withdraw';
type Deciding = { row: TermsChangeView; act: Act };

export function ChangesPage() {
  const t = useTranslations('terms.changes');
  const actsOf = useActs();
  const nameOf = useSubjectName();
  const linesOf = useComparison();
  const [deciding, setDeciding] = useState<Deciding | null>(null);
  const begin = (act: Act) => (row: TermsChangeView) => {
    if (actsOf(row).includes(act)) setDeciding({ row, act });
  };
  return (
    <>
      <QueuePage<TermsChangeView>
        title={t('title')}
        path={CONSOLE_PATHS.termsChanges}
        schema={termsChangesView}
        versionOf={({ status }) => CHANGE_STATUSES.indexOf(status)}
        readOne={async (id, signal) => await api.get(CONSOLE_PATHS.termsChange(id), termsChangeView, { signal })}
        areKeysOff={deciding !== null}
        filters={[
          {
            name: 'status',
            label: t('state'),
            choices: CHANGE_STATUSES.map((status) => ({ value: status, label: t(`stateOf.${status}`) })),
          },
        ]}
        columns={[
          {
            name: 'subject',
            title: t('subject'),
            isFrozen: true,
            cell: (row) => <RowButton>{nameOf(row)}</RowButton>,
          },
          {
            name: 'changed',
            title: t('changed'),
            cell: (row) => (
              <Text truncate maw={320}>
                {linesOf(row)
                  .map(({ name }) => name)
                  .join(' · ')}
              </Text>
            ),
          },
          {
            name: 'maker',
            title: t('maker'),
            cell: ({ maker }) => maker.username,
          },
          { name: 'status', title: t('state'), cell: ({ status }) => <Status status={status} /> },
          {
            name: 'createdAt',
            title: t('createdAt'),
            cell: ({ createdAt }) => <span className="unbroken">{formatDateTime(createdAt)}</span>,
          },
        ]}
        idOf={({ id }) => id}
        panelTitle={(row) => (
          <Group gap="sm">
            <Text fw={650} fz="lg">
              {nameOf(row)}
            </Text>
            <Status status={row.status} />
          </Group>
        )}
        panel={(row) => (
          <Panel row={row} lines={linesOf(row)} acts={actsOf(row)} onAct={(act) => setDeciding({ row, act })} />
        )}
        onApprove={begin('approve')}
        onReject={begin('reject')}
        empty={{ title: t('empty'), hint: t('emptyHint') }}
      />
      {deciding !== null && <Decide {...deciding} lines={linesOf(deciding.row)} onClose={() => setDeciding(null)} />}
    </>
  );
}

function useSubjectName(): (row: TermsChangeView) => string {
  const t = useTranslations('terms.changes');
  const language = useLanguage();
  return (row) => (row.subject === 'channel' ? row.terms.names[language] : t('rules'));
}

/** What differs from the terms that the maker saw. */
function useComparison(): (row: TermsChangeView) => ComparedLine[] {
  const [channelLines, withdrawalLines] = [useChannelLines(), useWithdrawalLines()];
  return (row) =>
    row.subject === 'channel'
      ? comparedLines(row.before === null ? [] : channelLines(row.before), channelLines(row.terms))
      : comparedLines(withdrawalLines(row.before), withdrawalLines(row.terms));
}

/** What this operator may do with a proposal. The server decides again. */
function useActs(): (row: TermsChangeView) => Act[] {
  const may = useMay();
  const { id } = useOperator();
  return ({ status, maker }) => {
    if (status !== 'proposed') return [];
    if (maker.id === id) return may('site:channel:write') ? ['withdraw'] : [];
    return may('site:channel:check') ? ['approve', 'reject'] : [];
  };
}

function Status({ status }: Pick<TermsChangeView, 'status'>) {
  const t = useTranslations('terms.changes.stateOf');
  const tone = ({ proposed: 'wait', approved: 'good', rejected: 'bad', withdrawn: 'quiet' } as const)[status];
  return <StatusBadge tone={tone}>{t(status)}</StatusBadge>;
}

/** Before and after, side by side. */
function Comparison({ lines }: { lines: readonly ComparedLine[] }) {
  const t = useTranslations('terms.changes');
  return (
    <Table verticalSpacing={6} horizontalSpacing="xs" className="comparison">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('changed')}</Table.Th>
          <Table.Th>{t('before')}</Table.Th>
          <Table.Th>{t('after')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {lines.map(({ name, before, after }) => (
          <Table.Tr key={name}>
            <Table.Td c="dimmed">{name}</Table.Td>
            <Table.Td className="wrap-anywhere">{before ?? '—'}</Table.Td>
            <Table.Td className="wrap-anywhere" fw={600}>
              {after ?? '—'}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

type PanelProps = {
  row: TermsChangeView;
  lines: readonly ComparedLine[];
  acts: readonly Act[];
  onAct: (act: Act) => void;
};

const KEYS: Partial<Record<Act, string>> = { approve: 'A', reject: 'R' };

function Panel({ row, lines, acts, onAct }: PanelProps) {
  const t = useTranslations('terms.changes');
  const terms = useTranslations('terms');
  const { id } = useOperator();
  const moment = (at: string) => `${formatDateTime(at)} ${zoneLabel(at)}`;
  return (
    <Stack gap="lg">
      {row.base === 0 && <Text fw={600}>{t('fresh')}</Text>}
      <Comparison lines={lines} />
      <Facts
        facts={[
          [terms('reason'), row.reason],
          [t('maker'), row.maker.username],
          [t('createdAt'), moment(row.createdAt)],
          ...(row.status === 'proposed'
            ? []
            : ([
                [t('checker'), row.checker?.username ?? '—'],
                [t('decidedAt'), row.decidedAt === null ? '—' : moment(row.decidedAt)],
                [t('note'), row.note ?? '—'],
              ] as const)),
        ]}
      />
      {row.status === 'proposed' && row.maker.id === id && <Text c="dimmed">{t('own')}</Text>}
      {acts.length > 0 && (
        <div className="panel-actions">
          <Group gap="sm" justify="end">
            {acts.toReversed().map((act) => (
              <Button
                key={act}
                onClick={() => onAct(act)}
                variant={act === 'approve' ? 'filled' : 'outline'}
                color={act === 'approve' ? 'accent' : 'red.8'}
                rightSection={
                  KEYS[act] === undefined ? null : (
                    <Kbd size="xs" aria-hidden>
                      {KEYS[act]}
                    </Kbd>
                  )
                }
              >
                {t(act)}
              </Button>
            ))}
          </Group>
        </div>
      )}
    </Stack>
  );
}

const REASONS = { approve: [], reject: ['unclear', 'wrong'], withdraw: [] } as const;

function Decide({ row, act, lines, onClose }: Deciding & { lines: readonly ComparedLine[]; onClose: () => void }) {
  const t = useTranslations('terms.changes');
  const client = useQueryClient();
  const refresh = async () =>
    await Promise.all([
      client.invalidateQueries({ queryKey: ['queue', CONSOLE_PATHS.termsChanges] }),
      client.invalidateQueries({ queryKey: ['terms'] }),
      client.invalidateQueries({ queryKey: ['counters'] }),
    ]);
  const submit = async ({ reason, key }: Decision) => {
    const options = { idempotencyKey: key };
    try {
      if (act === 'withdraw') await api.post(CONSOLE_PATHS.termsWithdraw(row.id), {}, termsChangeView, options);
      else {
        const body = { approve: act === 'approve', reason };
        await api.post(CONSOLE_PATHS.termsDecision(row.id), body, termsChangeView, options);
      }
      notifications.show({ message: t(act === 'approve' ? 'approved' : 'decided'), color: 'teal', role: 'status' });
    } finally {
      // Also after a refusal: somebody else may have decided.
      await refresh();
    }
  };
  return (
    <DecisionForm
      title={t(`${act}Title`)}
      submit={t(act)}
      isDangerous={act !== 'approve'}
      isReasonOptional={act !== 'reject'}
      reasons={REASONS[act].map((name) => t(`reasons.${name}`))}
      onSubmit={submit}
      onClose={onClose}
    >
      <Comparison lines={lines} />
      {act === 'approve' && <Text c="dimmed">{t('effect')}</Text>}
    </DecisionForm>
  );
}

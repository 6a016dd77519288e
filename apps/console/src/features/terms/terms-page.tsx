/* Where members pay in, at which price, and what a withdrawal costs. Changes are proposed here and decided elsewhere. */

import { useState } from 'react';
import { Anchor, Button, Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { readTerms } from '@candor/contract/calls/console/terms';
import type { TermsView } from '@candor/contract/console-terms';
import { useLanguage } from '../../lib/language.ts';
import { hrefTo } from '../../lib/location.ts';
import { call } from '../../services/api/request.ts';
import { useMay } from '../../services/operator/operator.tsx';
import { AccountNumber } from '../../services/cashier/bank-card.tsx';
import { usePageName } from '../../services/cashier/page-name.ts';
import type { TermLine } from '../../services/proposal/compared-lines.ts';
import { Amount } from '../../services/queue/amount.tsx';
import { Facts } from '../../services/queue/facts.tsx';
import { SectionCard } from '../../services/queue/section-card.tsx';
import { LoadFailed, PageLoading, PlainState } from '../../services/queue/states.tsx';
import { StatusBadge } from '../../services/queue/status-badge.tsx';
import { ChannelForm } from './channel-form.tsx';
import { RuleForm } from './rule-form.tsx';
import { RewardForm } from './reward-form.tsx';
import { useRewardLines, useWithdrawalLines } from './term-lines.ts';
import { PageHead } from '../../services/queue/page-head.tsx';
import { TableFrame } from '../../lib/table-frame.tsx';

type Channel = TermsView['channels'][number];
type Editing = { kind: 'channel'; channel: Channel | null } | { kind: 'rule' } | { kind: 'rewards' } | null;

export function TermsPage() {
  const t = useTranslations('terms');
  const may = useMay();
  const [editing, setEditing] = useState<Editing>(null);
  const terms = useQuery({
    queryKey: ['terms'],
    queryFn: async ({ signal }) => await call(readTerms, { signal }),
  });
  if (terms.error !== null) return <LoadFailed error={terms.error} onRetry={() => void terms.refetch()} />;
  if (terms.data === undefined) return <PageLoading title={t('title')} />;
  const mayWrite = may('site:channel:write');
  const { channels, withdrawals, rewards } = terms.data;
  const close = () => setEditing(null);
  return (
    <Stack gap="md">
      <PageHead title={t('title')} hint={t('hint')} />
      <SectionCard
        title={t('channels')}
        action={
          mayWrite && (
            <Button
              leftSection={<Plus size={16} aria-hidden />}
              onClick={() => setEditing({ kind: 'channel', channel: null })}
            >
              {t('newChannel')}
            </Button>
          )
        }
      >
        <Channels
          channels={channels}
          mayWrite={mayWrite}
          onEdit={(channel) => setEditing({ kind: 'channel', channel })}
        />
      </SectionCard>
      <SectionCard
        title={t('withdrawals')}
        action={
          <Edit
            open={withdrawals.open}
            mayWrite={mayWrite}
            name={t('withdrawals')}
            onEdit={() => setEditing({ kind: 'rule' })}
          />
        }
      >
        <Rule terms={withdrawals.terms} version={withdrawals.version} />
      </SectionCard>
      <SectionCard
        title={t('rewards')}
        action={
          <Edit
            open={rewards.open}
            mayWrite={mayWrite}
            name={t('rewards')}
            onEdit={() => setEditing({ kind: 'rewards' })}
          />
        }
      >
        <Rewards terms={rewards.terms} version={rewards.version} />
      </SectionCard>
      {editing?.kind === 'channel' && <ChannelForm channel={editing.channel} onClose={close} />}
      {editing?.kind === 'rule' && <RuleForm {...withdrawals} onClose={close} />}
      {editing?.kind === 'rewards' && <RewardForm {...rewards} onClose={close} />}
    </Stack>
  );
}

function Channels({
  channels,
  mayWrite,
  onEdit,
}: {
  channels: readonly Channel[];
  mayWrite: boolean;
  onEdit: (channel: Channel) => void;
}) {
  const t = useTranslations('terms');
  const language = useLanguage();
  const pageName = usePageName();
  if (channels.length === 0) return <PlainState title={t('none')}>{t('noneHint')}</PlainState>;
  return (
    <TableFrame>
      <Table aria-label={t('channels')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th className="frozen">{t('channel')}</Table.Th>
            <Table.Th>{t('payTo')}</Table.Th>
            <Table.Th className="number">{t('field.rate')}</Table.Th>
            <Table.Th className="number">{t('range')}</Table.Th>
            <Table.Th>{t('state')}</Table.Th>
            <Table.Th />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {channels.map((channel) => {
            const { code, terms, version, open } = channel;
            const { bank, holder, number, address, url } = terms.details;
            return (
              <Table.Tr key={code} style={{ cursor: 'default' }}>
                <Table.Td className="frozen">
                  <Text fw={600} className="unbroken">
                    {terms.names[language]}
                  </Text>
                  <Text fz="xs" c="dimmed" className="unbroken">
                    {code} · {t('version', { version })}
                  </Text>
                </Table.Td>
                <Table.Td miw={220}>
                  <Text className="wrap-anywhere">{[bank, holder].filter(Boolean).join(' · ')}</Text>
                  <Text className="wrap-anywhere figures" c={bank === undefined ? 'inherit' : 'dimmed'}>
                    {number !== undefined ? (
                      <AccountNumber number={number} />
                    ) : (
                      (address ?? (url === undefined ? '—' : pageName(url)))
                    )}
                  </Text>
                </Table.Td>
                <Table.Td className="number">{terms.kind === 'usdt' ? <Amount text={terms.rate} /> : '—'}</Table.Td>
                <Table.Td className="number">
                  <span className="unbroken">
                    <Amount text={terms.min} /> – <Amount text={terms.max} />
                  </span>
                </Table.Td>
                <Table.Td>
                  <StatusBadge tone={terms.active ? 'good' : 'quiet'}>{t(terms.active ? 'on' : 'off')}</StatusBadge>
                </Table.Td>
                <Table.Td className="number">
                  <Edit open={open} mayWrite={mayWrite} name={terms.names[language]} onEdit={() => onEdit(channel)} />
                </Table.Td>
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
    </TableFrame>
  );
}

/** The way to change terms; while a proposal waits, the way to it. */
function Edit({
  open,
  mayWrite,
  name,
  onEdit,
}: {
  open: string | null;
  mayWrite: boolean;
  name: string;
  onEdit: () => void;
}) {
  const t = useTranslations('terms');
  const waits = useTranslations('proposals')('waits');
  if (open !== null)
    return (
      <Anchor href={hrefTo('/changes', { row: open })} className="unbroken">
        {waits}
      </Anchor>
    );
  if (!mayWrite) return null;
  return (
    <Button size="compact-sm" variant="default" aria-label={t('editTitle', { name })} onClick={onEdit}>
      {t('edit')}
    </Button>
  );
}

function Rule({ terms, version }: Pick<TermsView['withdrawals'], 'terms' | 'version'>) {
  return <TermFacts lines={useWithdrawalLines()(terms)} version={version} />;
}

function Rewards({ terms, version }: Pick<TermsView['rewards'], 'terms' | 'version'>) {
  return <TermFacts lines={useRewardLines()(terms)} version={version} />;
}

function TermFacts({ lines, version }: { lines: readonly TermLine[]; version: number }) {
  const t = useTranslations('terms');
  return (
    <Stack p="md" gap="sm">
      <div className="fact-columns">
        <Facts facts={lines} />
      </div>
      <Text fz="xs" c="dimmed">
        {t('version', { version })}
      </Text>
    </Stack>
  );
}

/* New versions of texts that bind members wait here for another operator. `A` approves, `R` rejects. */

import { useState } from 'react';
import { Group, Stack, Text } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { textChangesView, textChangeView } from '@candor/contract/console-texts';
import type { TextChangeView } from '@candor/contract/console-texts';
import { CHANGE_STATUSES } from '@candor/contract/console-terms';
import { CONSOLE_PATHS } from '@candor/contract/console-paths';
import type { Language } from '@candor/contract/languages';
import { useLanguage } from '../../lib/language.ts';
import { api } from '../../services/api/request.ts';
import { useOperator } from '../../services/operator/operator.tsx';
import { ActButtons } from '../../services/proposal/act-buttons.tsx';
import type { ProposalAct } from '../../services/proposal/act-buttons.tsx';
import { DecideProposal } from '../../services/proposal/decide-proposal.tsx';
import { ProposalFacts } from '../../services/proposal/proposal-facts.tsx';
import { ProposalStatus } from '../../services/proposal/proposal-status.tsx';
import { useProposalActs } from '../../services/proposal/use-proposal-acts.ts';
import { QueuePage } from '../../services/queue/queue-page.tsx';
import { RowButton } from '../../services/queue/row-button.tsx';
import { LanguageTabs } from './language-tabs.tsx';
import { TextReading } from './text-reading.tsx';
import type { ReadingView } from './text-reading.tsx';
import { TEXTS_STALE } from './use-texts.ts';
import { MomentText } from '../../services/moments/moments.tsx';

type Deciding = { row: TextChangeView; act: ProposalAct };

export function TextChangesPage() {
  const t = useTranslations('texts');
  const changes = useTranslations('terms.changes');
  const language = useLanguage();
  const actsOf = useProposalActs('site:text:write', 'site:text:check');
  const [deciding, setDeciding] = useState<Deciding | null>(null);
  const begin = (act: ProposalAct) => (row: TextChangeView) => {
    if (actsOf(row).includes(act)) setDeciding({ row, act });
  };
  const status = (row: TextChangeView) => (
    <ProposalStatus status={row.status}>{changes(`stateOf.${row.status}`)}</ProposalStatus>
  );
  return (
    <>
      <QueuePage<TextChangeView>
        title={t('changesTitle')}
        path={CONSOLE_PATHS.textChanges}
        schema={textChangesView}
        versionOf={(row) => CHANGE_STATUSES.indexOf(row.status)}
        readOne={async (id, signal) => await api.get(CONSOLE_PATHS.textChange(id), textChangeView, { signal })}
        areKeysOff={deciding !== null}
        filters={[
          {
            name: 'status',
            label: changes('state'),
            choices: CHANGE_STATUSES.map((value) => ({ value, label: changes(`stateOf.${value}`) })),
          },
        ]}
        columns={[
          {
            name: 'text',
            title: t('text'),
            isFrozen: true,
            cell: ({ slug }) => <RowButton>{t(`nameOf.${slug}`)}</RowButton>,
          },
          {
            name: 'version',
            title: t('versionName'),
            cell: ({ base }) => <span className="unbroken">{t('version', { version: base + 1 })}</span>,
          },
          {
            name: 'change',
            title: t('change'),
            cell: ({ texts }) => (
              <Text truncate maw={320} title={texts[language].change ?? ''}>
                {texts[language].change ?? '—'}
              </Text>
            ),
          },
          { name: 'maker', title: changes('maker'), cell: ({ maker }) => maker.username },
          { name: 'status', title: changes('state'), cell: status },
          {
            name: 'createdAt',
            title: changes('createdAt'),
            cell: ({ createdAt }) => <MomentText at={createdAt} />,
          },
        ]}
        idOf={({ id }) => id}
        panelTitle={(row) => (
          <Group gap="sm">
            <Text fw={650} fz="lg">
              {t(`nameOf.${row.slug}`)} · {t('version', { version: row.base + 1 })}
            </Text>
            {status(row)}
          </Group>
        )}
        panel={(row) => <Panel key={row.id} row={row} acts={actsOf(row)} onAct={(act) => setDeciding({ row, act })} />}
        onApprove={begin('approve')}
        onReject={begin('reject')}
        empty={{ title: changes('empty'), hint: t('changesHint') }}
      />
      {deciding !== null && <Decide {...deciding} onClose={() => setDeciding(null)} />}
    </>
  );
}

type PanelProps = { row: TextChangeView; acts: readonly ProposalAct[]; onAct: (act: ProposalAct) => void };

function Panel({ row, acts, onAct }: PanelProps) {
  const t = useTranslations('texts');
  const changes = useTranslations('terms.changes');
  const { id } = useOperator();
  const [language, setLanguage] = useState<Language>(useLanguage());
  const [view, setView] = useState<ReadingView>('difference');
  return (
    <Stack gap="lg">
      <ProposalFacts row={row} />
      <LanguageTabs value={language} onChange={setLanguage}>
        <TextReading
          text={row.texts[language]}
          before={row.before === null ? null : row.before[language]}
          language={language}
          view={view}
          onView={setView}
          against={row.base === 0 ? t('fresh') : t('against', { version: row.base })}
        />
      </LanguageTabs>
      {row.status === 'proposed' && row.maker.id === id && <Text c="dimmed">{changes('own')}</Text>}
      <ActButtons acts={acts} onAct={onAct} />
    </Stack>
  );
}

function Decide({ row, act, onClose }: Deciding & { onClose: () => void }) {
  const t = useTranslations('texts');
  const language = useLanguage();
  return (
    <DecideProposal
      act={act}
      paths={{ decision: CONSOLE_PATHS.textDecision(row.id), withdraw: CONSOLE_PATHS.textWithdraw(row.id) }}
      schema={textChangeView}
      stale={TEXTS_STALE}
      onClose={onClose}
    >
      <Text fw={600} className="wrap-anywhere">
        {t(`nameOf.${row.slug}`)} · {t('version', { version: row.base + 1 })}
      </Text>
      <Text className="wrap-anywhere">{row.texts[language].change}</Text>
      {act === 'approve' && <Text c="dimmed">{t('effect')}</Text>}
    </DecideProposal>
  );
}

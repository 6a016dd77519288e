/* New versions of texts that bind members wait here for another operator. */

import { useState } from 'react';
import { Text } from '@mantine/core';
import { FileCheck2 } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { TextChangeView } from '@candor/contract/console-texts';
import type { Language } from '@candor/contract/languages';
import { useLanguage } from '../../lib/language.ts';
import { TEXT_CHANGES } from '../../services/proposal/kinds.ts';
import { ProposalQueue } from '../../services/proposal/proposal-queue.tsx';
import { useProposalWork } from '../../services/proposal/use-proposal-desk.tsx';
import type { ProposalSettings } from '../../services/proposal/use-proposal-desk.tsx';
import type { WorkQueue } from '../../services/work/work-line.ts';
import { LanguageTabs } from '../../services/form/language-tabs.tsx';
import { TextReading } from './text-reading.tsx';
import type { ReadingView } from './text-reading.tsx';

function useTextProposals(): ProposalSettings<TextChangeView> {
  const t = useTranslations('texts');
  const language = useLanguage();
  const changeOf = ({ texts }: TextChangeView) => texts[language].change ?? '—';
  return {
    kind: TEXT_CHANGES,
    emptyHint: t('changesHint'),
    subject: {
      title: t('text'),
      of: ({ slug, base }) => `${t(`nameOf.${slug}`)} · ${t('version', { version: base + 1 })}`,
    },
    columns: [
      {
        name: 'change',
        title: t('change'),
        cell: (row) => (
          <Text truncate maw={320} title={changeOf(row)}>
            {changeOf(row)}
          </Text>
        ),
      },
    ],
    // In the panel it stands with the text, in each language.
    facts: (row, place) => (place === 'dialog' ? [[t('change'), changeOf(row)]] : []),
    details: (row) => <Reading row={row} />,
    effect: () => t('effect'),
  };
}

export function TextChangesPage() {
  return <ProposalQueue {...useTextProposals()} />;
}

export function useTextWork(): WorkQueue {
  return useProposalWork(useTextProposals(), { icon: FileCheck2, path: '/text-changes', counter: 'texts' });
}

/** The new text as members will read it, and what is different in it. */
function Reading({ row: { texts, before, base } }: { row: TextChangeView }) {
  const t = useTranslations('texts');
  const [language, setLanguage] = useState<Language>(useLanguage());
  const [view, setView] = useState<ReadingView>('difference');
  return (
    <LanguageTabs value={language} onChange={setLanguage}>
      <TextReading
        text={texts[language]}
        before={before === null ? null : before[language]}
        language={language}
        view={view}
        onView={setView}
        against={base === 0 ? t('fresh') : t('against', { version: base })}
      />
    </LanguageTabs>
  );
}

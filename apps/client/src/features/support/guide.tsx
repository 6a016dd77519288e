/* Questions that can be answered at once, and the ways to reach a person. */

import { useState } from 'react';
import { ListGroup, ListRow } from '@candor/ui/list.tsx';
import {
  BookA,
  ChartNoAxesColumn,
  ChevronDown,
  GraduationCap,
  MessageCircle,
  MessageSquareWarning,
  Scale,
  ScrollText,
  ShieldCheck,
  Terminal,
} from 'lucide-react';
import { useTranslations } from 'use-intl';
import { hrefTo } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';
import { ProgramCommand } from '../../services/proof/program-command.tsx';
import { usePrograms } from '../../services/proof/programs.ts';
import { useSite } from '../../services/session/site.ts';
import { useChannel } from './channel.ts';

const ICON = { 'aria-hidden': true, strokeWidth: 1.75 } as const;
export function Guide() {
  const t = useTranslations('support.guide');
  const titles = useTranslations('common.titles');
  const { service_url: chat } = useSite();
  const channel = useChannel();
  return (
    <div className="flex flex-col gap-3">
      <ListGroup title={t('title')}>
        <ListRow icon={<Scale {...ICON} />} title={t('fair')} href={hrefTo(paths.textview('fairness'))} />
        <ListRow icon={<ScrollText {...ICON} />} title={t('prices')} href={hrefTo(paths.textview('rules'))} />
        <ListRow icon={<GraduationCap {...ICON} />} title={titles('start')} href={hrefTo(paths.start())} />
        <ListRow icon={<BookA {...ICON} />} title={titles('words')} href={hrefTo(paths.words())} />
        <ListRow icon={<ChartNoAxesColumn {...ICON} />} title={t('figures')} href={hrefTo(paths.fairness())} />
        <Verify />
        {channel === 'member' && (
          <ListRow
            icon={<MessageSquareWarning {...ICON} />}
            title={titles('complaints')}
            detail={t('complaintHint')}
            href={hrefTo(paths.complaints())}
          />
        )}
        {chat !== null && (
          <ListRow
            icon={<MessageCircle {...ICON} />}
            title={t('person')}
            detail={t('personHint')}
            href={hrefTo(paths.webview())}
          />
        )}
      </ListGroup>
      <p className="flex items-start gap-2 px-1 text-caption text-text-3">
        <ShieldCheck aria-hidden="true" className="mt-px size-4 shrink-0 text-success" />
        {t('safety')}
      </p>
    </div>
  );
}

function Verify() {
  const t = useTranslations('support.guide');
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="group" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="flex min-h-14 list-none items-center gap-3 px-4 py-2 -outline-offset-2 hover:bg-surface-2">
        <Terminal {...ICON} className="size-5.5 shrink-0 text-text-2" />
        <span className="min-w-0 flex-1 text-body">{t('verify')}</span>
        <ChevronDown
          aria-hidden="true"
          className="size-4.5 shrink-0 text-text-3 transition-transform group-open:rotate-180"
        />
      </summary>
      {isOpen && <VerifyHow />}
    </details>
  );
}

/** The same command as on the order's page. Without a program of this site there is no command to run. */
function VerifyHow() {
  const t = useTranslations('support.guide');
  const programs = usePrograms();
  if (programs === 'none') return <p className="px-4 pb-4 text-body-s text-text-2">{t('noProgram')}</p>;
  return (
    <div className="px-4 pb-4 text-body-s text-text-2">
      <p>{t('verifyHow')}</p>
      {programs !== null && (
        <ProgramCommand
          programs={programs}
          args="receipt.json"
          words={{
            copy: t('copy'),
            program: (size) => t('program', { size }),
            sha: t('sha'),
            copySha: t('copySha'),
          }}
        />
      )}
    </div>
  );
}

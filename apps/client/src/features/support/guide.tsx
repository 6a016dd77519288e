/* Questions that can be answered at once, and the ways to reach a person. */

import { ListGroup, ListRow } from '@candor/ui/list.tsx';
import { CopyButton } from '@candor/ui/copy-button.tsx';
import {
  BookA,
  ChartNoAxesColumn,
  ChevronDown,
  GraduationCap,
  MessageCircle,
  Scale,
  ScrollText,
  ShieldCheck,
  Terminal,
} from 'lucide-react';
import { useTranslations } from 'use-intl';
import { hrefTo } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';
import { useSite } from '../../services/session/site.ts';

const ICON = { 'aria-hidden': true, strokeWidth: 1.75 } as const;
/** The same command as on the order's page; --no stops npx from downloading another program with the same name. */
const COMMAND = 'npx --no candor-verify -- receipt.json';

export function Guide() {
  const t = useTranslations('support.guide');
  const titles = useTranslations('common.titles');
  const { service_url: chat } = useSite();
  return (
    <div className="flex flex-col gap-3">
      <ListGroup title={t('title')}>
        <ListRow icon={<Scale {...ICON} />} title={t('fair')} href={hrefTo(paths.textview('fairness'))} />
        <ListRow icon={<ScrollText {...ICON} />} title={t('prices')} href={hrefTo(paths.textview('rules'))} />
        <ListRow icon={<GraduationCap {...ICON} />} title={titles('start')} href={hrefTo(paths.start())} />
        <ListRow icon={<BookA {...ICON} />} title={titles('words')} href={hrefTo(paths.words())} />
        <ListRow icon={<ChartNoAxesColumn {...ICON} />} title={t('figures')} href={hrefTo(paths.fairness())} />
        <Verify />
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
  return (
    <details className="group">
      <summary className="flex min-h-14 list-none items-center gap-3 px-4 py-2.5 -outline-offset-2 hover:bg-surface-2">
        <Terminal {...ICON} className="size-5.5 shrink-0 text-text-2" />
        <span className="min-w-0 flex-1 text-body">{t('verify')}</span>
        <ChevronDown
          aria-hidden="true"
          className="size-4.5 shrink-0 text-text-3 transition-transform group-open:rotate-180"
        />
      </summary>
      <div className="px-4 pb-4 text-body-s text-text-2">
        <p>{t('verifyHow')}</p>
        <p className="mt-2 flex items-center rounded-small bg-surface-2 ps-4">
          <code lang="en" className="min-w-0 grow py-2 text-caption wrap-anywhere">
            {COMMAND}
          </code>
          <CopyButton text={COMMAND} label={t('copy')} />
        </p>
      </div>
    </details>
  );
}

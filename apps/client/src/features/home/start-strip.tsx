import { IconButton } from '@candor/ui/icon-button.tsx';
import { GraduationCap, X } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { hrefTo } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';
import { useKeepFirstRun } from '../../services/first-run/first-run.ts';

/** "First time here?": the way into the guide in one line, and a way to be rid of it on every device. */
export function StartStrip({ isBegun }: { isBegun: boolean }) {
  const t = useTranslations('start.card');
  const keep = useKeepFirstRun();
  return (
    <section
      aria-label={t('title')}
      className="flex items-center rounded-control border border-line bg-surface-1 shadow-card"
    >
      <a
        href={hrefTo(paths.start())}
        className="press flex min-h-11 min-w-0 flex-1 items-center gap-2 rounded-control ps-3 pe-1 -outline-offset-2"
      >
        <GraduationCap aria-hidden="true" className="size-5 shrink-0 text-text-2" strokeWidth={1.75} />
        <span className="line-clamp-2 min-w-0 flex-1 text-body-s text-text-2">
          <span className="me-2 font-bold text-text-1">{t('title')}</span>
          {t('text')}
        </span>
        <span className="shrink-0 text-body-s font-bold text-link">{t(isBegun ? 'goOn' : 'go')}</span>
      </a>
      <IconButton label={t('hide')} onClick={() => keep.mutate({ left: true })}>
        <X aria-hidden="true" className="size-4.5" strokeWidth={1.75} />
      </IconButton>
    </section>
  );
}

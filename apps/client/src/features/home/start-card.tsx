import { Button, buttonClass } from '@candor/ui/button.tsx';
import { GraduationCap } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { hrefTo } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';
import { useKeepFirstRun } from '../../services/first-run/first-run.ts';

/** "First time here?": the way into the guide, and a way to be rid of it on every device. */
export function StartCard({ isBegun }: { isBegun: boolean }) {
  const t = useTranslations('start.card');
  const keep = useKeepFirstRun();
  return (
    <section aria-label={t('title')} className="rounded-card border border-line bg-surface-1 p-4 shadow-card">
      <div className="flex items-start gap-3">
        <GraduationCap aria-hidden="true" className="size-6 shrink-0 text-accent" strokeWidth={1.75} />
        <p className="min-w-0">
          <span className="block text-body font-semibold">{t('title')}</span>
          <span className="block text-body-s text-text-2">{t('text')}</span>
        </p>
      </div>
      <div className="mt-3 flex gap-2">
        <a href={hrefTo(paths.start())} className={`${buttonClass('primary', 'small')} flex-1`}>
          {t(isBegun ? 'goOn' : 'go')}
        </a>
        <Button variant="text" size="small" onClick={() => keep.mutate({ left: true })}>
          {t('hide')}
        </Button>
      </div>
    </section>
  );
}

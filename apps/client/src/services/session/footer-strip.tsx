import { FlaskConical } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useSite } from './site.ts';

/** What every page must say: that practice money is not real, or under which licence the site trades. */
export function FooterStrip() {
  const t = useTranslations('common.footer');
  const { mode, licence, name, version } = useSite();
  return (
    <footer className="gutter py-5 text-center text-caption text-text-3">
      {mode === 'practice' && (
        <p className="inline-flex items-center gap-1.5">
          <FlaskConical aria-hidden="true" className="size-3.5 shrink-0 text-accent" />
          {t('practice')}
        </p>
      )}
      {licence && (
        <p>{t('licence', { entity: licence.entity, number: licence.number, regulator: licence.regulator })}</p>
      )}
      <p className="tnum mt-1">{t('version', { name, version })}</p>
    </footer>
  );
}

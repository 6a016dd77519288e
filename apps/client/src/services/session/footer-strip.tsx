import { FlaskConical } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useLanguage } from '../../lib/language.ts';
import { useSite } from './site.ts';

/**
 * Every page must say this: that practice money is not real, or under which
 * licence the site trades.
 */
export function FooterStrip({ className = 'px-4 py-4 text-center text-balance' }: { className?: string }) {
  const t = useTranslations('common.footer');
  const { mode, licence, name, version, footer, contact } = useSite();
  const line = footer[useLanguage()];
  const reach = [contact.email, contact.phone, contact.address].filter((part) => part !== '');
  return (
    <footer className={`text-caption text-text-3 ${className}`}>
      {mode === 'practice' && (
        <p>
          <FlaskConical aria-hidden="true" className="me-2 inline size-3.5 align-[-0.15em] text-practice" />
          {t('practice')}
        </p>
      )}
      {licence && (
        <p>{t('licence', { entity: licence.entity, number: licence.number, regulator: licence.regulator })}</p>
      )}
      {line !== '' && <p>{line}</p>}
      {reach.length > 0 && <p className="wrap-anywhere">{reach.join(' · ')}</p>}
      <p className="tnum mt-1">{t('version', { name, version })}</p>
    </footer>
  );
}

import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';

/** One rule for all forms: a field has to be filled in, unless its label says that it does not. */
export function useOptional(): (label: string) => ReactNode {
  const t = useTranslations('common.form');
  return (label) => (
    <>
      {label} <span className="optional">{t('optional')}</span>
    </>
  );
}

import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';

/** One rule for all forms: a field has to be filled in, unless its label says that it does not. */
export function useOptional(): (label: string) => ReactNode {
  const t = useTranslations('common.form');
  const word = t('optional');
  // The brackets of Chinese bring their own gap.
  const gap = word.startsWith('(') ? ' ' : '';
  return (label) => (
    <>
      {label}
      {gap}
      <span className="optional">{word}</span>
    </>
  );
}

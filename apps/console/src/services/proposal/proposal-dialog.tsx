import type { ComponentProps } from 'react';
import { useTranslations } from 'use-intl';
import { FormDialog } from '../../lib/form-dialog.tsx';

/** The frame of a form that proposes other terms. */
export function ProposalDialog(props: Omit<ComponentProps<typeof FormDialog>, 'submit' | 'size'>) {
  const t = useTranslations('terms');
  return <FormDialog {...props} submit={t('submit')} />;
}

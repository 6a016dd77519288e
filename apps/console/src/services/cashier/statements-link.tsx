import { Anchor } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { listStatementEntries } from '@candor/contract/calls/console/statements';
import { hrefTo } from '../../lib/location.ts';
import { useMay } from '../operator/operator.tsx';

/** From a deposit or a withdrawal to what banks and chains say of it. */
export function StatementsLink({ id }: { id: string }) {
  const t = useTranslations('statements');
  if (!useMay()(listStatementEntries.permission)) return null;
  return <Anchor href={hrefTo('/statements', { thing: id })}>{t('inStatements')}</Anchor>;
}

import { Progress, Text } from '@mantine/core';
import { useTranslations } from 'use-intl';
import type { OperatorProject } from '@candor/contract/console-invest';
import { useMoneyText } from '../../services/queue/amount.tsx';

/** How much of the size is sold. */
export function SoldBar({ project: { sold, terms } }: { project: Pick<OperatorProject, 'sold' | 'terms'> }) {
  const t = useTranslations('invest');
  const moneyText = useMoneyText();
  // Only for the length of the bar.
  const share = Number(terms.size) === 0 ? 0 : Math.min(100, (Number(sold) / Number(terms.size)) * 100);
  return (
    <>
      <span className="figures unbroken">{moneyText(sold)}</span>{' '}
      <Text span fz="xs" c="dimmed" className="figures unbroken">
        {t('ofSize', { size: moneyText(terms.size) })}
      </Text>
      <Progress value={share} size={4} mt={4} color="accent.6" aria-hidden />
    </>
  );
}

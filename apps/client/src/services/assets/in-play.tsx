import { useTranslations } from 'use-intl';
import { hrefTo } from '../../lib/location.ts';
import { figurePath } from '../filters/figure-paths.ts';
import { useBusinessDate } from '../filters/business-date.ts';
import { useMoney } from '../queries/shared-queries.ts';
import { useAmounts } from '../session/amounts.tsx';

/** How much of the total is at stake in open orders; nothing while there are none. Links to these orders. */
export function InPlay({ className = '' }: { className?: string }) {
  const t = useTranslations('common');
  const amounts = useAmounts();
  const today = useBusinessDate();
  const staked = useMoney().data?.openStake;
  if (staked === undefined || !/[1-9]/.test(staked)) return null;
  return (
    <a href={hrefTo(figurePath('openStake', today))} className={`tnum press text-caption text-text-2 ${className}`}>
      {t('inPlay', { amount: amounts(staked) })}
    </a>
  );
}

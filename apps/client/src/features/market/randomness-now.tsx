/* Whether simulated prices take public randomness now, so that not even the operator can know them. It says what the newest price shows. */

import { cx } from '@candor/ui/cx';
import { useTranslations } from 'use-intl';
import { usePriceSources } from './source-ages.tsx';

export function RandomnessNow({ product }: { product: string }) {
  const t = useTranslations('market.randomness');
  const { data } = usePriceSources();
  const newest = data?.products.find((each) => each.product === product);
  // While there are no new prices, there is nothing to know in advance.
  if (newest === undefined || newest.sources.every(({ state }) => state !== 'up')) return null;
  const { round } = newest;
  return (
    <p
      data-randomness={round === null ? 'none' : 'round'}
      className={cx('mt-2 text-body-s', round === null && 'text-warn')}
    >
      {round === null ? t('none') : t('round', { round: String(round) })}
    </p>
  );
}

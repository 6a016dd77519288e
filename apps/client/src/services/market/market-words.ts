import type { ProductView } from '@candor/contract/market';
import { useTranslations } from 'use-intl';
import { directionOf, formatPercent } from '../../lib/format.ts';
import type { FigureDirection } from '../../lib/format.ts';
import { formatDateTime } from '../../lib/time.ts';

export type ChangeWords = { text: string; direction: FigureDirection; spoken: string };

/** A change in percent: the text, its direction, and the text for screen readers. Null is "--". */
export function useChangeText(): (change: string | null) => ChangeWords {
  const t = useTranslations('common.direction');
  return (change) => {
    if (change === null) return { text: '--', direction: 'flat', spoken: '--' };
    const direction = directionOf(change);
    const percent = formatPercent(change.replace('-', ''));
    const spoken = { up: t('spokenUp', { percent }), down: t('spokenDown', { percent }), flat: t('spokenFlat') };
    return { text: formatPercent(change, { signed: true }), direction, spoken: spoken[direction] };
  };
}

/** "11-23 06:03 opens" for a closed market, or the text for an unknown opening time. */
export function useOpeningText(): (product: Pick<ProductView, 'opensAt'>) => string {
  const t = useTranslations('market.status');
  return ({ opensAt }) =>
    opensAt === null ? t('opensUnknown') : t('opensAt', { time: formatDateTime(opensAt).slice(5, 16) });
}

/** That new orders are stopped, and in two words why. */
export function useStoppedText(): (product: Pick<ProductView, 'stop'>) => string {
  const t = useTranslations('market.status');
  return ({ stop }) => (stop === undefined ? t('forbidden') : `${t('forbidden')} · ${t(`stopped.${stop.reason}`)}`);
}

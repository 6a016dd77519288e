import { CircleSlash2 } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { OperatorProduct } from '@candor/contract/console-products';
import { StatusBadge } from '../../services/queue/status-badge.tsx';

/** What members see of the product now. */
export function ProductState({ product: { status, active } }: { product: Pick<OperatorProduct, 'status' | 'active'> }) {
  const t = useTranslations('products.stateOf');
  if (!active) return <StatusBadge tone="quiet">{t('retired')}</StatusBadge>;
  if (status === 'forbidden')
    return (
      <StatusBadge tone="bad" icon={CircleSlash2}>
        {t('forbidden')}
      </StatusBadge>
    );
  return <StatusBadge tone={status === 'trading' ? 'good' : 'quiet'}>{t(status)}</StatusBadge>;
}

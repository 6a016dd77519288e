import { cx } from '@candor/ui/cx';
import { useTranslations } from 'use-intl';

export function DirectionLabel({ direction }: { direction: 'up' | 'down' }) {
  const t = useTranslations('trade.ticket');
  return (
    <span className={cx('shrink-0 whitespace-nowrap', direction === 'up' ? 'text-up' : 'text-down')}>
      <span aria-hidden="true" className="me-1 glyph">
        {direction === 'up' ? '▲' : '▼'}
      </span>
      {t(direction)}
    </span>
  );
}

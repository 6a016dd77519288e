/* Replayed prices repeat, so they can be foreseen: the trade screen says that an order on them is a lesson. */

import type { ProductView } from '@candor/contract/market';
import { cx } from '@candor/ui/cx';
import { GraduationCap } from 'lucide-react';
import { useTranslations } from 'use-intl';

type LessonNoteProps = {
  product: Pick<ProductView, 'feed'>;
  /** One line, where there is no room for more; the word "replayed" beside the name explains itself. */
  isShort?: boolean;
  className?: string;
};

export function LessonNote({ product, isShort = false, className }: LessonNoteProps) {
  const t = useTranslations('trade.lesson');
  if (product.feed !== 'replay') return null;
  return (
    <p
      role="note"
      className={cx(
        'flex items-start gap-2 rounded-control bg-surface-2 px-3 text-caption text-text-1',
        isShort ? 'py-1' : 'py-1',
        className,
      )}
    >
      <GraduationCap aria-hidden="true" className="relative top-0.5 size-4 shrink-0 text-warn" strokeWidth={1.75} />
      <span>
        <strong className="font-bold">{t('title')}</strong>{' '}
        <span className={cx(isShort && 'sr-only')}>{t('text')}</span>
      </span>
    </p>
  );
}

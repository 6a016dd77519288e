import type { ProductView } from '@candor/contract/market';
import { cx } from '@candor/ui/cx';
import { useTranslations } from 'use-intl';

type FeedNoteProps = { product: ProductView; className?: string };

/** The product's code, and the source of its prices if that is not the live market. */
export function FeedNote({ product, className }: FeedNoteProps) {
  const t = useTranslations('market');
  return (
    <span className={cx('block truncate text-caption font-normal text-text-3', className)}>
      {product.code}
      {product.feed !== 'live' && <span className="text-text-2">{` · ${t(`feed.${product.feed}.name`)}`}</span>}
    </span>
  );
}

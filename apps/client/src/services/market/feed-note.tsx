import type { ProductView } from '@candor/contract/market';
import { cx } from '@candor/ui/cx';
import { useTranslations } from 'use-intl';

type FeedNoteProps = {
  product: ProductView;
  /** On a low window without the code, which the name beside it stands for. */
  isBrief?: boolean;
  className?: string;
};

/** The product's code, and the source of its prices if that is not the live market. */
export function FeedNote({ product, isBrief = false, className }: FeedNoteProps) {
  const t = useTranslations('market');
  return (
    <span className={cx('block truncate text-caption font-normal text-text-3', className)}>
      <span className={cx(isBrief && product.feed !== 'live' && 'sideways:max-l:sr-only')}>
        {product.code}
        {product.feed !== 'live' && ' · '}
      </span>
      {product.feed !== 'live' && <span className="text-text-2">{t(`feed.${product.feed}.name`)}</span>}
    </span>
  );
}

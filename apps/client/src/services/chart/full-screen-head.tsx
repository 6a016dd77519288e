import type { ProductView } from '@candor/contract/market';
import { buttonClass } from '@candor/ui/button.tsx';
import { PriceText } from '@candor/ui/price-text.tsx';
import { useTranslations } from 'use-intl';
import { formatPrice } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.ts';
import { currentAddress, navigate } from '../../lib/location.ts';
import { paths, routeOf } from '../../lib/paths.ts';
import { usePrice } from '../live/live.ts';

type FullScreenHeadProps = { product: ProductView; onLeave: () => void };

/** What a chart that fills the screen still has to say: the product, its price, and the way to an order. */
export function FullScreenHead({ product, onLeave }: FullScreenHeadProps) {
  const direction = useTranslations('common.direction');
  const language = useLanguage();
  const price = usePrice(product.code);
  return (
    <div className="flex items-center gap-3 pt-2">
      {/* On a phone the price stands below the name, so that both are one line with the buttons. */}
      <span className="flex min-w-0 flex-1 flex-col sideways:flex-row sideways:items-baseline sideways:gap-3 l:flex-row l:items-baseline l:gap-3">
        <span className="min-w-0 text-body-s leading-tight font-bold">{product.names[language]}</span>
        <PriceText
          text={formatPrice(price?.price ?? product.last?.price)}
          direction={price?.direction ?? 'flat'}
          className="text-body leading-tight font-bold"
          {...(price === null ? {} : { flashKey: price.seq })}
        />
      </span>
      {product.status === 'trading' && (
        <span className="flex shrink-0 gap-2">
          {(['up', 'down'] as const).map((each) => (
            <button
              key={each}
              type="button"
              onClick={() => {
                onLeave();
                const isThere = routeOf(currentAddress().path) === 'trade';
                navigate(paths.trade(product.code, each), { replace: isThere });
              }}
              className={buttonClass(each, 'small')}
            >
              <span aria-hidden="true" className="glyph">
                {each === 'up' ? '▲' : '▼'}
              </span>
              {direction(each)}
            </button>
          ))}
        </span>
      )}
    </div>
  );
}

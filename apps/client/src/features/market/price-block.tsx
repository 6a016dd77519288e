/* The live price with its age and change, the range of the day, and whether the market is open. */

import type { ReactNode } from 'react';
import type { ProductView } from '@candor/contract/market';
import { ChangePill, PriceText } from '@candor/ui/price-text.tsx';
import { cx } from '@candor/ui/cx';
import { Clock } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { formatCompact, formatPrice } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.ts';
import { useLayout } from '../../lib/media.ts';
import { Status } from '../../lib/status.tsx';
import { Term } from '../../lib/term.tsx';
import { formatClock } from '../../lib/time.ts';
import { usePrice } from '../../services/live/live.ts';
import { useChangeText, useOpeningText } from '../../services/market/market-words.ts';
import { changeNow } from '../../services/market/product-list.ts';
import { usePriceAge } from '../../services/market/use-price-age.ts';
import { AlertButton } from './alert-button.tsx';
import { useDayRange, withPrice } from '../../services/market/day-range.ts';

export function PriceBlock({ product }: { product: ProductView }) {
  const t = useTranslations('market.price');
  const common = useTranslations('common');
  const feed = useTranslations('market.feed');
  const isDesktop = useLayout() === 'desktop';
  const language = useLanguage();
  const live = usePrice(product.code);
  const range = useDayRange(product.code);
  const changeText = useChangeText();
  const openingText = useOpeningText();
  const trading = product.status === 'trading';
  const price = live?.price ?? product.last?.price ?? null;
  const at = live?.at ?? product.last?.at ?? null;
  const age = usePriceAge(trading ? at : null);
  const change = changeText(changeNow(product, price));
  const day = range.data ? withPrice(range.data, trading ? price : null) : null;
  return (
    // Both parts have a width of their own: figures that arrive, or grow by a digit, do not move the page below.
    <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
      <div className="min-w-min flex-1 basis-[12rem]">
        <p>
          <PriceText
            text={formatPrice(price)}
            direction={trading ? change.direction : 'flat'}
            flashKey={live?.seq ?? 0}
            stale={age === 'stale'}
            className="text-display"
          />
        </p>
        <div className="mt-1 flex flex-wrap items-center gap-2">
          <ChangePill
            text={change.text}
            direction={change.direction}
            spoken={change.spoken}
            className="min-h-6! text-caption!"
          />
          <Status of={product.status} />
          {product.feed !== 'live' && (
            <Term word={product.feed} className="text-caption text-text-2">
              {feed(`${product.feed}.name`)}
            </Term>
          )}
          <span
            className={cx(
              'tnum inline-flex items-center gap-1 text-caption',
              age === 'fresh' ? 'text-text-3' : 'text-warn',
            )}
          >
            {age !== 'fresh' && <Clock aria-hidden="true" className="size-3" />}
            {age !== 'fresh' && <span>{common('states.delayed')}</span>}
            <span>{product.status === 'closed' ? openingText(product) : at !== null && formatClock(at)}</span>
          </span>
        </div>
      </div>
      <div className="flex min-w-34 items-end justify-end gap-2">
        {/* On a phone the bell is in the bar above. */}
        {isDesktop && <AlertButton product={product} />}
        <dl className="grid grid-cols-[auto_auto] gap-x-3 gap-y-1 text-caption">
          <Entry label={t('high')}>{formatPrice(day?.high)}</Entry>
          <Entry label={t('low')}>{formatPrice(day?.low)}</Entry>
          {/* A source without volumes has no line for them. */}
          {day !== null && day.volume !== null && (
            <Entry label={t('volume')}>{formatCompact(Number(day.volume), language)}</Entry>
          )}
        </dl>
      </div>
    </div>
  );
}

function Entry({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="contents">
      <dt className="text-text-3">{label}</dt>
      <dd className="tnum text-end">{children}</dd>
    </div>
  );
}

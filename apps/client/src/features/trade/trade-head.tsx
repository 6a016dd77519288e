import { ChangePill, PriceText } from '@candor/ui/price-text.tsx';
import { cx } from '@candor/ui/cx';
import { StatusChip } from '@candor/ui/status-chip.tsx';
import { useTranslations } from 'use-intl';
import { directionOf, formatPercent, formatPrice } from '../../lib/format.ts';
import { Status } from '../../lib/status.tsx';
import { useServerSecond } from '../../services/active-order/following/server-second.ts';
import { usePrice } from '../../services/live/live.ts';
import { changeNow } from '../../services/market/product-list.ts';
import type { ProductView } from '@candor/contract/market';
import { priceAgeOf } from './order-ticket-errors.ts';
import { AgeBadge } from './price-line.tsx';

/** Price, change and status of the product, above its chart. */
export function TradeHead({ product, className }: { product: ProductView; className?: string }) {
  const t = useTranslations();
  const price = usePrice(product.code);
  const now = useServerSecond();
  const age = priceAgeOf(price === null ? null : Date.parse(price.at), now);
  const change = changeNow(product, price?.price ?? product.last?.price ?? null);
  const direction = change === null ? 'flat' : directionOf(change);
  // An open market is the usual case: it needs no label where there is no room for one.
  const isUsual = product.status === 'trading' && age === 'fresh' && (price === null || price.status === 'OK');
  // Beside it an open market needs none either: the line would wrap on a phone, and move the chart.
  const isLate = age !== 'fresh' && product.status === 'trading' && price !== null;
  const spoken = { up: 'spokenUp', down: 'spokenDown', flat: 'spokenFlat' } as const;
  return (
    <div
      className={cx(
        'flex min-h-12 min-w-0 flex-wrap items-center gap-x-3 gap-y-1 short:gap-x-2 sideways:min-h-11 sideways:flex-nowrap',
        className,
      )}
    >
      <PriceText
        text={formatPrice(price?.price ?? product.last?.price)}
        direction={price?.direction ?? 'flat'}
        stale={age === 'old' && product.status === 'trading'}
        // Where the chart has little width too, the status of the market needs the room.
        className="text-display short:max-xxl:text-title-1 sideways:max-l:text-title-2!"
        {...(price === null ? {} : { flashKey: price.seq })}
      />
      {change !== null && (
        <ChangePill
          // Beside an old price its change is old too: the age of the price takes its place where both would wrap.
          className={cx('sideways:hidden', isLate && 'max-l:hidden')}
          text={formatPercent(change, { signed: true })}
          direction={direction}
          spoken={t(`common.direction.${spoken[direction]}`, { percent: formatPercent(change.replace('-', '')) })}
        />
      )}
      <span
        className={cx(
          'flex flex-1 items-center justify-end gap-2',
          // On a low window it takes what is left of the line; a label that does not fit wraps out of sight.
          isUsual &&
            "short:h-6 short:min-w-0 short:basis-0 short:flex-wrap short:gap-0 short:overflow-hidden short:before:h-6 short:before:w-px short:before:content-['']",
        )}
      >
        {isLate && <AgeBadge isBrief at={price.at} age={age} />}
        {product.status === 'trading' && price !== null && price.status !== 'OK' ? (
          <StatusChip tone="warn" icon="clock">
            {t('trade.price.paused')}
          </StatusChip>
        ) : (
          <span
            className={cx(
              'flex',
              product.status === 'trading' &&
                'max-s:hidden @max-[21rem]/head:hidden short:max-nav:hidden sideways:hidden',
              isLate && 'max-l:hidden',
            )}
          >
            <Status of={product.status} />
          </span>
        )}
      </span>
    </div>
  );
}

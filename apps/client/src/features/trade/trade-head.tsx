import { ChangePill, PriceText } from '@candor/ui/price-text.tsx';
import { StatusChip } from '@candor/ui/status-chip.tsx';
import { useTranslations } from 'use-intl';
import { directionOf, formatPercent, formatPrice } from '../../lib/format.ts';
import { Status } from '../../lib/status.tsx';
import { useServerSecond } from '../../services/active-order/following/server-second.ts';
import { usePrice } from '../../services/live/live.ts';
import type { ProductView } from '@candor/contract/market';
import { priceAgeOf } from './order-ticket-errors.ts';
import { AgeBadge } from './price-line.tsx';

/** Price, change and status of the product, above its chart. */
export function TradeHead({ product }: { product: ProductView }) {
  const t = useTranslations();
  const price = usePrice(product.code);
  const now = useServerSecond();
  const age = priceAgeOf(price === null ? null : Date.parse(price.at), now);
  const change = product.change24h;
  const direction = change === null ? 'flat' : directionOf(change);
  const spoken = { up: 'spokenUp', down: 'spokenDown', flat: 'spokenFlat' } as const;
  return (
    <div className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1">
      <PriceText
        text={formatPrice(price?.price ?? product.last?.price)}
        direction={price?.direction ?? 'flat'}
        stale={age === 'old' && product.status === 'trading'}
        className="text-price"
        {...(price === null ? {} : { flashKey: price.seq })}
      />
      {change !== null && (
        <ChangePill
          text={formatPercent(change, { signed: true })}
          direction={direction}
          spoken={t(`common.direction.${spoken[direction]}`, { percent: formatPercent(change.replace('-', '')) })}
        />
      )}
      <span className="flex flex-1 items-center justify-end gap-2">
        {age !== 'fresh' && product.status === 'trading' && <AgeBadge at={price?.at ?? null} age={age} />}
        {product.status === 'trading' && price !== null && price.status !== 'OK' ? (
          <StatusChip tone="warn" icon="clock">
            {t('trade.price.paused')}
          </StatusChip>
        ) : (
          <Status of={product.status} />
        )}
      </span>
    </div>
  );
}

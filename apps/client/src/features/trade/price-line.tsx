import { Clock } from 'lucide-react';
import { cx } from '@candor/ui/cx';
import { PriceText } from '@candor/ui/price-text.tsx';
import { useTranslations } from 'use-intl';
import { formatPrice } from '../../lib/format.ts';
import { useServerSecond } from '../../services/active-order/following/server-second.ts';
import { usePrice } from '../../services/live/live.ts';
import type { PriceAge } from './order-ticket-errors.ts';
import type { TicketModel } from './use-ticket.ts';

/** The live price with its age, as the ticket uses it. */
export function PriceLine({ model }: { model: TicketModel }) {
  const t = useTranslations('trade.price');
  const price = usePrice(model.product.code);
  return (
    <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-3">
      <span className="text-body-s text-text-2">{t('current')}</span>
      <span className="ms-auto flex flex-wrap items-center justify-end gap-x-2">
        <PriceText
          text={formatPrice(price?.price)}
          direction={price?.direction ?? 'flat'}
          stale={model.priceAge === 'old'}
          arrow
          className="text-title-2"
          {...(price === null ? {} : { flashKey: price.seq })}
        />
        {/* A closed market is not late. */}
        {model.product.status === 'trading' && <AgeBadge at={price?.at ?? null} age={model.priceAge} />}
      </span>
    </div>
  );
}

/**
 * Shows when a price is delayed, and by how much. A fresh price needs no label; its space is kept.
 * @param isBrief in a line that has no room for the word on a phone: the clock says it
 */
export function AgeBadge({ at, age, isBrief = false }: { at: string | null; age: PriceAge; isBrief?: boolean }) {
  const t = useTranslations('trade.price');
  const now = useServerSecond();
  if (at === null) return null;
  const seconds = Math.max(0, Math.floor((now - Date.parse(at)) / 1_000));
  if (age === 'fresh') {
    return <span className="tnum min-w-12 text-end text-caption text-text-3">{t('age', { count: seconds })}</span>;
  }
  return (
    <span className="tnum inline-flex items-center gap-1 whitespace-nowrap rounded-control bg-surface-2 px-2 py-1 text-caption font-bold text-warn">
      <Clock aria-hidden="true" className="size-3.5" />
      <span className={cx(isBrief && 'max-l:sr-only')}>{t('delayed')}</span> {t('age', { count: seconds })}
    </span>
  );
}

/* The one line above the desktop's charts: what the product is, what it costs, how its day went, what an order pays. */

import type { ReactNode } from 'react';
import type { ProductView } from '@candor/contract/market';
import { durationTerms } from '@candor/domain/trading/terms';
import { ChangePill, PriceText } from '@candor/ui/price-text.tsx';
import { StatusChip } from '@candor/ui/status-chip.tsx';
import { cx } from '@candor/ui/cx';
import { useTranslations } from 'use-intl';
import { UNKNOWN_FIGURE, formatPrice } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.ts';
import { Status } from '../../lib/status.tsx';
import { useServerSecond } from '../../services/active-order/following/server-second.ts';
import { usePrice } from '../../services/live/live.ts';
import { useDayRange, withPrice } from '../../services/market/day-range.ts';
import { FeedNote } from '../../services/market/feed-note.tsx';
import { useChangeText } from '../../services/market/market-words.ts';
import { changeNow } from '../../services/market/product-list.ts';
import { priceAgeOf } from './order-ticket-errors.ts';
import { AgeBadge } from './price-line.tsx';
import { useFigures } from './ticket-words.ts';
import type { TicketModel } from './use-ticket.ts';

/** @param children the tools at the end of the line */
export function DeskHead({ model, children }: { model: TicketModel; children: ReactNode }) {
  const { product } = model;
  const language = useLanguage();
  const live = usePrice(product.code);
  const now = useServerSecond();
  const changeText = useChangeText();
  const isTrading = product.status === 'trading';
  const price = live?.price ?? product.last?.price ?? null;
  const age = priceAgeOf(live === null ? null : Date.parse(live.at), now);
  const change = changeText(changeNow(product, price));
  return (
    <header className="@container shrink-0">
      <div className="flex h-11 items-center gap-3 ps-4 pe-1">
        <div className="max-w-44 min-w-0">
          <h1 className="truncate text-body-s/tight font-bold">{product.names[language]}</h1>
          <FeedNote product={product} className="leading-tight" />
        </div>
        <PriceText
          text={formatPrice(price)}
          direction={live?.direction ?? 'flat'}
          stale={age === 'old' && isTrading}
          className="text-title-1 shrink-0"
          {...(live === null ? {} : { flashKey: live.seq })}
        />
        {change.text !== UNKNOWN_FIGURE && (
          <ChangePill
            text={change.text}
            direction={change.direction}
            spoken={change.spoken}
            className="min-h-6! min-w-18! shrink-0 text-caption!"
          />
        )}
        <dl className="flex min-w-0 items-center gap-3">
          <Day product={product} price={isTrading ? price : null} />
          <Payout model={model} />
        </dl>
        <span className="flex flex-1 shrink-0 items-center justify-end gap-2">
          {live !== null && isTrading && age !== 'fresh' ? (
            <AgeBadge isBrief at={live.at} age={age} />
          ) : (
            // An open market is the usual case: in the narrowest column the source of the prices needs the room more.
            <span className={cx('flex', isTrading && (live?.status ?? 'OK') === 'OK' && '@max-[34rem]:hidden')}>
              <State product={product} feedStatus={live?.status ?? 'OK'} />
            </span>
          )}
          <span className="flex items-center">{children}</span>
        </span>
      </div>
    </header>
  );
}

function State({ product, feedStatus }: { product: ProductView; feedStatus: string }) {
  const t = useTranslations('trade.price');
  return product.status === 'trading' && feedStatus !== 'OK' ? (
    <StatusChip tone="warn" icon="clock">
      {t('paused')}
    </StatusChip>
  ) : (
    <Status of={product.status} />
  );
}

function Day({ product, price }: { product: ProductView; price: string | null }) {
  const t = useTranslations('market.price');
  const { data } = useDayRange(product.code);
  const day = data ? withPrice(data, price) : null;
  return (
    <>
      <Figure label={t('high')} className="hidden @min-[51rem]:block">
        {formatPrice(day?.high)}
      </Figure>
      <Figure label={t('low')} className="hidden @min-[51rem]:block">
        {formatPrice(day?.low)}
      </Figure>
    </>
  );
}

/** Of the duration that the ticket has. */
function Payout({ model }: { model: TicketModel }) {
  const t = useTranslations('trade.terms');
  const { rate } = useFigures();
  const { ticket, terms } = model;
  const offer = ticket.durationSec === null ? null : durationTerms(terms, ticket.durationSec);
  return (
    <Figure label={t('payoutRate')} className="hidden @min-[42rem]:block">
      {offer === null ? UNKNOWN_FIGURE : rate(offer.payoutRate)}
    </Figure>
  );
}

function Figure({ label, className, children }: { label: string; className: string; children: ReactNode }) {
  return (
    <div className={cx('shrink-0', className)}>
      <dt className="text-caption/tight whitespace-nowrap text-text-3">{label}</dt>
      <dd className="tnum text-caption/tight font-bold whitespace-nowrap">{children}</dd>
    </div>
  );
}

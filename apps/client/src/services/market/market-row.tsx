/*
 * One product in a list: logo, name, status, small line, live price, change. Only this row renders when its price
 * moves. Its arrangement follows the width of the list, not of the window: the same list stands on home and in sheets.
 */

import { useDeferredValue } from 'react';
import type { ProductView } from '@candor/contract/market';
import { ChangePill, PriceText } from '@candor/ui/price-text.tsx';
import { Sparkline } from '@candor/ui/sparkline.tsx';
import { cx } from '@candor/ui/cx';
import { Clock } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { formatPrice, formatRate, UNKNOWN_FIGURE } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.ts';
import { useDisplay } from '../../lib/preferences.ts';
import { usePrice } from '../live/live.ts';
import { useChangeText, useOpeningText, useStoppedText } from './market-words.ts';
import { ProductDisc } from './product-disc.tsx';
import { bestPayoutRate, changeNow, nameOf, sparklineOf } from './product-list.ts';
import { usePriceAge } from './use-price-age.ts';

/** Where the list is as wide as a table: disc, name, course, payout rate, price, change. */
const TABLE =
  '@min-[48rem]:grid-cols-[2rem_minmax(0,1fr)_8rem_5rem_8rem_6rem] @min-[64rem]:grid-cols-[2rem_minmax(0,1fr)_minmax(8rem,28rem)_5rem_9rem_6rem]';

/** The names of the columns, where the list is as wide as a table. A row says them itself to a screen reader. */
export function MarketHead() {
  const t = useTranslations('market.table');
  if (useDisplay().care === 'on') return null;
  return (
    <div
      aria-hidden="true"
      className={cx(
        'hairline-b hidden h-8 items-center gap-x-4 ps-[var(--gutter)] pe-[calc(var(--gutter)+3.5rem)] text-caption text-text-3 @min-[48rem]:grid',
        TABLE,
      )}
    >
      <span className="col-span-2">{t('product')}</span>
      <span>{t('path')}</span>
      <span className="text-end">{t('payout')}</span>
      <span className="text-end">{t('price')}</span>
      <span className="text-end">{t('change')}</span>
    </div>
  );
}

type MarketRowProps = {
  product: ProductView;
  href: string;
  /** This product is shown beside the list. */
  current?: boolean;
  /** Narrow columns leave out the small line. */
  compact?: boolean;
  /** Called instead of following the link. */
  onPress?: (() => void) | undefined;
};

export function MarketRow({ product, href, current = false, compact: isNarrow = false, onPress }: MarketRowProps) {
  // Larger letters leave no room for the small line.
  const compact = useDisplay().care === 'on' || isNarrow;
  const live = usePrice(product.code);
  const language = useLanguage();
  const changeText = useChangeText();
  const price = live?.price ?? product.last?.price ?? null;
  const change = changeText(changeNow(product, price));
  const trading = product.status === 'trading';
  const age = usePriceAge(trading ? (live?.at ?? null) : null);
  const payout = bestPayoutRate(product);
  const points = useDeferredValue(sparklineOf(product, price));
  return (
    <a
      href={href}
      aria-current={current ? 'page' : undefined}
      onClick={(event) => {
        if (!onPress || event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        onPress();
      }}
      data-market-row=""
      className={cx(
        'grid min-w-0 flex-1 items-center -outline-offset-2 hover:bg-surface-2 active:bg-surface-2',
        // With the line above it a row of a page is 56 high.
        isNarrow ? 'min-h-16 gap-x-2 px-2 py-2' : 'min-h-[calc(3.5rem-1px)] gap-x-3 px-[var(--gutter)] py-1',
        isNarrow
          ? 'grid-cols-[2.5rem_minmax(0,1fr)_auto]'
          : compact
            ? 'grid-cols-[2rem_minmax(0,1fr)_auto]'
            : 'grid-cols-[2rem_minmax(0,1fr)_auto] s:grid-cols-[2rem_minmax(0,1fr)_3.5rem_auto] l:gap-x-4 @min-[36rem]:grid-cols-[2rem_minmax(0,1fr)_4rem_7rem_6rem] ' +
              TABLE,
        current && 'bg-surface-2 mark-current',
      )}
    >
      <ProductDisc product={product} isSmall={!isNarrow} />
      <span className="min-w-0">
        <span className="block truncate text-body-s font-bold">{nameOf(product, language)}</span>
        <RowStatus product={product} delayed={age !== 'fresh'} compact={compact} />
      </span>
      {!compact && (
        <Sparkline
          points={points}
          direction={change.direction}
          className="hidden h-6! w-full! s:block @min-[36rem]:h-8!"
        />
      )}
      {!compact && (
        <span className="tnum hidden justify-self-end text-body-s @min-[48rem]:block">
          {payout === null ? UNKNOWN_FIGURE : formatRate(payout)}
        </span>
      )}
      <span className={cx('flex flex-col items-end', isNarrow && 'gap-1', !compact && '@min-[36rem]:contents')}>
        <PriceText
          text={formatPrice(price)}
          direction={trading ? change.direction : 'flat'}
          flashKey={live?.seq ?? 0}
          stale={age === 'stale'}
          className={cx('text-body-s font-bold', !compact && '@min-[36rem]:justify-self-end @min-[36rem]:text-body')}
        />
        <ChangePill
          text={change.text}
          direction={change.direction}
          spoken={change.spoken}
          className={cx(
            'min-h-5.5! min-w-18! text-caption!',
            !compact && '@min-[36rem]:min-h-7! @min-[36rem]:justify-self-end @min-[36rem]:text-body-s!',
          )}
        />
      </span>
    </a>
  );
}

function RowStatus({ product, delayed, compact }: { product: ProductView; delayed: boolean; compact: boolean }) {
  const states = useTranslations('common');
  const openingText = useOpeningText();
  const stoppedText = useStoppedText();
  if (product.status === 'closed') {
    return (
      <span className="block truncate text-caption text-text-3">
        {!compact && <span className="hidden @min-[36rem]:inline">{states('status.closed')} · </span>}
        {openingText(product)}
      </span>
    );
  }
  if (product.status === 'forbidden')
    return <span className="block truncate text-caption text-danger">{stoppedText(product)}</span>;
  return (
    <span className="flex items-center gap-1 text-caption text-text-3">
      <span className="truncate">{product.code}</span>
      {delayed && (
        <span className="inline-flex shrink-0 items-center gap-1 text-warn">
          <Clock aria-hidden="true" className="size-3" />
          {states('states.delayed')}
        </span>
      )}
    </span>
  );
}

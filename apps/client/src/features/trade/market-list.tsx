import { useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { Search } from 'lucide-react';
import type { ProductView } from '@candor/contract/market';
import { cx } from '@candor/ui/cx';
import { PriceText } from '@candor/ui/price-text.tsx';
import { TextField } from '@candor/ui/text-field.tsx';
import { useTranslations } from 'use-intl';
import { directionOf, formatPercent, formatPrice } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.ts';
import { Status } from '../../lib/status.tsx';
import { usePrice } from '../../services/live/live.ts';
import { MarketSortMenu, useMarketSort } from '../../services/market/market-sort.tsx';
import { searchProducts, sortProducts } from '../../services/market/product-list.ts';

/** The field that `/` puts the focus into. */
export const MARKET_SEARCH_ID = 'trade-market-search';

type MarketListProps = { products: readonly ProductView[]; current: string; onChoose: (code: string) => void };

/** All products with a search; arrow keys move in the list. */
export function MarketList({ products, current, onChoose }: MarketListProps) {
  const t = useTranslations('trade.page');
  const [text, setText] = useState('');
  const listRef = useRef<HTMLUListElement>(null);
  const language = useLanguage();
  const sort = useMarketSort();
  const shown = sortProducts(searchProducts(products, text), sort, language);

  function move(event: KeyboardEvent) {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0 || event.defaultPrevented) return;
    const buttons = [...(listRef.current?.querySelectorAll('button') ?? [])];
    const at = buttons.findIndex((button) => button === document.activeElement);
    event.preventDefault();
    buttons[at === -1 ? (step === 1 ? 0 : buttons.length - 1) : at + step]?.focus();
  }

  return (
    // Arrow keys add a way; every row is a button of its own.
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className="flex min-h-0 flex-1 flex-col" onKeyDown={move}>
      <div className="flex items-center gap-1 ps-3 pe-1.5 pt-3">
        <div className="min-w-0 flex-1">
          <TextField
            id={MARKET_SEARCH_ID}
            type="search"
            label={t('search')}
            labelHidden
            reserveLine={false}
            placeholder={t('searchHint')}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            onClear={() => setText('')}
            prefix={<Search aria-hidden="true" className="size-4.5" />}
          />
        </div>
        <MarketSortMenu />
      </div>
      <ul ref={listRef} aria-label={t('markets')} className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-2">
        {shown.map((product) => (
          <li key={product.code}>
            <MarketRow product={product} isCurrent={product.code === current} onChoose={() => onChoose(product.code)} />
          </li>
        ))}
      </ul>
      {shown.length === 0 && <p className="px-4 pb-6 text-center text-body-s text-text-3">{t('noMatch')}</p>}
    </div>
  );
}

function MarketRow({
  product,
  isCurrent,
  onChoose,
}: {
  product: ProductView;
  isCurrent: boolean;
  onChoose: () => void;
}) {
  const language = useLanguage();
  const price = usePrice(product.code);
  const change = product.change24h;
  return (
    <button
      type="button"
      aria-current={isCurrent ? 'true' : undefined}
      onClick={onChoose}
      className={cx(
        'press flex min-h-14 w-full items-center gap-2 rounded-small px-3 py-1.5 text-start -outline-offset-2',
        isCurrent ? 'bg-surface-2' : 'hover:bg-surface-2',
      )}
    >
      <span className="min-w-0 flex-1">
        <span className="block truncate text-body-s font-semibold">{product.names[language]}</span>
        <span className="block truncate text-caption text-text-3">{product.code}</span>
      </span>
      <span className="flex shrink-0 flex-col items-end">
        {product.status === 'trading' ? (
          <>
            <PriceText
              text={formatPrice(price?.price ?? product.last?.price)}
              direction={price?.direction ?? 'flat'}
              className="text-body-s font-semibold"
              {...(price === null ? {} : { flashKey: price.seq })}
            />
            <span
              className={cx(
                'tnum text-caption',
                change === null
                  ? 'text-text-3'
                  : { up: 'text-up', down: 'text-down', flat: 'text-flat' }[directionOf(change)],
              )}
            >
              {change === null ? '--' : formatPercent(change, { signed: true })}
            </span>
          </>
        ) : (
          <Status of={product.status} />
        )}
      </span>
    </button>
  );
}

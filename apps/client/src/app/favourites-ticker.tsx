import { useLayoutEffect, useRef, useState } from 'react';
import type { ProductView } from '@candor/contract/market';
import { cx } from '@candor/ui/cx';
import { IconButton } from '@candor/ui/icon-button.tsx';
import { PriceText } from '@candor/ui/price-text.tsx';
import { Pause, Play } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { formatPrice } from '../lib/format.ts';
import { useLanguage } from '../lib/language.ts';
import { hrefTo, useAddress } from '../lib/location.ts';
import { useMedia } from '../lib/media.ts';
import { paths, routeOf } from '../lib/paths.ts';
import { useFavourites } from '../services/favourites/favourites.ts';
import { usePrice } from '../services/live/live.ts';
import { useChangeText } from '../services/market/market-words.ts';
import { changeNow, nameOf, productsOf } from '../services/market/product-list.ts';
import { useProducts } from '../services/queries/shared-queries.ts';

const SECONDS_EACH = 6;

/** The marked products, on the pages where members trade. */
export function useTicker(): readonly ProductView[] {
  const route = routeOf(useAddress().path);
  const favourites = useFavourites();
  const products = useProducts().data ?? [];
  return route === 'trade' || route === 'market' ? productsOf(products, 'favourites', favourites) : [];
}

/**
 * A line of prices. It moves only if it does not fit. It stops under the pointer, under the focus, or by its button.
 */
export function FavouritesTicker({ products }: { products: readonly ProductView[] }) {
  const t = useTranslations('shell.ticker');
  const isStill = useMedia('(prefers-reduced-motion: reduce)');
  const [isPaused, setPaused] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const isWide = useOverflow(box, products.length);
  useHeightBelow();
  const isMoving = isWide && !isStill;
  const Icon = isPaused ? Play : Pause;
  return (
    <section aria-label={t('label')} className="hairline-t mx-auto flex h-9 max-w-[120rem] items-center gap-2 px-6">
      <div ref={box} className={cx('min-w-0 flex-1', isMoving ? 'overflow-hidden' : 'scroll-quiet overflow-x-auto')}>
        <div
          data-paused={isPaused}
          className={cx(
            'flex w-max',
            isMoving &&
              'animate-[ticker_linear_infinite] focus-within:[animation-play-state:paused] hover:[animation-play-state:paused] data-[paused=true]:[animation-play-state:paused]',
          )}
          style={{ animationDuration: `${products.length * SECONDS_EACH}s` }}
        >
          <Prices products={products} />
          {isMoving && (
            <div aria-hidden="true" inert>
              <Prices products={products} />
            </div>
          )}
        </div>
      </div>
      {isMoving && (
        <IconButton
          label={t(isPaused ? 'play' : 'pause')}
          onClick={() => setPaused(!isPaused)}
          className="h-9! shrink-0"
        >
          <Icon aria-hidden="true" className="size-4" strokeWidth={1.75} />
        </IconButton>
      )}
    </section>
  );
}

/** Sticky parts below the navigation also stay below the ticker (signed-in.tsx). */
function useHeightBelow(): void {
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    style.setProperty('--ticker-height', '2.25rem');
    return () => void style.removeProperty('--ticker-height');
  }, []);
}

function useOverflow(box: { readonly current: HTMLElement | null }, count: number): boolean {
  const [isWide, setWide] = useState(false);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () => setWide((element.querySelector('ul')?.offsetWidth ?? 0) > element.clientWidth);
    measure();
    const size = new ResizeObserver(measure);
    size.observe(element);
    return () => size.disconnect();
  }, [box, count]);
  return isWide;
}

function Prices({ products }: { products: readonly ProductView[] }) {
  return (
    <ul className="flex">
      {products.map((product) => (
        <li key={product.code}>
          <Price product={product} />
        </li>
      ))}
    </ul>
  );
}

function Price({ product }: { product: ProductView }) {
  const language = useLanguage();
  const changeText = useChangeText();
  const isTrade = routeOf(useAddress().path) === 'trade';
  const live = usePrice(product.code);
  const price = live?.price ?? product.last?.price ?? null;
  const change = changeText(changeNow(product, price));
  return (
    <a
      href={hrefTo(isTrade ? paths.trade(product.code) : paths.market(product.code))}
      className="flex h-9 items-center gap-2 px-2 text-caption whitespace-nowrap -outline-offset-2 hover:bg-surface-2"
    >
      <span className="font-bold">{nameOf(product, language)}</span>
      <PriceText text={formatPrice(price)} direction={change.direction} className="min-w-16" />
      <span
        aria-hidden="true"
        className={cx('tnum', { up: 'text-up', down: 'text-down', flat: 'text-flat' }[change.direction])}
      >
        {{ up: '▲ ', down: '▼ ', flat: '' }[change.direction]}
        {change.text}
      </span>
      <span className="sr-only">{change.spoken}</span>
    </a>
  );
}

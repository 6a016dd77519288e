import { useEffect, useRef } from 'react';
import type { ProductView } from '@candor/contract/market';
import { observable } from '@candor/api-client/observable';
import { useObservable } from '../../lib/observable.ts';
import { hrefTo } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';
import { MarketBrowser } from '../../services/market/market-browser.tsx';
import { productsOf } from '../../services/market/product-list.ts';
import type { ProductGroup } from '../../services/market/product-list.ts';
import { useFavourites } from '../../services/favourites/favourites.ts';
import { useProducts } from '../../services/queries/shared-queries.ts';

/** The last group the member looked at: choosing a product opens its page again, and the list keeps its group. */
const shownGroup = observable<ProductGroup>('hot');

/** Set between a choice and the page of the chosen product. */
let isFocusDue = false;

type MarketListProps = {
  current: string;
  /** The list is beside the ticket, and keeps the keyboard focus after a choice. */
  isPermanent?: boolean;
  onChoose: (code: string) => void;
};

/** All markets for trading: groups, search, sort order, prices, and when closed ones open. */
export function MarketList({ current, isPermanent = false, onChoose }: MarketListProps) {
  const root = useRef<HTMLDivElement>(null);
  const group = useObservable(shownGroup);
  const products = useProducts().data ?? [];
  const favourites = useFavourites();

  /** A product found by search is then shown in its own group. */
  function choose(product: ProductView) {
    const isShown = productsOf(products, group, favourites).some(({ code }) => code === product.code);
    if (!isShown) shownGroup.set(product.category);
    isFocusDue = isPermanent && product.code !== current;
    onChoose(product.code);
  }

  useEffect(() => {
    if (!isFocusDue) return;
    isFocusDue = false;
    root.current?.querySelector<HTMLElement>('[data-market-row][aria-current]')?.focus();
  }, []);

  return (
    <div ref={root} className="scroll-quiet min-h-0 flex-1 overflow-y-auto overscroll-contain p-3">
      <MarketBrowser
        group={group}
        onGroup={shownGroup.set}
        hrefOf={({ code }) => hrefTo(paths.trade(code))}
        onChoose={choose}
        current={current}
        compact
      />
    </div>
  );
}

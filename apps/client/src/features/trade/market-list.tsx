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

type MarketListProps = {
  current: string;
  onChoose: (code: string) => void;
};

/** All markets for trading, in a sheet: groups, search, sort order, prices, and when closed ones open. */
export function MarketList({ current, onChoose }: MarketListProps) {
  const group = useObservable(shownGroup);
  const products = useProducts().data ?? [];
  const favourites = useFavourites();

  /** A product found by search is then shown in its own group. */
  function choose(product: ProductView) {
    const isShown = productsOf(products, group, favourites).some(({ code }) => code === product.code);
    if (!isShown) shownGroup.set(product.category);
    onChoose(product.code);
  }

  return (
    <div className="scroll-quiet min-h-0 flex-1 overflow-y-auto overscroll-contain p-3">
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

import { observable, useObservable } from '../../lib/observable.ts';
import { hrefTo } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';
import { MarketBrowser } from '../../services/market/market-browser.tsx';
import type { ProductGroup } from '../../services/market/product-list.ts';

/** The group that was looked at last: choosing a product opens its page anew, and the list stays where it was. */
const shownGroup = observable<ProductGroup>('hot');

type MarketListProps = { current: string; onChoose: (code: string) => void };

/** All markets, to trade in: groups, search, order, prices, and when closed ones open. */
export function MarketList({ current, onChoose }: MarketListProps) {
  const group = useObservable(shownGroup);
  return (
    <div className="scroll-quiet min-h-0 flex-1 overflow-y-auto overscroll-contain p-3">
      <MarketBrowser
        group={group}
        onGroup={shownGroup.set}
        hrefOf={({ code }) => hrefTo(paths.trade(code))}
        onChoose={({ code }) => onChoose(code)}
        current={current}
        compact
      />
    </div>
  );
}

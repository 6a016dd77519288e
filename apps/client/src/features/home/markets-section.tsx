import { useState } from 'react';
import { IconButton } from '@candor/ui/icon-button.tsx';
import { ListOrdered } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { hrefTo, replaceQuery, useAddress } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';
import { MarketBrowser } from '../../services/market/market-browser.tsx';
import { PRODUCT_GROUPS } from '../../services/market/product-list.ts';
import { RefreshButton } from '../../services/queries/refresh-button.tsx';
import { FavouritesSheet } from './favourites-sheet.tsx';

/** The markets. The open group is in the address, so going back finds it again. */
export function MarketsSection() {
  const t = useTranslations('home.markets');
  const { params } = useAddress();
  const [managing, setManaging] = useState(false);
  const asked = params.get('group');
  const group = PRODUCT_GROUPS.find((each) => each === asked) ?? 'hot';
  return (
    <section aria-label={t('title')} className="min-w-0">
      <div className="mb-2 flex items-center justify-between">
        <h2 className="text-title-2">{t('title')}</h2>
        <span className="-me-2 flex">
          <RefreshButton />
          <IconButton label={t('manage')} onClick={() => setManaging(true)}>
            <ListOrdered aria-hidden="true" className="size-5" strokeWidth={1.75} />
          </IconButton>
        </span>
      </div>
      <div className="rounded-card border border-line bg-surface-1 px-4 pt-4 pb-1 shadow-card l:pb-3">
        <MarketBrowser
          group={group}
          onGroup={(chosen) => replaceQuery({ group: chosen })}
          hrefOf={(product) => hrefTo(paths.market(product.code))}
          onAddFavourites={() => setManaging(true)}
        />
      </div>
      <FavouritesSheet open={managing} onClose={() => setManaging(false)} />
    </section>
  );
}

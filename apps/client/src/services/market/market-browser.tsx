/* Search, groups and rows: the same list on the home screen, in the product sheet and beside the desktop chart. */

import { useRef } from 'react';
import type { ReactNode } from 'react';
import type { ProductView } from '@candor/contract/market';
import { cx } from '@candor/ui/cx';
import { SkeletonRows } from '@candor/ui/skeleton.tsx';
import { EmptyState } from '@candor/ui/states.tsx';
import { Tabs } from '@candor/ui/tabs.tsx';
import { TextField } from '@candor/ui/text-field.tsx';
import { Button } from '@candor/ui/button.tsx';
import { ArrowUpDown, Search, SearchX, Star } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { LoadFailed, Loading } from '../queries/query-states.tsx';
import { FavouriteButton } from '../favourites/favourite-button.tsx';
import { useLanguage } from '../../lib/language.ts';
import { MarketRow } from './market-row.tsx';
import { nameOf, PRODUCT_SORTS } from './product-list.ts';
import type { ProductGroup } from './product-list.ts';
import { changeMarketSort, moveBetweenRows, useMarketSort, useProductList } from './use-product-list.ts';
import { Menu } from '@candor/ui/menu.tsx';

type MarketBrowserProps = {
  group: ProductGroup;
  onGroup: (group: ProductGroup) => void;
  hrefOf: (product: ProductView) => string;
  current?: string;
  /** Narrow columns: no small lines, no stars. */
  compact?: boolean;
  /** Called instead of following the link. */
  onChoose?: (product: ProductView) => void;
  /** Beside the search field. */
  aside?: ReactNode;
  /** The action of an empty list of favourites. */
  onAddFavourites?: () => void;
};

/** Needs the texts of `market`. The arrows up and down move between rows. */
export function MarketBrowser(props: MarketBrowserProps) {
  const { group, onGroup, compact = false, aside, onAddFavourites } = props;
  const t = useTranslations('market.list');
  const root = useRef<HTMLDivElement>(null);
  const { products, text, setText, groups, shownGroup, isSearching, shown } = useProductList(group);

  let list;
  if (products.data) {
    list =
      shown.length > 0 ? (
        <Rows {...props} products={shown} />
      ) : isSearching ? (
        <EmptyState
          icon={<SearchX aria-hidden="true" strokeWidth={1.5} />}
          title={t('noMatch', { text: text.trim() })}
        />
      ) : (
        <EmptyState
          icon={<Star aria-hidden="true" strokeWidth={1.5} className="text-inactive" />}
          title={t('noFavourites')}
          action={
            onAddFavourites && (
              <Button size="small" variant="secondary" onClick={onAddFavourites}>
                {t('addFavourites')}
              </Button>
            )
          }
        >
          {t('noFavouritesHint')}
        </EmptyState>
      );
  } else if (products.isError) list = <LoadFailed error={products.error} onRetry={() => void products.refetch()} />;
  else {
    list = (
      <Loading onRetry={() => void products.refetch()}>
        <div className="px-4">
          <SkeletonRows count={6} />
        </div>
      </Loading>
    );
  }

  return (
    <div
      ref={root}
      onKeyDown={(event) => moveBetweenRows(event, root.current)}
      role="presentation"
      className="@container"
    >
      <div className={cx('flex items-center gap-2', compact && 'px-1')}>
        <div className="min-w-0 flex-1">
          <TextField
            data-market-search=""
            label={t('search')}
            labelHidden
            reserveLine={false}
            placeholder={t('searchHint')}
            prefix={<Search aria-hidden="true" className="size-4.5" />}
            value={text}
            onChange={(event) => setText(event.target.value)}
            onClear={() => setText('')}
            enterKeyHint="search"
            autoComplete="off"
          />
        </div>
        <MarketSortMenu />
        {aside}
      </div>
      {isSearching ? (
        <div className="mt-3">{list}</div>
      ) : (
        <Tabs
          label={t('groups')}
          tabs={groups.map((each) => ({ value: each, label: t(`group.${each}`) }))}
          value={shownGroup}
          onChange={onGroup}
          className="mt-1"
        >
          {list}
        </Tabs>
      )}
    </div>
  );
}

function Rows({
  products,
  hrefOf,
  current,
  compact = false,
  onChoose,
}: MarketBrowserProps & { products: readonly ProductView[] }) {
  const language = useLanguage();
  return (
    <ul className={cx('[&>li+li]:border-t [&>li+li]:border-line', compact ? '-mx-1' : '-mx-4 l:mx-0')}>
      {products.map((product) => (
        <li key={product.code} className="flex items-center">
          <MarketRow
            product={product}
            href={hrefOf(product)}
            current={product.code === current}
            compact={compact}
            onPress={onChoose && (() => onChoose(product))}
          />
          {!compact && (
            <FavouriteButton
              code={product.code}
              name={nameOf(product, language)}
              className="me-1 hidden! l:inline-flex!"
            />
          )}
        </li>
      ))}
    </ul>
  );
}

/** Chooses the sort order. Needs the texts of `market`. */
export function MarketSortMenu({ className }: { className?: string }) {
  const t = useTranslations('market.sort');
  const chosen = useMarketSort();
  return (
    <Menu
      label={`${t('label')} ${t(chosen)}`}
      align="end"
      triggerClass={cx(
        'inline-flex size-[min(2.75rem,14vw)] [&>svg]:max-w-[70%] items-center justify-center rounded-full hover:bg-surface-2',
        chosen === 'own' ? 'text-text-2' : 'text-selected',
        className,
      )}
      trigger={<ArrowUpDown aria-hidden="true" className="size-5" strokeWidth={1.75} />}
      items={PRODUCT_SORTS.map((each) => ({
        key: each,
        label: t(each),
        checked: each === chosen,
        onPress: () => changeMarketSort(each),
      }))}
    />
  );
}

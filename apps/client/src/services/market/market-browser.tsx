/* Search, groups and rows: the same list on the home screen, in the product sheet and beside the desktop chart. */

import { useRef, useState } from 'react';
import type { ReactNode, RefObject } from 'react';
import type { ProductView } from '@candor/contract/market';
import { cx } from '@candor/ui/cx';
import { IconButton } from '@candor/ui/icon-button.tsx';
import { SkeletonRows } from '@candor/ui/skeleton.tsx';
import { EmptyState } from '@candor/ui/states.tsx';
import { Tabs } from '@candor/ui/tabs.tsx';
import { TextField } from '@candor/ui/text-field.tsx';
import { Button } from '@candor/ui/button.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { ArrowUpDown, Search, SearchX, Star, X } from 'lucide-react';
import { flushSync } from 'react-dom';
import { useTranslations } from 'use-intl';
import { LoadFailed, Loading } from '../queries/query-states.tsx';
import { FavouriteButton } from '../favourites/favourite-button.tsx';
import { MarketRowBlocks } from '../../lib/home-blocks.tsx';
import { useLanguage } from '../../lib/language.ts';
import { MarketHead, MarketRow } from './market-row.tsx';
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
  /** Beside the search field of a narrow column. */
  aside?: ReactNode;
  /** Of the line of tabs. A search takes its place. */
  lineClassName?: string;
  /** The action of the list of favourites, which is called so when it is not empty. */
  manage?: { label: string; onPress: () => void };
};

/** Needs the texts of `market`. The arrows up and down move between rows. */
export function MarketBrowser(props: MarketBrowserProps) {
  const { group, onGroup, compact = false, aside, lineClassName, manage } = props;
  const t = useTranslations('market.list');
  const root = useRef<HTMLDivElement>(null);
  const { products, text, setText, groups, shownGroup, isSearching, shown } = useProductList(group);
  const [isSearchOpen, setSearchOpen] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const opener = useRef<HTMLButtonElement>(null);

  // The keyboard of a phone opens only if the field has the focus before the press is over.
  function openSearch() {
    flushSync(() => setSearchOpen(true));
    field.current?.focus();
  }

  function closeSearch() {
    flushSync(() => {
      setSearchOpen(false);
      setText('');
    });
    opener.current?.focus();
  }

  let list;
  if (products.data) {
    list =
      shown.length > 0 ? (
        <>
          <Rows {...props} products={shown} />
          {shownGroup === 'favourites' && !isSearching && manage && (
            <Button block size="small" variant="text" className="my-2" onClick={manage.onPress}>
              {manage.label}
            </Button>
          )}
        </>
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
            manage && (
              <Button size="small" variant="secondary" onClick={manage.onPress}>
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
        {compact ? (
          <div className="px-4">
            <SkeletonRows count={6} />
          </div>
        ) : (
          <Wide>
            <MarketRowBlocks />
          </Wide>
        )}
      </Loading>
    );
  }

  const tabs = (
    <Tabs
      label={t('groups')}
      tabs={groups.map((each) => ({ value: each, label: t(`group.${each}`) }))}
      value={shownGroup}
      onChange={onGroup}
      {...(compact
        ? { className: 'mt-1' }
        : {
            lineClassName: cx(LINE, TAB_LIST, lineClassName),
            aside: (
              <span className="-my-2 -me-2 flex shrink-0">
                <IconButton ref={opener} label={t('search')} onClick={openSearch}>
                  <Search aria-hidden="true" className="size-5" strokeWidth={1.75} />
                </IconButton>
                <MarketSortMenu canRefresh />
              </span>
            ),
          })}
    >
      {list}
    </Tabs>
  );

  return (
    <div
      ref={root}
      onKeyDown={(event) => moveBetweenRows(event, root.current)}
      role="presentation"
      className="@container"
    >
      {compact ? (
        <div className="flex items-center gap-2 px-1">
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
      ) : (
        isSearchOpen && (
          <SearchLine ref={field} text={text} onText={setText} onClose={closeSearch} className={lineClassName} />
        )
      )}
      {isSearching || isSearchOpen ? <div className={cx(compact && 'mt-3')}>{list}</div> : tabs}
    </div>
  );
}

/** As high with tabs as with a search in it. */
const LINE = 'hairline-b h-10';
/** More tabs than the line has room for go out of sight softly. */
const TAB_LIST =
  '[&>[role=tablist]]:-ms-1 [&>[role=tablist]]:gap-3! [&>[role=tablist]]:self-stretch [&>[role=tablist]]:pe-6 [&>[role=tablist]]:[mask-image:linear-gradient(to_left,transparent,#000_1.5rem)] [&_[role=tab]]:min-h-0!';

type SearchLineProps = {
  ref: RefObject<HTMLInputElement | null>;
  text: string;
  onText: (text: string) => void;
  onClose: () => void;
  className: string | undefined;
};

/** Takes the place of the tabs: a search is over all groups. */
function SearchLine({ ref, text, onText, onClose, className }: SearchLineProps) {
  const t = useTranslations('market.list');
  const common = useTranslations('common.actions');
  return (
    <div className={cx(LINE, 'flex items-center gap-2', className)}>
      <Search aria-hidden="true" className="size-5 shrink-0 text-text-2" strokeWidth={1.75} />
      <input
        ref={ref}
        data-market-search=""
        aria-label={t('search')}
        placeholder={t('searchHint')}
        value={text}
        onChange={(event) => onText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onClose();
        }}
        enterKeyHint="search"
        autoComplete="off"
        className="h-full min-w-0 flex-1 bg-transparent text-body outline-none placeholder:text-text-3"
      />
      <IconButton label={common('close')} onClick={onClose} className="-my-2 -me-2">
        <X aria-hidden="true" className="size-5" strokeWidth={1.75} />
      </IconButton>
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
  const rows = (
    <ul className={cx('[&>li+li]:border-t [&>li+li]:border-line', compact ? '-mx-1' : '-mx-[var(--gutter)]')}>
      {products.map((product) => (
        <li key={product.code} className="flex items-center hover:bg-surface-2">
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
              className="me-3 hidden! l:inline-flex!"
            />
          )}
        </li>
      ))}
    </ul>
  );
  return compact ? rows : <Wide>{rows}</Wide>;
}

/** Below the names of its columns, where there is room for them. They stand while the rows are on their way too. */
function Wide({ children }: { children: ReactNode }) {
  return (
    <>
      <div className="-mx-[var(--gutter)]">
        <MarketHead />
      </div>
      {children}
    </>
  );
}

type MarketSortMenuProps = {
  className?: string;
  /** It also reads everything on the screen again. */
  canRefresh?: boolean;
};

/** Chooses the sort order. Needs the texts of `market`. */
export function MarketSortMenu({ className, canRefresh = false }: MarketSortMenuProps) {
  const t = useTranslations('market.sort');
  const common = useTranslations('common.actions');
  const cache = useQueryClient();
  const refresh = {
    key: 'refresh',
    label: common('refresh'),
    onPress: () => void cache.refetchQueries({ type: 'active' }),
  };
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
      items={[
        ...PRODUCT_SORTS.map((each) => ({
          key: each,
          label: t(each),
          checked: each === chosen,
          onPress: () => changeMarketSort(each),
        })),
        ...(canRefresh ? [refresh] : []),
      ]}
    />
  );
}

/*
 * All markets of a desktop as a table: what each costs now, how its day went, what an order pays, and when it trades.
 * The search stands above it and filters in place. A row leads to the product's page, its last cell to the ticket.
 */

import { useRef } from 'react';
import type { ReactNode } from 'react';
import type { ProductView } from '@candor/contract/market';
import { buttonClass } from '@candor/ui/button.tsx';
import { cx } from '@candor/ui/cx';
import { Page } from '@candor/ui/page.tsx';
import { ChangePill, PriceText } from '@candor/ui/price-text.tsx';
import { SkeletonRows } from '@candor/ui/skeleton.tsx';
import { Sparkline } from '@candor/ui/sparkline.tsx';
import { EmptyState } from '@candor/ui/states.tsx';
import { Tabs } from '@candor/ui/tabs.tsx';
import { TextField } from '@candor/ui/text-field.tsx';
import { observable } from '@candor/api-client/observable';
import { ArrowDown, ArrowUp, Search, SearchX, Star } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { UNKNOWN_FIGURE, formatPrice, formatRate } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.ts';
import { hrefTo } from '../../lib/location.ts';
import { useObservable } from '../../lib/observable.ts';
import { paths } from '../../lib/paths.ts';
import { Status } from '../../lib/status.tsx';
import { FavouriteButton } from '../../services/favourites/favourite-button.tsx';
import { usePrice } from '../../services/live/live.ts';
import { useDayRange, withPrice } from '../../services/market/day-range.ts';
import { FeedNote } from '../../services/market/feed-note.tsx';
import { useChangeText, useOpeningText } from '../../services/market/market-words.ts';
import { ProductDisc } from '../../services/market/product-disc.tsx';
import { bestPayoutRate, changeNow, nameOf, sparklineOf } from '../../services/market/product-list.ts';
import type { ProductGroup, ProductSort } from '../../services/market/product-list.ts';
import { usePriceAge } from '../../services/market/use-price-age.ts';
import {
  changeMarketSort,
  moveBetweenRows,
  useMarketSort,
  useProductList,
} from '../../services/market/use-product-list.ts';
import { LoadFailed } from '../../services/queries/query-states.tsx';
import { sessionsName } from './product-terms.ts';

/** The page keeps its group while the member looks at a product. */
const shownGroup = observable<ProductGroup>('all');

export function MarketTable() {
  const t = useTranslations('market');
  const titles = useTranslations('shell.menu');
  const root = useRef<HTMLDivElement>(null);
  const group = useObservable(shownGroup);
  const list = useProductList(group, 'all');
  const { products, text, setText, isSearching, shown } = list;
  return (
    <Page wide className="xl:pt-4!">
      <div ref={root} role="presentation" onKeyDown={(event) => moveBetweenRows(event, root.current)}>
        <div className="mb-3 flex items-center justify-between gap-4">
          <h1 className="text-title-1 font-bold">{titles('markets')}</h1>
          <div className="w-80">
            <TextField
              data-market-search=""
              label={t('list.search')}
              labelHidden
              reserveLine={false}
              placeholder={t('list.searchHint')}
              prefix={<Search aria-hidden="true" className="size-4.5" />}
              value={text}
              onChange={(event) => setText(event.target.value)}
              onClear={() => setText('')}
              enterKeyHint="search"
              autoComplete="off"
            />
          </div>
        </div>
        <section className="rounded-card border border-line bg-surface-1 shadow-card">
          <Tabs
            label={t('list.groups')}
            tabs={list.groups.map((each) => ({ value: each, label: t(`list.group.${each}`) }))}
            value={list.shownGroup}
            onChange={(next) => {
              setText('');
              shownGroup.set(next);
            }}
            lineClassName="px-4"
          >
            {products.data === undefined ? (
              products.isError ? (
                <LoadFailed error={products.error} onRetry={() => void products.refetch()} />
              ) : (
                <div className="px-4">
                  <SkeletonRows count={10} />
                </div>
              )
            ) : shown.length > 0 ? (
              <Table products={shown} />
            ) : isSearching ? (
              <EmptyState
                icon={<SearchX aria-hidden="true" strokeWidth={1.5} />}
                title={t('list.noMatch', { text: text.trim() })}
              />
            ) : (
              <EmptyState
                icon={<Star aria-hidden="true" strokeWidth={1.5} className="text-inactive" />}
                title={t('list.noFavourites')}
              >
                {t('list.noFavouritesHint')}
              </EmptyState>
            )}
          </Tabs>
        </section>
      </div>
    </Page>
  );
}

function Table({ products }: { products: readonly ProductView[] }) {
  const t = useTranslations('market');
  const sort = useMarketSort();
  return (
    <table className="tnum w-full text-body-s">
      <caption className="sr-only">{t('list.groups')}</caption>
      <thead className="text-caption text-text-3">
        <tr>
          <th scope="col" className="w-12">
            <span className="sr-only">{t('table.star')}</span>
          </th>
          <SortHead label={t('table.product')} sort={sort} steps={['name', 'own']} />
          <Head isFigure>{t('table.price')}</Head>
          <SortHead label={t('table.change')} sort={sort} steps={['rise', 'fall', 'own']} isFigure />
          <Head>{t('table.range')}</Head>
          <Head className="max-nav:hidden">{t('table.path')}</Head>
          <Head isFigure>{t('table.payout')}</Head>
          <Head>{t('table.hours')}</Head>
          <th scope="col">
            <span className="sr-only">{t('table.order')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {products.map((product) => (
          <Row key={product.code} product={product} />
        ))}
      </tbody>
    </table>
  );
}

type HeadProps = { isFigure?: boolean; className?: string; children: ReactNode };

function Head({ isFigure = false, className, children }: HeadProps) {
  return (
    <th
      scope="col"
      className={cx('h-10 px-3 font-medium whitespace-nowrap', isFigure ? 'text-end' : 'text-start', className)}
    >
      {children}
    </th>
  );
}

type SortHeadProps = { label: string; sort: ProductSort; steps: readonly ProductSort[]; isFigure?: boolean };

/** A press goes to the next order of this column; the last step is the order that the list came in. */
function SortHead({ label, sort, steps, isFigure = false }: SortHeadProps) {
  const at = steps.indexOf(sort);
  const isSorted = at >= 0 && sort !== 'own';
  const isDown = sort === 'rise';
  const Icon = isDown ? ArrowDown : ArrowUp;
  return (
    <th
      scope="col"
      aria-sort={isSorted ? (isDown ? 'descending' : 'ascending') : 'none'}
      className={cx('h-10 px-3 font-medium whitespace-nowrap', isFigure ? 'text-end' : 'text-start')}
    >
      <button
        type="button"
        onClick={() => changeMarketSort(steps[(at + 1) % steps.length] ?? 'own')}
        className={cx('inline-flex min-h-9 items-center gap-1 hover:text-text-1', isSorted && 'text-text-1')}
      >
        {label}
        <Icon aria-hidden="true" className={cx('size-3.5', !isSorted && 'invisible')} />
      </button>
    </th>
  );
}

function Row({ product }: { product: ProductView }) {
  const t = useTranslations('market.table');
  const language = useLanguage();
  const live = usePrice(product.code);
  const changeText = useChangeText();
  const openingText = useOpeningText();
  const isTrading = product.status === 'trading';
  const price = live?.price ?? product.last?.price ?? null;
  const change = changeText(changeNow(product, price));
  const age = usePriceAge(isTrading ? (live?.at ?? null) : null);
  const payout = bestPayoutRate(product);
  const name = nameOf(product, language);
  return (
    <tr className="h-13 border-t border-line hover:bg-surface-2">
      <td className="ps-2">
        <FavouriteButton code={product.code} name={name} />
      </td>
      <th scope="row" className="px-3 text-start font-normal">
        <a
          href={hrefTo(paths.market(product.code))}
          data-market-row=""
          className="flex min-h-11 min-w-0 items-center gap-3 rounded-control"
        >
          <ProductDisc product={product} isSmall />
          <span className="min-w-0">
            <span className="block truncate font-bold">{name}</span>
            <FeedNote product={product} />
          </span>
        </a>
      </th>
      <td className="px-3 text-end">
        <PriceText
          text={formatPrice(price)}
          direction={isTrading ? change.direction : 'flat'}
          flashKey={live?.seq ?? 0}
          stale={age === 'stale'}
          className="text-body font-bold"
        />
      </td>
      <td className="px-3 text-end">
        <ChangePill text={change.text} direction={change.direction} spoken={change.spoken} className="text-caption!" />
      </td>
      <td className="px-3">
        <Range code={product.code} price={isTrading ? price : null} shown={price} />
      </td>
      <td className="px-3 max-nav:hidden">
        <Sparkline points={sparklineOf(product, price)} direction={change.direction} className="w-30!" />
      </td>
      <td className="px-3 text-end font-bold">{payout === null ? UNKNOWN_FIGURE : formatRate(payout)}</td>
      <td className="px-3">
        <span className="flex flex-col items-start gap-1 xxl:flex-row xxl:items-center xxl:gap-2">
          <Status of={product.status} />
          <span className="text-caption text-text-3">
            {product.status === 'closed' ? openingText(product) : t(`hoursOf.${sessionsName(product.sessions)}`)}
          </span>
        </span>
      </td>
      <td className="pe-3 text-end">
        <a
          href={hrefTo(paths.trade(product.code))}
          aria-label={t('orderIn', { name })}
          className={cx(buttonClass('secondary', 'small'), 'min-h-9! px-3!')}
        >
          {t('order')}
        </a>
      </td>
    </tr>
  );
}

/** Low and high of 24 hours, and where the price stands between them. */
function Range({ code, price, shown }: { code: string; price: string | null; shown: string | null }) {
  const { data } = useDayRange(code, false);
  const day = data ? withPrice(data, price) : null;
  const low = Number(day?.low);
  const width = Number(day?.high) - low;
  const at = width > 0 && shown !== null ? Math.min(1, Math.max(0, (Number(shown) - low) / width)) : null;
  return (
    <span className="flex w-44 flex-col gap-1 text-caption text-text-2">
      <span className="flex justify-between gap-2">
        <span>{formatPrice(day?.low)}</span>
        <span>{formatPrice(day?.high)}</span>
      </span>
      <span aria-hidden="true" className="relative h-1 rounded-full bg-surface-3">
        {at !== null && (
          <span
            className="absolute -top-0.5 h-2 w-1 -translate-x-1/2 rounded-full bg-selected"
            style={{ insetInlineStart: `${at * 100}%` }}
          />
        )}
      </span>
    </span>
  );
}

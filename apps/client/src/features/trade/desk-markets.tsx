/* The market list of the desktop's workspace: dense rows, all products in view at 900 px, or only their logos. */

import { useEffect, useRef } from 'react';
import type { ProductView } from '@candor/contract/market';
import { observable } from '@candor/api-client/observable';
import { cx } from '@candor/ui/cx';
import { IconButton } from '@candor/ui/icon-button.tsx';
import { PriceText } from '@candor/ui/price-text.tsx';
import { SkeletonRows } from '@candor/ui/skeleton.tsx';
import { Tabs } from '@candor/ui/tabs.tsx';
import { PanelLeftClose, PanelLeftOpen, Search, X } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { formatPrice } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.ts';
import { hrefTo } from '../../lib/location.ts';
import { useObservable } from '../../lib/observable.ts';
import { paths } from '../../lib/paths.ts';
import { useFavourites } from '../../services/favourites/favourites.ts';
import { usePrice } from '../../services/live/live.ts';
import { MarketSortMenu } from '../../services/market/market-browser.tsx';
import { useChangeText, useOpeningText, useStoppedText } from '../../services/market/market-words.ts';
import { ProductDisc } from '../../services/market/product-disc.tsx';
import { changeNow, nameOf, productsOf } from '../../services/market/product-list.ts';
import type { ProductGroup } from '../../services/market/product-list.ts';
import { usePriceAge } from '../../services/market/use-price-age.ts';
import { moveBetweenRows, useProductList } from '../../services/market/use-product-list.ts';
import { LoadFailed } from '../../services/queries/query-states.tsx';
import { changeDeskColumns } from './desk-columns.ts';

/** The last group the member looked at: choosing a product opens its page again, and the list keeps its group. */
const shownGroup = observable<ProductGroup>('all');

/** Set between a choice and the page of the chosen product. */
const isFocusDue = observable(false);

type DeskMarketsProps = { current: string; isFolded: boolean; onChoose: (code: string) => void };

export function DeskMarkets({ current, isFolded, onChoose }: DeskMarketsProps) {
  const t = useTranslations();
  const root = useRef<HTMLDivElement>(null);
  const group = useObservable(shownGroup);
  const list = useProductList(group, 'all');
  const favourites = useFavourites();
  const { products, text, setText, isSearching, shown } = list;

  useEffect(() => {
    if (!isFocusDue.get()) return;
    isFocusDue.set(false);
    root.current?.querySelector<HTMLElement>('[data-market-row][aria-current]')?.focus();
  }, []);

  /** A product found by search is then shown among all. */
  function choose({ code }: ProductView) {
    if (!productsOf(products.data ?? [], list.shownGroup, favourites).some((each) => each.code === code)) {
      shownGroup.set('all');
    }
    isFocusDue.set(code !== current);
    onChoose(code);
  }

  const rows = (of: readonly ProductView[]) => (
    <ul>
      {of.map((product) => (
        <li key={product.code}>
          <Row
            product={product}
            isCurrent={product.code === current}
            isFolded={isFolded}
            onPress={() => choose(product)}
          />
        </li>
      ))}
    </ul>
  );

  const content =
    products.data === undefined ? (
      products.isError ? (
        <LoadFailed error={products.error} onRetry={() => void products.refetch()} />
      ) : (
        <div className="px-3">
          <SkeletonRows count={8} />
        </div>
      )
    ) : shown.length > 0 ? (
      rows(shown)
    ) : (
      <p className="px-3 py-6 text-center text-body-s text-text-2">
        {isSearching ? t('market.list.noMatch', { text: text.trim() }) : t('market.list.noFavouritesHint')}
      </p>
    );

  return (
    <div
      ref={root}
      role="presentation"
      onKeyDown={(event) => moveBetweenRows(event, root.current)}
      className="flex min-h-0 flex-1 flex-col"
    >
      {isFolded ? (
        <>
          <div className="flex h-13 shrink-0 items-center justify-center">
            <Fold isFolded />
          </div>
          <div className="scroll-quiet relative min-h-0 flex-1 overflow-y-auto">{rows(products.data ?? [])}</div>
        </>
      ) : (
        <>
          <div className="flex h-13 shrink-0 items-center gap-1 ps-3 pe-1">
            <SearchBox text={text} onText={setText} />
            <MarketSortMenu className="size-9!" />
            <Fold isFolded={false} />
          </div>
          {isSearching ? (
            <div className="scroll-quiet hairline-t relative min-h-0 flex-1 overflow-y-auto">{content}</div>
          ) : (
            <Tabs
              isDense
              label={t('market.list.groups')}
              tabs={list.groups.map((each) => ({ value: each, label: t(`market.list.group.${each}`) }))}
              value={list.shownGroup}
              onChange={shownGroup.set}
              className="flex min-h-0 flex-1 flex-col"
              lineClassName="shrink-0 px-3"
              panelClassName="scroll-quiet relative min-h-0 flex-1 overflow-y-auto overscroll-contain"
            >
              {content}
            </Tabs>
          )}
        </>
      )}
    </div>
  );
}

function Fold({ isFolded }: { isFolded: boolean }) {
  const t = useTranslations('trade.workspace');
  const Icon = isFolded ? PanelLeftOpen : PanelLeftClose;
  return (
    <IconButton
      label={t(isFolded ? 'unfoldList' : 'foldList')}
      aria-expanded={!isFolded}
      onClick={() => changeDeskColumns((columns) => ({ ...columns, isListFolded: !isFolded }))}
      className="size-9!"
    >
      <Icon aria-hidden="true" className="size-4.5" strokeWidth={1.75} />
    </IconButton>
  );
}

/** 36 px, for a column that a pointer moves in. */
function SearchBox({ text, onText }: { text: string; onText: (text: string) => void }) {
  const t = useTranslations('market.list');
  const common = useTranslations('common.actions');
  const field = useRef<HTMLInputElement>(null);
  return (
    <div className="flex h-9 min-w-0 flex-1 items-center rounded-control border border-line-control/45 bg-field ps-2 focus-within:border-focus focus-within:outline-1 focus-within:-outline-offset-2 focus-within:outline-focus hover:border-line-control">
      <Search aria-hidden="true" className="size-4 shrink-0 text-text-3" strokeWidth={1.75} />
      <input
        ref={field}
        data-market-search=""
        aria-label={t('search')}
        placeholder={t('searchHint')}
        value={text}
        onChange={(event) => onText(event.target.value)}
        enterKeyHint="search"
        autoComplete="off"
        className="h-full min-w-0 flex-1 bg-transparent px-2 text-body-s outline-none placeholder:text-text-3"
      />
      {text !== '' && (
        // Not a stop of the Tab key: it does nothing that the keyboard cannot do in the field.
        <IconButton
          label={common('clear')}
          tabIndex={-1}
          onClick={() => {
            onText('');
            field.current?.focus();
          }}
          className="size-8!"
        >
          <X aria-hidden="true" className="size-4" />
        </IconButton>
      )}
    </div>
  );
}

const TONES = { up: 'text-up', down: 'text-down', flat: 'text-flat' } as const;
const ARROWS = { up: '▲ ', down: '▼ ', flat: '' } as const;

type RowProps = { product: ProductView; isCurrent: boolean; isFolded: boolean; onPress: () => void };

function Row({ product, isCurrent, isFolded, onPress }: RowProps) {
  const language = useLanguage();
  const live = usePrice(product.code);
  const changeText = useChangeText();
  const isTrading = product.status === 'trading';
  const price = live?.price ?? product.last?.price ?? null;
  const change = changeText(changeNow(product, price));
  const age = usePriceAge(isTrading ? (live?.at ?? null) : null);
  const name = nameOf(product, language);
  return (
    <a
      href={hrefTo(paths.trade(product.code))}
      aria-current={isCurrent ? 'page' : undefined}
      {...(isFolded ? { 'aria-label': name, title: `${name} ${formatPrice(price)} ${change.text}` } : {})}
      data-market-row=""
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        onPress();
      }}
      className={cx(
        'grid h-11 items-center gap-x-2 -outline-offset-2 hover:bg-surface-2 active:bg-surface-2',
        isFolded ? 'justify-items-center' : 'grid-cols-[2rem_minmax(0,1fr)_auto] px-3',
        isCurrent && 'bg-surface-2 mark-current',
      )}
    >
      <ProductDisc product={product} isSmall />
      {!isFolded && (
        <>
          <span className="min-w-0 leading-tight">
            <span className="block truncate text-body-s/tight font-bold">{product.code}</span>
            <Line product={product} name={name} isLate={age !== 'fresh'} />
          </span>
          <span className="flex flex-col items-end leading-tight">
            <PriceText
              text={formatPrice(price)}
              direction={isTrading ? change.direction : 'flat'}
              flashKey={live?.seq ?? 0}
              stale={age === 'stale'}
              className="text-body-s/tight font-bold"
            />
            <span translate="no" className={cx('tnum text-caption/tight font-medium', TONES[change.direction])}>
              <span aria-hidden="true">
                <span className="glyph">{ARROWS[change.direction]}</span>
                {change.text}
              </span>
              <span className="sr-only">{change.spoken}</span>
            </span>
          </span>
        </>
      )}
    </a>
  );
}

/** The name, or what matters more: that nothing can be ordered now, or that the price is late. */
function Line({ product, name, isLate }: { product: ProductView; name: string; isLate: boolean }) {
  const t = useTranslations();
  const openingText = useOpeningText();
  const stoppedText = useStoppedText();
  const [tone, text] =
    product.status === 'closed'
      ? (['text-text-3', openingText(product)] as const)
      : product.status === 'forbidden'
        ? (['text-danger', stoppedText(product)] as const)
        : isLate
          ? (['text-warn', t('common.states.delayed')] as const)
          : (['text-text-3', name] as const);
  return <span className={cx('block truncate text-caption/tight', tone)}>{text}</span>;
}

/* What a list of products shows: the text searched for, else a group, in the order that this device chose. */

import { useState } from 'react';
import type { KeyboardEvent } from 'react';
import type { ProductView } from '@candor/contract/market';
import { observable } from '@candor/api-client/observable';
import { readKept, tryWriteKept } from '../../lib/kept-store.ts';
import { useLanguage } from '../../lib/language.ts';
import { useObservable } from '../../lib/observable.ts';
import { useFavourites } from '../favourites/favourites.ts';
import { useProducts } from '../queries/shared-queries.ts';
import { groupsOf, PRODUCT_SORTS, productsOf, searchProducts, sortProducts } from './product-list.ts';
import type { ProductGroup, ProductSort } from './product-list.ts';

const KEY = 'market-sort';

const sort = observable<ProductSort>('own');

void readKept(KEY).then((kept) => {
  const read = PRODUCT_SORTS.find((each) => each === kept);
  if (read !== undefined && sort.get() === 'own') sort.set(read);
});

/** The sort order of every product list on this device, kept like the display choices. */
export function useMarketSort(): ProductSort {
  return useObservable(sort);
}

export function changeMarketSort(next: ProductSort): void {
  sort.set(next);
  tryWriteKept(KEY, next);
}

/** @param mixed the group that mixes the categories; it is shown where `group` has no products here */
export function useProductList(group: ProductGroup, mixed: 'hot' | 'all' = 'hot') {
  const products = useProducts();
  const favourites = useFavourites();
  const language = useLanguage();
  const order = useMarketSort();
  const [text, setText] = useState('');
  const all: readonly ProductView[] = products.data ?? [];
  const groups: readonly ProductGroup[] = products.data ? groupsOf(all, mixed) : ['favourites', mixed];
  const shownGroup = groups.includes(group) ? group : mixed;
  const isSearching = text.trim() !== '';
  const found = isSearching ? searchProducts(all, text) : productsOf(all, shownGroup, favourites);
  return { products, text, setText, groups, shownGroup, isSearching, shown: sortProducts(found, order, language) };
}

/** The arrows up and down move between rows, and from the search to the first. */
export function moveBetweenRows(event: KeyboardEvent, root: HTMLElement | null): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const rows = [...(root?.querySelectorAll<HTMLElement>('[data-market-row]') ?? [])];
  const at = rows.findIndex((row) => row === document.activeElement);
  const fromSearch = document.activeElement?.matches('[data-market-search]') ?? false;
  if (at < 0 && !fromSearch) return;
  event.preventDefault();
  rows[event.key === 'ArrowDown' ? at + 1 : Math.max(0, at - 1)]?.focus();
}

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { listOperatorProducts } from '@candor/contract/calls/console/products';
import type { OperatorProduct, StopView } from '@candor/contract/console-products';
import { CATEGORIES } from '@candor/contract/market';
import { useLanguage } from '../../lib/language.ts';
import { call } from '../../services/api/request.ts';

/** What is read again by an act on products. */
export const PRODUCTS = ['products'] as const;

/** The server counts orders for it: less often than a queue. */
const EVERY_MS = 10_000;

export function useProducts() {
  return useQuery({
    queryKey: PRODUCTS,
    queryFn: async ({ signal }) => await call(listOperatorProducts, { signal }),
    refetchInterval: EVERY_MS,
  });
}

/** Whether a stop covers a product. */
export function covers(
  { scope }: Pick<StopView, 'scope'>,
  { code, category }: Pick<OperatorProduct, 'code' | 'category'>,
) {
  return scope === 'all' || scope === `category/${category}` || scope === `product/${code}`;
}

/** How many orders of a scope run. */
export function runningIn(scope: string, products: readonly OperatorProduct[]): number {
  return products
    .filter((product) => covers({ scope }, product))
    .reduce((sum, { running: { up, down } }) => sum + up.orders + down.orders, 0);
}

/** What is stopped, in words: a product by its name, where the list has it. */
export function useScopeText(products: readonly OperatorProduct[] = []): (scope: string) => string {
  const t = useTranslations('products');
  const language = useLanguage();
  return (scope) => {
    if (scope === 'all') return t('everything');
    const category = CATEGORIES.find((one) => scope === `category/${one}`);
    if (category !== undefined) return t(`categoryOf.${category}`);
    const code = scope.slice('product/'.length);
    const product = products.find((one) => one.code === code);
    return product === undefined ? code : `${product.names[language]} (${code})`;
  };
}

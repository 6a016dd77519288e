import { Menu } from '@candor/ui/menu.tsx';
import { cx } from '@candor/ui/cx';
import { ArrowUpDown } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { readKept, tryWriteKept } from '../../lib/kept-store.ts';
import { observable } from '@candor/api-client/observable';
import { useObservable } from '../../lib/observable.ts';
import { PRODUCT_SORTS } from './product-list.ts';
import type { ProductSort } from './product-list.ts';

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

/** Chooses the sort order. Needs the texts of `market`. */
export function MarketSortMenu() {
  const t = useTranslations('market.sort');
  const chosen = useMarketSort();
  return (
    <Menu
      label={`${t('label')} ${t(chosen)}`}
      align="end"
      triggerClass={cx(
        'inline-flex size-11 items-center justify-center rounded-full hover:bg-surface-2',
        chosen === 'own' ? 'text-text-2' : 'text-accent',
      )}
      trigger={<ArrowUpDown aria-hidden="true" className="size-5" strokeWidth={1.75} />}
      items={PRODUCT_SORTS.map((each) => ({
        key: each,
        label: t(each),
        checked: each === chosen,
        onPress: () => {
          sort.set(each);
          tryWriteKept(KEY, each);
        },
      }))}
    />
  );
}

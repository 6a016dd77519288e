import { useMessages, useTranslations } from 'use-intl';
import type { ProductDraftView } from '@candor/contract/console-product-changes';
import { productDifferences } from '@candor/domain/market/product-draft';
import type { ComparedLine } from '../../services/proposal/compared-lines.ts';
import { productDraftOf } from './calendar-draft.ts';
import { keysOf } from '../../lib/keys-of.ts';

/** What a change does to a product, line by line; a new one has no `before`. */
export function useProductLines(): (before: ProductDraftView | null, after: ProductDraftView) => ComparedLine[] {
  const t = useTranslations('products');
  const names = keysOf(useMessages().products.draftOf);
  return (before, after) =>
    productDifferences(before === null ? null : productDraftOf(before), productDraftOf(after)).map((one) => {
      const known = names.find((name) => name === one.what.replace('.', '-'));
      const text = (value: string | null): string | null => {
        if (one.what === 'active') return value === null ? null : t(value === 'true' ? 'offered' : 'notOffered');
        return value;
      };
      return {
        name: known === undefined ? one.what : t(`draftOf.${known}`),
        before: text(one.before),
        after: text(one.after),
      };
    });
}

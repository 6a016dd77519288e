/* Marks products, and sorts the marked ones with buttons: nothing here needs dragging. */

import { Button } from '@candor/ui/button.tsx';
import { IconButton } from '@candor/ui/icon-button.tsx';
import { Sheet } from '@candor/ui/modal.tsx';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useLanguage } from '../../lib/language.ts';
import { FavouriteButton } from '../../services/favourites/favourite-button.tsx';
import { moveFavourite, useFavourites } from '../../services/favourites/favourites.ts';
import { ProductDisc } from '../../services/market/product-disc.tsx';
import { nameOf, productsOf } from '../../services/market/product-list.ts';
import { useProducts } from '../../services/queries/shared-queries.ts';

export function FavouritesSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useTranslations('home.favourites');
  const common = useTranslations('common.actions');
  const language = useLanguage();
  const codes = useFavourites();
  const products = useProducts().data ?? [];
  const marked = productsOf(products, 'favourites', codes);
  const others = products.filter(({ code }) => !codes.includes(code));
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t('title')}
      footer={
        <Button block size="medium" onClick={onClose}>
          {common('done')}
        </Button>
      }
    >
      <ul className="flex flex-col">
        {[...marked, ...others].map((product) => {
          const name = nameOf(product, language);
          const at = marked.indexOf(product);
          return (
            <li key={product.code} className="flex min-h-14 items-center gap-3 [&+&]:border-t [&+&]:border-line">
              <ProductDisc product={product} />
              <span className="min-w-0 flex-1">
                <span className="block truncate text-body-s font-bold">{name}</span>
                <span className="block text-caption text-text-3">{product.code}</span>
              </span>
              {at >= 0 && marked.length > 1 && (
                <span className="flex">
                  <IconButton
                    label={t('up', { name })}
                    disabled={at === 0}
                    onClick={() => moveFavourite(product.code, -1)}
                  >
                    <ArrowUp aria-hidden="true" className="size-4.5" />
                  </IconButton>
                  <IconButton
                    label={t('down', { name })}
                    disabled={at === marked.length - 1}
                    onClick={() => moveFavourite(product.code, 1)}
                  >
                    <ArrowDown aria-hidden="true" className="size-4.5" />
                  </IconButton>
                </span>
              )}
              <FavouriteButton code={product.code} name={name} />
            </li>
          );
        })}
      </ul>
    </Sheet>
  );
}

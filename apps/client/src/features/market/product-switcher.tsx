import { useState } from 'react';
import type { ProductView } from '@candor/contract/market';
import { Sheet } from '@candor/ui/modal.tsx';
import { ChevronDown } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useLanguage } from '../../lib/language.ts';
import { hrefTo, navigate } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';
import { FeedNote } from '../../services/market/feed-note.tsx';
import { MarketBrowser } from '../../services/market/market-browser.tsx';
import { nameOf } from '../../services/market/product-list.ts';
import type { ProductGroup } from '../../services/market/product-list.ts';

/**
 * The name of the product. Pressing it opens the list of all products. The chosen product replaces this one in the
 * history.
 */
export function ProductSwitcher({ product }: { product: ProductView }) {
  const t = useTranslations('market.switcher');
  const language = useLanguage();
  const [open, setOpen] = useState(false);
  const [group, setGroup] = useState<ProductGroup>('hot');
  const name = nameOf(product, language);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="press inline-flex min-h-11 max-w-full flex-col items-center justify-center rounded-small px-2"
      >
        <span className="flex max-w-full items-center gap-1 leading-tight">
          <span className="truncate">{name}</span>
          <ChevronDown aria-hidden="true" className="size-4.5 shrink-0 text-text-3" />
        </span>
        <FeedNote product={product} className="max-w-full leading-tight" />
        <span className="sr-only">{t('title')}</span>
      </button>
      <Sheet open={open} onClose={() => setOpen(false)} title={t('title')}>
        <div className="min-h-[60dvh] text-start text-body font-normal">
          {open && (
            <MarketBrowser
              group={group}
              onGroup={setGroup}
              hrefOf={({ code }) => hrefTo(paths.market(code))}
              onChoose={({ code }) => {
                setOpen(false);
                if (code !== product.code) navigate(paths.market(code), { replace: true });
              }}
              current={product.code}
              compact
            />
          )}
        </div>
      </Sheet>
    </>
  );
}

import { lazy, Suspense, useState } from 'react';
import type { ProductView } from '@candor/contract/market';
import { IconButton } from '@candor/ui/icon-button.tsx';
import { BellPlus } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useLanguage } from '../../lib/language.ts';
import { untilLoaded } from '../../lib/until-loaded.ts';
import { nameOf } from '../../services/market/product-list.ts';

const AlertSheet = lazy(() => untilLoaded(async () => ({ default: (await import('./alert-sheet.tsx')).AlertSheet })));

/** The bell of a product: "tell me when the price reaches this". */
export function AlertButton({ product, className }: { product: ProductView; className?: string }) {
  const t = useTranslations('alerts');
  const language = useLanguage();
  const [isOpen, setOpen] = useState(false);
  const [isWanted, setWanted] = useState(false);
  const open = () => {
    setWanted(true);
    setOpen(true);
  };
  return (
    <>
      <IconButton
        label={t('bell', { name: nameOf(product, language) })}
        aria-haspopup="dialog"
        onClick={open}
        className={className}
      >
        <BellPlus aria-hidden="true" className="size-5" strokeWidth={1.75} />
      </IconButton>
      {isWanted && (
        <Suspense fallback={null}>
          <AlertSheet product={product} open={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

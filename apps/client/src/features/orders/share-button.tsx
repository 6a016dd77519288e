import { lazy, Suspense, useState } from 'react';
import { Share2 } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { loadTexts } from '../../lib/i18n.tsx';
import { untilLoaded } from '../../lib/until-loaded.ts';
import type { SettledOrder } from './share-sheet.tsx';

const ShareSheet = lazy(() =>
  untilLoaded(async () => {
    const [module] = await Promise.all([import('./share-sheet.tsx'), loadTexts(['share'])]);
    return { default: module.ShareSheet };
  }),
);

/** Opens the image of a result. It never opens by itself. */
export function ShareButton({ order, className }: { order: SettledOrder; className: string }) {
  const t = useTranslations('orders');
  const [isOpen, setOpen] = useState(false);
  const [isWanted, setWanted] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => {
          setWanted(true);
          setOpen(true);
        }}
        className={className}
      >
        <Share2 aria-hidden="true" className="size-4.5" strokeWidth={1.75} />
        {t('share')}
      </button>
      {isWanted && (
        <Suspense fallback={null}>
          <ShareSheet order={order} open={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

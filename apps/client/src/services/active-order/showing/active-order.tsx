import { lazy, Suspense } from 'react';
import { loadTexts } from '../../../lib/i18n.tsx';

const Layer = lazy(async () => {
  const [module] = await Promise.all([import('./active-order-layer.tsx'), loadTexts(['trade'])]);
  return { default: module.ActiveOrderLayer };
});

/** The running order's pill, sheet and announcements. Mounted once by the shell; its code loads beside the page's. */
export function ActiveOrder() {
  return (
    <Suspense fallback={null}>
      <Layer />
    </Suspense>
  );
}

import { lazy, Suspense, useEffect, useState } from 'react';
import { loadTexts } from '../../../lib/i18n.tsx';
import { untilLoaded } from '../../../lib/until-loaded.ts';
import { useOpenOrders } from '../../queries/shared-queries.ts';

/** The page and its data load first. A member without a running order does not miss the layer until then. */
const IDLE_AFTER_MS = 3_000;

const Layer = lazy(() =>
  untilLoaded(async () => {
    const [module] = await Promise.all([import('./active-order-layer.tsx'), loadTexts(['trade'])]);
    return { default: module.ActiveOrderLayer };
  }),
);

/**
 * The running order's pill, sheet and announcements. Mounted once by the shell. Its code loads as soon as there is a
 * running order, otherwise when the page has had its time.
 */
export function ActiveOrder() {
  const isRunning = (useOpenOrders().data?.length ?? 0) > 0;
  const [isWanted, setWanted] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setWanted(true), isRunning ? 0 : IDLE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isRunning]);
  return (
    isWanted && (
      <Suspense fallback={null}>
        <Layer />
      </Suspense>
    )
  );
}

import { lazy, Suspense, useEffect, useState } from 'react';
import { loadTexts } from '../../../lib/i18n.tsx';
import { useObservable } from '../../../lib/observable.ts';
import { untilLoaded } from '../../../lib/until-loaded.ts';
import { serverNow } from '../../live/server-clock.ts';
import { useOpenOrders } from '../../queries/shared-queries.ts';
import { useSession } from '../../session/session.ts';
import { hasSubmitted } from '../placing/has-submitted.ts';
import { keptIntents } from '../placing/order-intents.ts';

/** The page and its data load first. What an earlier visit left without an answer can wait for them. */
const IDLE_AFTER_MS = 3_000;

const Layer = lazy(() =>
  untilLoaded(async () => {
    const [module] = await Promise.all([import('./active-order-layer.tsx'), loadTexts(['trade'])]);
    return { default: module.ActiveOrderLayer };
  }),
);

/**
 * The running order's pill, sheet and announcements. Mounted once by the shell. Its code loads as soon as there is a
 * running order or one is submitted, and a little later for an order whose answer was lost.
 */
export function ActiveOrder() {
  const isRunning = (useOpenOrders().data?.length ?? 0) > 0;
  const isSubmitted = useObservable(hasSubmitted);
  const isUndecided = useKeptIntent();
  const [isLate, setLate] = useState(false);
  const [isWanted, setWanted] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), IDLE_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!isWanted && (isRunning || isSubmitted || (isLate && isUndecided))) setWanted(true);
  return (
    isWanted && (
      <Suspense fallback={null}>
        <Layer />
      </Suspense>
    )
  );
}

/** Whether an earlier visit left an order of this member without an answer. */
function useKeptIntent(): boolean {
  const account = useSession((state) => state.name);
  const [isKept, setKept] = useState(false);
  useEffect(() => {
    if (account === '') return;
    keptIntents(account, serverNow()).then(
      (kept) => kept.length > 0 && setKept(true),
      // A store that cannot be read has none. The layer would find none either.
      () => undefined,
    );
  }, [account]);
  return isKept;
}

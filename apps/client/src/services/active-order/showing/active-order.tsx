import { lazy, Suspense, useEffect, useState } from 'react';
import { loadTexts } from '../../../lib/i18n.tsx';
import type { RouteName } from '../../../lib/paths.ts';
import { untilLoaded } from '../../../lib/until-loaded.ts';
import { serverNow } from '../../live/server-clock.ts';
import { useOpenOrders } from '../../queries/shared-queries.ts';
import { useSession } from '../../session/session.ts';
import { keptIntents } from '../placing/order-intents.ts';

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
 * running order. It loads a little later for an order whose answer was lost, and on the trade page, where orders are made.
 */
export function ActiveOrder({ route }: { route: RouteName }) {
  const isRunning = (useOpenOrders().data?.length ?? 0) > 0;
  const isUndecided = useKeptIntent();
  const [isTradeOpened, setTradeOpened] = useState(false);
  if (route === 'trade' && !isTradeOpened) setTradeOpened(true);
  const [isLate, setLate] = useState(false);
  const [isWanted, setWanted] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), IDLE_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!isWanted && (isRunning || (isLate && (isTradeOpened || isUndecided)))) setWanted(true);
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

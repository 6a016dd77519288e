import { useEffect, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useWaited } from '../../lib/use-waited.ts';
import { knowsOrders, useFirstRun } from '../../services/first-run/first-run.ts';
import { useNoticesNow } from '../../services/notices/notice-queries.ts';
import { useOpenOrders } from '../../services/queries/shared-queries.ts';

type HomeBlocks = {
  /** The guide, for a member without an order. */
  offer: { isBegun: boolean } | null;
  /** Whether the blocks that may be there or not may be shown, and the markets below them. */
  isSettled: boolean;
};

const ACTS = ['pointerdown', 'keydown', 'wheel'] as const;

/**
 * The offer of the guide, running orders and news: each may be there or not, above the markets. All are asked at once, and shown
 * together, because a block that came later would push away what is below it.
 */
export function useHomeBlocks(): HomeBlocks {
  const { data: first, isPending: isFirstAsked } = useFirstRun();
  const isOrdersAsked = useOpenOrders().isPending;
  const isNewsAsked = useNoticesNow().isPending;
  const cache = useQueryClient();
  const isOffered = first?.offered === true && !knowsOrders(cache);
  const [isLate, setLate] = useState(false);
  const [isShown, setShown] = useState(false);
  if (isOffered && !isLate && !isShown) setShown(true);
  const isAsking = isFirstAsked || isOrdersAsked || isNewsAsked;
  // Once shown they stay, also while another language is read.
  const isSettled = useWaited(isAsking && !isLate);
  useEffect(() => {
    // An offer that arrives while the member presses would move what they press. It then waits for the next visit of home.
    const late = () => setLate(true);
    for (const type of ACTS) addEventListener(type, late, { once: true, passive: true });
    return () => {
      for (const type of ACTS) removeEventListener(type, late);
    };
  }, []);
  const offer = isShown && isOffered ? { isBegun: first.step !== 'product' } : null;
  return { offer, isSettled };
}

import { lazy, Suspense, useEffect, useState } from 'react';
import { isCheckDue, REALITY_CHECK_MINUTES } from '@candor/domain/limits/reality-check';
import { loadTexts } from '../lib/i18n.tsx';
import { untilLoaded } from '../lib/until-loaded.ts';
import { seeMember } from './use-clock.ts';

const TICK_MS = 3_000;

const Layer = lazy(() =>
  untilLoaded(async () => {
    const [module] = await Promise.all([import('./reality-check-layer.tsx'), loadTexts(['limits'])]);
    return { default: module.RealityCheckLayer };
  }),
);

/**
 * Asks from time to time whether the member wants to go on, if they chose to be asked. Here only the clock runs: the rest
 * loads once the shortest interval is over. Mounted once by the shell.
 */
export function RealityCheck() {
  const [isWanted, setWanted] = useState(false);
  useEffect(() => {
    if (isWanted) return;
    const timer = setInterval(() => {
      if (!document.hidden && isCheckDue(seeMember(Date.now()), REALITY_CHECK_MINUTES[0])) setWanted(true);
    }, TICK_MS);
    return () => clearInterval(timer);
  }, [isWanted]);
  return (
    isWanted && (
      <Suspense fallback={null}>
        <Layer />
      </Suspense>
    )
  );
}

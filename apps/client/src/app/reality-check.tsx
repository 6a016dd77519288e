import { lazy, Suspense, useEffect, useState } from 'react';
import { loadTexts } from '../lib/i18n.tsx';
import { untilLoaded } from '../lib/until-loaded.ts';

/** The page and its data load first: nobody is asked within the first minutes. */
const IDLE_AFTER_MS = 3_000;

const Layer = lazy(() =>
  untilLoaded(async () => {
    const [module] = await Promise.all([import('./reality-check-layer.tsx'), loadTexts(['limits'])]);
    return { default: module.RealityCheckLayer };
  }),
);

/** Asks from time to time whether the member wants to go on, if they chose to be asked. Mounted once by the shell. */
export function RealityCheck() {
  const [isWanted, setWanted] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setWanted(true), IDLE_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    isWanted && (
      <Suspense fallback={null}>
        <Layer />
      </Suspense>
    )
  );
}

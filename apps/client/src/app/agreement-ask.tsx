import { lazy, Suspense, useEffect, useState } from 'react';
import { loadTexts } from '../lib/i18n.tsx';
import { untilLoaded } from '../lib/until-loaded.ts';
import { useAgreements } from '../services/content/agreements.ts';

/** The page and its data load first. */
const IDLE_AFTER_MS = 4_000;

const Layer = lazy(() =>
  untilLoaded(async () => {
    const [module] = await Promise.all([import('./agreement-layer.tsx'), loadTexts(['content'])]);
    return { default: module.AgreementLayer };
  }),
);

/** Shows agreements of which a new version holds. Its code loads only if there is one. Mounted once by the shell. */
export function AgreementAsk() {
  const [isLate, setLate] = useState(false);
  const [isWanted, setWanted] = useState(false);
  const agreements = useAgreements({ enabled: isLate }).data?.items ?? [];
  // It stays: its sheet closes after the member has agreed.
  if (!isWanted && agreements.some(({ isDue }) => isDue)) setWanted(true);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), IDLE_AFTER_MS);
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

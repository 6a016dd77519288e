import { lazy, Suspense, useEffect, useState } from 'react';
import { loadTexts } from '../lib/i18n.tsx';
import { untilLoaded } from '../lib/until-loaded.ts';
import { useNoticesNow } from '../services/notices/notice-queries.ts';

/** The page and its data load first. */
const IDLE_AFTER_MS = 1_500;

const Layer = lazy(() =>
  untilLoaded(async () => {
    const [module] = await Promise.all([import('./important-notice-layer.tsx'), loadTexts(['notices'])]);
    return { default: module.ImportantNoticeLayer };
  }),
);

/** Shows important announcements once. Its code loads only if there is one. Mounted once by the shell. */
export function ImportantNotice() {
  const [isLate, setLate] = useState(false);
  const important = useNoticesNow().data?.important ?? [];
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), IDLE_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    isLate &&
    important.length > 0 && (
      <Suspense fallback={null}>
        <Layer important={important} />
      </Suspense>
    )
  );
}

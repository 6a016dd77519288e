import { lazy, Suspense } from 'react';
import { loadTexts } from '../lib/i18n.tsx';
import type { RouteName } from '../lib/paths.ts';
import { untilLoaded } from '../lib/until-loaded.ts';
import { useMaintenance } from '../services/notices/notice-queries.ts';
import { areaOf } from './maintenance-areas.ts';

const Countdown = lazy(() =>
  untilLoaded(async () => {
    const [module] = await Promise.all([import('./maintenance-countdown.tsx'), loadTexts(['notices'])]);
    return { default: module.MaintenanceCountdown };
  }),
);

/** A line on the pages that a maintenance affects. Its code loads only if there is one. */
export function MaintenanceStrip({ route }: { route: RouteName }) {
  const area = areaOf(route);
  const windows = useMaintenance().data?.items.filter(({ areas }) => area !== undefined && areas.includes(area)) ?? [];
  if (area === undefined || windows.length === 0) return null;
  return (
    <Suspense fallback={null}>
      <Countdown windows={windows} area={area} />
    </Suspense>
  );
}

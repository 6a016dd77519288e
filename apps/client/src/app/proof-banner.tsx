import { lazy, Suspense } from 'react';
import { loadTexts } from '../lib/i18n.tsx';
import { untilLoaded } from '../lib/until-loaded.ts';
import { useAlarms } from '../services/proof/alarms.ts';

const AlarmBanner = lazy(() =>
  untilLoaded(async () => {
    const [module] = await Promise.all([import('./proof-alarm.tsx'), loadTexts(['proof'])]);
    return { default: module.AlarmBanner };
  }),
);

/** The loudest line in the app. Its code and texts load only if there is an alarm. */
export function ProofBanner() {
  const alarms = useAlarms();
  const [first] = alarms;
  return (
    first !== undefined && (
      <Suspense fallback={null}>
        <AlarmBanner first={first} alarms={alarms} />
      </Suspense>
    )
  );
}

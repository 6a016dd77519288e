import type { AlertEvent } from '@candor/contract/live';
import { lazy, Suspense, useState } from 'react';
import { loadTexts } from '../lib/i18n.tsx';
import { untilLoaded } from '../lib/until-loaded.ts';
import { useMemberEvents } from '../services/live/live.ts';

const AlertToast = lazy(() =>
  untilLoaded(async () => {
    const [module] = await Promise.all([import('./alert-toast.tsx'), loadTexts(['alerts'])]);
    return { default: module.AlertToast };
  }),
);

/** Says that a price was reached or a market opened. Mounted once by the shell; its texts load with the first news. */
export function AlertNews() {
  const [event, setEvent] = useState<AlertEvent | null>(null);
  useMemberEvents((news) => {
    if (news.type === 'price_alert' || news.type === 'market_open') setEvent(news);
  });
  return (
    event && (
      <Suspense fallback={null}>
        <AlertToast event={event} />
      </Suspense>
    )
  );
}

/* What this app provides to the chart of packages/chart. */

import type { ChartHost } from '@candor/chart/chart-host';
import { candlesView } from '@candor/contract/market';
import { PATHS } from '@candor/contract/routes';
import { deviceZone, loadTexts } from '../../lib/i18n.tsx';
import { keptStore } from '../../lib/kept-store.ts';
import { useLanguage } from '../../lib/language.ts';
import { useLayout } from '../../lib/media.ts';
import { useDisplay } from '../../lib/preferences.ts';
import { messageOf } from '../api/message-of.ts';
import { get } from '../api/request.ts';
import { onResync, onTicks, useLiveStatus } from '../live/live.ts';
import { serverNow } from '../live/server-clock.ts';
import { useSession } from '../session/session.ts';
import { useSite } from '../session/site.ts';

export function useChartHost(): ChartHost {
  const language = useLanguage();
  const { timeZone, currency } = useSite();
  return {
    loadCandles,
    onTicks,
    onResync,
    isReconnecting: useLiveStatus() === 'waiting',
    kept: keptStore,
    account: useSession((session) => session.name),
    language,
    siteZone: timeZone,
    deviceZone,
    currencySymbol: currency.symbol,
    hollowUp: useDisplay().hollowUp,
    isNarrow: useLayout() === 'mobile',
    now: serverNow,
    messageOf: (error) => messageOf(error, language),
    loadTexts,
  };
}

function loadCandles(...[product, interval, before, limit]: Parameters<ChartHost['loadCandles']>) {
  return get(PATHS.candles(product), candlesView, { query: { interval, before, limit } });
}

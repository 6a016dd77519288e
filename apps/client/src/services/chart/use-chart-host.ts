/* What this app provides to the chart of packages/chart. */

import { useEffect, useState } from 'react';
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
import { keptCandles } from './kept-candles.ts';
import type { KeptCandles } from './kept-candles.ts';

export function useChartHost(): ChartHost {
  const language = useLanguage();
  const { timeZone, currency } = useSite();
  const [kept] = useState(keptCandles);
  useEffect(() => kept.show(), [kept]);
  return {
    loadCandles: async (...wanted) => await loadCandles(kept, ...wanted),
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

type Wanted = Parameters<ChartHost['loadCandles']>;

async function loadCandles(kept: KeptCandles, ...[product, interval, before, limit]: Wanted) {
  const ask = () => get(PATHS.candles(product), candlesView, { query: { interval, before, limit } });
  return await (before === undefined ? kept.read(`${product}/${interval}`, ask) : ask());
}

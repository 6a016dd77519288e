/* What this app provides to the chart of packages/chart. */

import { listCandles } from '@candor/contract/calls/market';
import { useEffect, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { isNetworkError } from '@candor/api-client/api-error';
import type { ChartHost } from '@candor/chart/chart-host';
import { loadTexts } from '../../lib/i18n.tsx';
import { keptStore } from '../../lib/kept-store.ts';
import { useLanguage } from '../../lib/language.ts';
import { useLayout } from '../../lib/media.ts';
import { useDisplay } from '../../lib/preferences.ts';
import { messageOf } from '../api/message-of.ts';
import { call } from '../api/request.ts';
import { queryKeys } from '../queries/query-keys.ts';
import { newestTick, onResync, onTicks, useLiveStatus } from '../live/live.ts';
import { serverNow } from '../live/server-clock.ts';
import { useSession } from '../session/session.ts';
import { useSite } from '../session/site.ts';
import { keptCandles } from './kept-candles.ts';
import type { KeptCandles } from './kept-candles.ts';

export function useChartHost(): ChartHost {
  const language = useLanguage();
  const { timeZone, currency } = useSite();
  const [kept] = useState(keptCandles);
  const cache = useQueryClient();
  useEffect(() => kept.show(), [kept]);
  return {
    loadCandles: async (...wanted) => await loadCandles(kept, cache, ...wanted),
    onTicks,
    newestTick,
    onResync,
    isReconnecting: useLiveStatus() === 'waiting',
    kept: keptStore,
    account: useSession((session) => session.name),
    language,
    siteZone: timeZone,
    deviceZone: deviceZone(),
    currencySymbol: currency.symbol,
    hollowUp: useDisplay().hollowUp,
    isNarrow: useLayout() === 'mobile',
    now: serverNow,
    messageOf: (error) => messageOf(error, language),
    loadTexts,
  };
}

/** Read when a chart is there to show it: the browser's first look at its time zones blocks a slow phone for a while. */
let zone: string | undefined;

function deviceZone(): string {
  zone ??= Intl.DateTimeFormat().resolvedOptions().timeZone;
  return zone;
}

type Wanted = Parameters<ChartHost['loadCandles']>;

/** A chart that failed stays so until it is asked for again, so one request that got lost must not make it fail. */
const RETRIES_MAX = 1;

async function loadCandles(kept: KeptCandles, cache: QueryClient, ...[product, interval, before, limit]: Wanted) {
  const ask = () => call(listCandles, { params: { code: product }, query: { interval, before, limit } });
  const insist = () =>
    cache.fetchQuery({
      queryKey: queryKeys.candles(product, interval, before ?? null),
      queryFn: ask,
      gcTime: 0,
      staleTime: 0,
      retry: (count, error) => count < RETRIES_MAX && isNetworkError(error),
    });
  return await (before === undefined ? kept.read(`${product}/${interval}`, ask, insist) : insist());
}

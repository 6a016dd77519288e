/*
 * What a chart needs from the app around it: where bars come from, what the member chose, and what is kept on the device.
 * Texts (`market.chart`, `chart`, `common.actions`) come through the app's provider; the app loads them when asked.
 */

import { createContext, useContext } from 'react';
import type { KeptStore } from '@candor/api-client/kept-store';
import type { Language } from '@candor/contract/languages';
import type { CandleView, Interval } from '@candor/contract/market';
import type { LiveTick } from '@candor/contract/live';

export type ChartHost = {
  /** Candles that opened before a moment (ISO), or the newest; at most `limit`. */
  loadCandles: (
    product: string,
    interval: Interval,
    before: string | undefined,
    limit: number,
  ) => Promise<CandleView[]>;
  /** Every tick of a product, until the returned function is called. */
  onTicks: (product: string, listener: (tick: LiveTick) => void) => () => void;
  /** Ticks may have been missed: what is drawn is to be read again. */
  onResync: (listener: () => void) => () => void;
  /** The live connection is away and is being opened again. */
  isReconnecting: boolean;
  /** Where drawings and choices of charts are kept. */
  kept: KeptStore;
  /** The member's name; empty while nobody is signed in. */
  account: string;
  language: Language;
  /** The site's time zone and the device's, as browsers name them. */
  siteZone: string;
  deviceZone: string;
  /** Before every amount. */
  currencySymbol: string;
  /** Candles of a rise are drawn hollow. */
  hollowUp: boolean;
  /** A phone has room for fewer indicators below the bars. */
  isNarrow: boolean;
  /** The server's time, epoch ms. */
  now: () => number;
  /** What a person reads of a call that failed. */
  messageOf: (error: unknown) => string;
  loadTexts: (files: readonly ('market' | 'chart')[]) => Promise<unknown>;
};

export const ChartHostContext = createContext<ChartHost | null>(null);

export function useChartHost(): ChartHost {
  const host = useContext(ChartHostContext);
  if (host === null) throw new Error('a chart was rendered outside its panel');
  return host;
}

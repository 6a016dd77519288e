/*
 * What a chart needs from the app around it: the source of bars, the member's choices, and the storage on the device.
 * Texts (`market.chart`, `chart`, `common.actions`) come from the app's provider; the app loads them on request.
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
  /** Passes on every tick of a product until the returned function is called. */
  onTicks: (product: string, listener: (tick: LiveTick) => void) => () => void;
  /** The newest price that the app shows, or null: a chart that has just read its bars ends with the same one. */
  newestTick: (product: string) => LiveTick | null;
  /** Ticks may have been missed: the drawn bars must be read again. */
  onResync: (listener: () => void) => () => void;
  /** The live connection is lost and is being opened again. */
  isReconnecting: boolean;
  /** Where drawings and chart choices are stored. */
  kept: KeptStore;
  /** The member's name; empty if nobody is signed in. */
  account: string;
  language: Language;
  /** The time zones of the site and of the device, by their browser names. */
  siteZone: string;
  deviceZone: string;
  /** Written before every amount. */
  currencySymbol: string;
  /** Rising candles are drawn hollow. */
  hollowUp: boolean;
  /** A phone has space for fewer indicators below the bars. */
  isNarrow: boolean;
  /** The server's time, epoch ms. */
  now: () => number;
  /** The text that a person sees for a failed call. */
  messageOf: (error: unknown) => string;
  loadTexts: (files: readonly ('market' | 'chart')[]) => Promise<unknown>;
};

export const ChartHostContext = createContext<ChartHost | null>(null);

export function useChartHost(): ChartHost {
  const host = useContext(ChartHostContext);
  if (host === null) throw new Error('a chart was rendered outside its panel');
  return host;
}

/* High, low and quantity of the last 24 hours, from half-hour bars and the newest price. */

import { listCandles } from '@candor/contract/calls/market';
import type { CandleView } from '@candor/contract/market';
import { addDecimals } from '@candor/domain/decimal';
import { useQuery } from '@tanstack/react-query';
import { call } from '../api/request.ts';
import { queryKeys } from '../queries/query-keys.ts';

const BARS_OF_A_DAY = 48;

/** Prices as decimal text; `volume` is null if a source gives none. */
export type DayRange = { high: string; low: string; volume: string | null };

/** @param isFollowed reads it anew every minute; a long list is content with what it read, and the newest price */
export function useDayRange(code: string, isFollowed = true) {
  return useQuery({
    queryKey: [...queryKeys.product(code), 'dayRange'],
    queryFn: ({ signal }) =>
      call(listCandles, { params: { code }, query: { interval: '30m', limit: BARS_OF_A_DAY }, signal }),
    select: dayRange,
    refetchInterval: isFollowed ? 60_000 : false,
    staleTime: 60_000,
  });
}

/** Null without bars. */
export function dayRange(candles: readonly CandleView[]): DayRange | null {
  const [first] = candles;
  if (first === undefined) return null;
  let { h: high, l: low } = first;
  let volume: string | null = '0';
  for (const { h, l, v } of candles) {
    high = higher(high, h);
    low = lower(low, l);
    volume = volume === null || v === null ? null : addDecimals(volume, v);
  }
  return { high, low, volume };
}

/** The range with the newest price included. */
export function withPrice(range: DayRange, price: string | null): DayRange {
  if (price === null) return range;
  return { ...range, high: higher(range.high, price), low: lower(range.low, price) };
}

function higher(a: string, b: string) {
  return Number(b) > Number(a) ? b : a;
}

function lower(a: string, b: string) {
  return Number(b) < Number(a) ? b : a;
}

/* The product's intervals in the chart library's terms. */

import { INTERVALS } from '@candor/contract/market';
import type { Interval } from '@candor/contract/market';
import type { Period } from 'klinecharts';
import { INTERVAL_MS } from './bars.ts';

export const PERIODS: Record<Interval, Period> = {
  '1m': { type: 'minute', span: 1 },
  '5m': { type: 'minute', span: 5 },
  '15m': { type: 'minute', span: 15 },
  '30m': { type: 'minute', span: 30 },
  '1h': { type: 'hour', span: 1 },
  '4h': { type: 'hour', span: 4 },
  '1d': { type: 'day', span: 1 },
};

/** The length of a bar, in ms. */
export function intervalOf({ type, span }: Period): number {
  const interval = INTERVALS.find((each) => PERIODS[each].type === type && PERIODS[each].span === span);
  return INTERVAL_MS[interval ?? '1m'];
}

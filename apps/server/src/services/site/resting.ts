import { runningWindow } from '@candor/domain/site/site-settings';
import { Refused } from '../../platform/http/http-app.ts';
import { momentText } from './moment-text.ts';
import type { Site } from './site.ts';

/**
 * The refusal of what would begin something new while an announced maintenance runs: an order, a deposit, a withdrawal. What runs goes
 * on: no settlement, payout or reading asks here. Undefined while none runs.
 */
export function restingRefusal(
  { maintenance, timeZone }: Pick<Site, 'maintenance' | 'timeZone'>,
  nowMs: number,
): Refused | undefined {
  const running = runningWindow(maintenance, nowMs);
  if (running === undefined) return undefined;
  return new Refused('SITE_RESTS', { params: { until: momentText(timeZone, Date.parse(running.until)) } });
}

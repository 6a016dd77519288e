/*
 * How this app formats ages and countdowns; dates and clock times are in packages/ui, because the chart also uses them.
 */

import { momentMs } from '@candor/ui/moments';
import type { Moment } from '@candor/ui/moments';
import { JUST_NOW_SEC, MONTH_DAYS } from './spec-constants.ts';

export { formatClock, formatDate, formatDateTime, momentMs, zoneLabel } from '@candor/ui/moments';
export type { Moment } from '@candor/ui/moments';

const MINUTE_SEC = 60;
const HOUR_SEC = 3_600;
const DAY_SEC = 86_400;
const YEAR_DAYS = 365;

export type RelativeTime = { unit: 'now' } | { unit: 'minutes' | 'hours' | 'days' | 'months' | 'years'; count: number };

/** "Now" under 300 s, then minutes, hours, days (under 30), then months or years. Moments in the future are "now". */
export function relativeTime(moment: Moment, nowMs: number): RelativeTime {
  const seconds = Math.floor((nowMs - momentMs(moment)) / 1000);
  if (!(seconds >= JUST_NOW_SEC)) return { unit: 'now' };
  if (seconds < HOUR_SEC) return { unit: 'minutes', count: Math.floor(seconds / MINUTE_SEC) };
  if (seconds < DAY_SEC) return { unit: 'hours', count: Math.floor(seconds / HOUR_SEC) };
  const days = Math.floor(seconds / DAY_SEC);
  if (days < MONTH_DAYS) return { unit: 'days', count: days };
  if (days < YEAR_DAYS) return { unit: 'months', count: Math.floor(days / MONTH_DAYS) };
  return { unit: 'years', count: Math.floor(days / YEAR_DAYS) };
}

/** The time left until a moment: "0:09", "1:15", "1:02:03". Whole seconds, rounded up, never negative. */
export function formatCountdown(leftMs: number): string {
  const seconds = Math.max(0, Math.ceil(leftMs / 1000));
  const two = (value: number) => String(value).padStart(2, '0');
  const rest = two(seconds % 60);
  if (seconds < MINUTE_SEC) return `0:${rest}`;
  const minutes = Math.floor(seconds / 60);
  if (seconds < HOUR_SEC) return `${minutes}:${rest}`;
  return `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${rest}`;
}

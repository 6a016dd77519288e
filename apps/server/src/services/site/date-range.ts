import { dateText, dayNumber, localDay, localToUtc } from '@candor/domain/market/local-time';
import { Refused } from '../../platform/http/http-app.ts';

/** `from` and `to` of a list's query, as the contract's `rangeFields` reads them. */
export interface RangeQuery {
  from?: string | undefined;
  to?: string | undefined;
}

/** Half-open: `fromMs` is included, `toMs` is not. */
export interface RangeMs {
  fromMs?: number;
  toMs?: number;
}

/**
 * The moments that a range means. An ISO moment means itself; a business date (YYYY-MM-DD) means its first moment in
 * the site's time zone. Throws Refused('FIELD_INVALID') naming the field for a date that is in no calendar.
 */
export function rangeMs(query: RangeQuery, timeZone: string): RangeMs {
  const fromMs = momentOf('from', query.from, timeZone);
  const toMs = momentOf('to', query.to, timeZone);
  return { ...(fromMs === undefined ? {} : { fromMs }), ...(toMs === undefined ? {} : { toMs }) };
}

/** Nothing here happened before the epoch, and Postgres knows no year 0. */
const YEAR_MIN = 1970;

function momentOf(field: string, text: string | undefined, timeZone: string): number | undefined {
  if (text === undefined) return undefined;
  const date = text.slice(0, 10);
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  const exists = year >= YEAR_MIN && dateText(dayNumber(year, month, day)) === date;
  const atMs = !exists
    ? Number.NaN
    : text.length === date.length
      ? firstMomentOf(timeZone, dayNumber(year, month, day))
      : Date.parse(text);
  if (Number.isNaN(atMs)) throw new Refused('FIELD_INVALID', { fields: { [field]: 'FIELD_INVALID' } });
  return atMs;
}

/** First moment of a day in a zone. When the clocks skip midnight, the day begins right after the jump. */
function firstMomentOf(timeZone: string, day: number): number {
  return localToUtc(timeZone, day, 0);
}

/** When the business dates around a moment begin: yesterday's, today's and tomorrow's. */
export interface BusinessDays {
  yesterdayMs: number;
  todayMs: number;
  tomorrowMs: number;
}

export function businessDaysAt(nowMs: number, timeZone: string): BusinessDays {
  const today = localDay(timeZone, nowMs);
  return {
    yesterdayMs: firstMomentOf(timeZone, today - 1),
    todayMs: firstMomentOf(timeZone, today),
    tomorrowMs: firstMomentOf(timeZone, today + 1),
  };
}

import { localDay, localToUtc, weekdayOf } from '../market/local-time.ts';

/** From and to, in minutes after midnight; `to` is not included, and 1440 is the next midnight. */
export type ServiceSpan = readonly [from: number, to: number];

/** When operators answer: the spans of each weekday, from Sunday on, in the site's time zone. */
export type ServiceHours = readonly (readonly ServiceSpan[])[];

export interface ServiceState {
  readonly isOpen: boolean;
  /** When that changes next; null when it never does. */
  readonly changesAtMs: number | null;
}

export const WEEKDAYS = 7;
export const SPANS_MAX = 3;
const MINUTES = 1_440;

/** Seven days, each with at most three spans, in order and apart from each other. */
export function areServiceHours(hours: ServiceHours): boolean {
  return (
    hours.length === WEEKDAYS &&
    hours.every(
      (spans) =>
        spans.length <= SPANS_MAX &&
        spans.every(
          ([from, to], place) =>
            Number.isInteger(from) &&
            Number.isInteger(to) &&
            from < to &&
            to <= MINUTES &&
            from > (spans[place - 1]?.[1] ?? -1),
        ),
    )
  );
}

/** Whether operators answer at a moment, and until when that holds. Spans that meet at midnight are one. */
export function serviceAt(hours: ServiceHours, timeZone: string, atMs: number): ServiceState {
  const today = localDay(timeZone, atMs);
  const spans: { fromMs: number; toMs: number }[] = [];
  for (let day = today; day <= today + WEEKDAYS; day += 1) {
    for (const [from, to] of hours[weekdayOf(day)] ?? []) {
      const span = { fromMs: localToUtc(timeZone, day, from), toMs: localToUtc(timeZone, day, to) };
      const before = spans.at(-1);
      if (before !== undefined && before.toMs >= span.fromMs) before.toMs = span.toMs;
      else spans.push(span);
    }
  }
  const next = spans.find(({ toMs }) => atMs < toMs);
  if (next === undefined) return { isOpen: false, changesAtMs: null };
  if (atMs < next.fromMs) return { isOpen: false, changesAtMs: next.fromMs };
  // A span that goes on for a whole week has no end.
  return { isOpen: true, changesAtMs: spans.length === 1 ? null : next.toMs };
}

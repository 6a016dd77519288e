import type { HoursView } from '@candor/contract/console-support';
import { areServiceHours } from '@candor/domain/support/service-hours';

const HOUR = 60;
const SPAN = /^(\d{1,2}):(\d{2})\s*[-–—]\s*(\d{1,2}):(\d{2})$/;

/** "09:00-12:00, 13:00-21:00"; empty for a day without service. */
export function textOfSpans(spans: HoursView['hours'][number]): string {
  return spans.map(([from, to]) => `${clock(from)}-${clock(to)}`).join(', ');
}

function clock(minutes: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(Math.floor(minutes / HOUR))}:${two(minutes % HOUR)}`;
}

/** What an operator typed for the seven days, or null if it cannot be hours of service. */
export function spansOfTexts(texts: readonly string[]): HoursView['hours'] | null {
  const days: [number, number][][] = [];
  for (const text of texts) {
    const spans: [number, number][] = [];
    for (const part of text.split(/[,，]/).map((piece) => piece.trim())) {
      if (part === '') continue;
      const found = SPAN.exec(part.replaceAll('：', ':'));
      if (found === null) return null;
      const [fromHour = 0, fromMinute = 0, toHour = 0, toMinute = 0] = found.slice(1).map(Number);
      if (fromMinute >= HOUR || toMinute >= HOUR) return null;
      spans.push([fromHour * HOUR + fromMinute, toHour * HOUR + toMinute]);
    }
    days.push(spans);
  }
  return areServiceHours(days) ? days : null;
}

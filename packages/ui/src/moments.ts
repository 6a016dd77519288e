/*
 * Moments as people read them. Input is an ISO text, epoch milliseconds, or epoch seconds (ten digits).
 * Clock times are in the member's own zone; `zoneLabel` shows which one that is.
 */

export type Moment = string | number;

export function momentMs(moment: Moment): number {
  if (typeof moment === 'string') return /^\d+$/.test(moment) ? momentMs(Number(moment)) : Date.parse(moment);
  return moment < 100_000_000_000 ? moment * 1000 : moment;
}

/** "2026-11-21 15:31:18" in the given zone, or in the device's. "--" if the input is not a moment. */
export function formatDateTime(moment: Moment, timeZone?: string): string {
  const parts = partsOf(moment, timeZone);
  return parts === null ? '--' : `${parts.date} ${parts.time}`;
}

export function formatDate(moment: Moment, timeZone?: string): string {
  return partsOf(moment, timeZone)?.date ?? '--';
}

/** "15:31:18". */
export function formatClock(moment: Moment, timeZone?: string): string {
  return partsOf(moment, timeZone)?.time ?? '--';
}

/** "UTC+8", "UTC−3:30" of the zone at that moment. */
export function zoneLabel(moment: Moment, timeZone?: string): string {
  const ms = momentMs(moment);
  if (!Number.isFinite(ms)) return 'UTC';
  const name = new Intl.DateTimeFormat('en-US', { ...zone(timeZone), timeZoneName: 'shortOffset' })
    .formatToParts(ms)
    .find((part) => part.type === 'timeZoneName')?.value;
  return (name ?? 'UTC').replace('GMT', 'UTC').replace('-', '−').replace(/\+0$/, '');
}

function partsOf(moment: Moment, timeZone: string | undefined): { date: string; time: string } | null {
  const ms = momentMs(moment);
  if (!Number.isFinite(ms)) return null;
  const values: Record<string, string> = {};
  for (const part of formatter(timeZone).formatToParts(ms)) values[part.type] = part.value;
  return {
    date: `${values['year']}-${values['month']}-${values['day']}`,
    time: `${values['hour']}:${values['minute']}:${values['second']}`,
  };
}

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatter(timeZone: string | undefined): Intl.DateTimeFormat {
  const key = timeZone ?? '';
  const known = formatters.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-US', {
    ...zone(timeZone),
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  formatters.set(key, made);
  return made;
}

function zone(timeZone: string | undefined): { timeZone?: string } {
  return timeZone === undefined ? {} : { timeZone };
}

/* The time zone of the chart: the member's own, the site's, or one of a short list. */

/** Offered by name; a city represents its zone. */
export const ZONES = [
  'UTC',
  'Asia/Shanghai',
  'Asia/Hong_Kong',
  'Asia/Taipei',
  'Asia/Singapore',
  'Asia/Tokyo',
  'Asia/Kolkata',
  'Asia/Dubai',
  'Europe/Moscow',
  'Europe/Berlin',
  'Europe/London',
  'America/Sao_Paulo',
  'America/New_York',
  'America/Chicago',
  'America/Los_Angeles',
  'Australia/Sydney',
] as const;

export type ZoneName = (typeof ZONES)[number];
/** `auto` is the zone of the device, `site` the zone of the site's business days. */
export type ChartZone = 'auto' | 'site' | ZoneName;

export const ZONE_CHOICES: readonly ChartZone[] = ['auto', 'site', ...ZONES];

export function isChartZone(value: unknown): value is ChartZone {
  return ZONE_CHOICES.some((known) => known === value);
}

/** The zone's browser name. If the browser does not know the zone, the device's zone is used. */
export function zoneOf(choice: ChartZone, siteZone: string, deviceZone: string): string {
  if (choice === 'auto') return deviceZone;
  const wanted = choice === 'site' ? siteZone : choice;
  return isKnown(wanted) ? wanted : deviceZone;
}

/** The zones that match a search by shown words, zone name or distance from UTC; upper and lower case are equal. */
export function matchesZone(search: string, words: readonly string[]): boolean {
  const bare = (text: string) => text.toLowerCase().replaceAll('−', '-').replaceAll(/[\s_]/g, '');
  return words.some((word) => bare(word).includes(bare(search)));
}

function isKnown(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/* The zone the chart tells its times in: the member's own, the site's, or one of a short list. */

/** Offered by name; a city stands for its zone. */
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
/** `auto` is the zone of the device, `site` the one the site keeps its days by. */
export type ChartZone = 'auto' | 'site' | ZoneName;

export const ZONE_CHOICES: readonly ChartZone[] = ['auto', 'site', ...ZONES];

export function isChartZone(value: unknown): value is ChartZone {
  return ZONE_CHOICES.some((known) => known === value);
}

/** The zone's name for the browser. One this browser does not know counts as the device's. */
export function zoneOf(choice: ChartZone, siteZone: string, deviceZone: string): string {
  if (choice === 'auto') return deviceZone;
  const wanted = choice === 'site' ? siteZone : choice;
  return isKnown(wanted) ? wanted : deviceZone;
}

/** Which zones a search is about: by the words shown, the zone's name or its distance from UTC, whatever the case. */
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

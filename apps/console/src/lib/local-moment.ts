/* Moments as a form shows them: date and time of the site's clock, without seconds. */

import { dayNumber, localToUtc, minutesOf, offsetMs } from '@candor/domain/market/local-time';

const FORM = /^(\d{4})-(\d\d)-(\d\d)T(\d\d:\d\d)/;

/** The moment in UTC; undefined for an empty field. What the form cannot read stays as it is, for the schema to refuse. */
export function momentOfLocal(text: string, timeZone: string): string | undefined {
  if (text === '') return undefined;
  const match = FORM.exec(text);
  if (match === null) return text;
  const [, year, month, day, time = '00:00'] = match;
  const at = localToUtc(timeZone, dayNumber(Number(year), Number(month), Number(day)), minutesOf(time));
  return new Date(at).toISOString();
}

export function localOfMoment(moment: string | null, timeZone: string): string {
  if (moment === null) return '';
  const atMs = Date.parse(moment);
  return new Date(atMs + offsetMs(timeZone, atMs)).toISOString().slice(0, 16);
}

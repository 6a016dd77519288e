import { formatDateTime, zoneLabel } from './time.ts';

/** A moment with its zone, so that nobody waits for the wrong midnight. */
export function momentText(moment: string): string {
  return `${formatDateTime(moment)} ${zoneLabel(moment)}`;
}

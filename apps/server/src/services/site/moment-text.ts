import { localDateAt, offsetMs } from '@candor/domain/market/local-time';

/** A moment as a refusal says it, in the site's business zone, rounded up to the minute: 2026-11-27 21:30 (Asia/Shanghai). */
export function momentText(timeZone: string, atMs: number): string {
  const upMs = Math.ceil(atMs / 60_000) * 60_000;
  const time = new Date(upMs + offsetMs(timeZone, upMs)).toISOString().slice(11, 16);
  return `${localDateAt(timeZone, upMs)} ${time} (${timeZone})`;
}

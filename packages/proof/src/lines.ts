/** What may be on one line of a signed text. */
import { assert } from '@candor/domain/assert';

const HASH = /^[0-9a-f]{64}$/;
const ISO = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

/** 64 lower-case hex digits. */
export function isHash(text: string): boolean {
  return HASH.test(text);
}

/** Free text as one line. A control character could fake a line; a lone surrogate would not survive UTF-8. */
export function isLine(text: string): boolean {
  // oxlint-disable-next-line no-control-regex -- control characters are what this refuses
  return text !== '' && !/[\u0000-\u001f\u007f]/.test(text) && text.isWellFormed();
}

/** "2026-01-31T09:30:00.000Z": UTC with milliseconds, from 1970 to the year 9999. */
export function isoText(atMs: number): string {
  assert(Number.isSafeInteger(atMs) && atMs >= 0, 'at is whole milliseconds');
  const text = new Date(atMs).toISOString();
  assert(text.length === 24, 'at lies before the year 10000');
  return text;
}

/** The moment (epoch ms) that isoText writes as `text`; null for any other text. */
export function parseIso(text: string): number | null {
  if (!ISO.test(text)) return null;
  const atMs = Date.parse(text);
  if (!Number.isSafeInteger(atMs) || atMs < 0) return null;
  return new Date(atMs).toISOString() === text ? atMs : null;
}

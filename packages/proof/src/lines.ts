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

const SECOND_MS = 1000;
const ISO_LENGTH = 24;
/** To write a moment as text is slow, and texts of one batch share their seconds: "2026-01-31T09:30:00." by second. */
const RECENT_MAX = 64;
const recent = new Map<number, string>();

/** "2026-01-31T09:30:00.000Z": UTC with milliseconds, from 1970 to the year 9999. */
export function isoText(atMs: number): string {
  assert(Number.isSafeInteger(atMs) && atMs >= 0, 'at is whole milliseconds');
  const ms = atMs % SECOND_MS;
  return `${secondText((atMs - ms) / SECOND_MS)}${String(ms).padStart(3, '0')}Z`;
}

function secondText(second: number): string {
  const known = recent.get(second);
  if (known !== undefined) return known;
  const text = new Date(second * SECOND_MS).toISOString();
  assert(text.length === ISO_LENGTH, 'at lies before the year 10000');
  if (recent.size >= RECENT_MAX) recent.clear();
  recent.set(second, text.slice(0, -'000Z'.length));
  return text.slice(0, -'000Z'.length);
}

/** The moment (epoch ms) that isoText writes as `text`; null for any other text. */
export function parseIso(text: string): number | null {
  if (!ISO.test(text)) return null;
  const atMs = Date.parse(text);
  if (!Number.isSafeInteger(atMs) || atMs < 0) return null;
  return new Date(atMs).toISOString() === text ? atMs : null;
}

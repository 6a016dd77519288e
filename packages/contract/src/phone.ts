/** A mainland number as SPEC.md has it: 11 digits, the first 1, the second 2 to 9. */
const MAINLAND = /^1[2-9]\d{9}$/;
/** E.164: a country code and at most 15 digits in all. */
const E164 = /^\+[1-9]\d{6,14}$/;

/**
 * The one form in which a phone number is stored and compared, E.164 ("+8613812345678"), or null when it is none.
 * Spaces, dots, hyphens and brackets are how people write numbers, and are dropped; 11 bare digits are a mainland number.
 */
export function normalisePhone(text: string): string | null {
  const compact = text.trim().replace(/[\s().-]/g, '');
  const bare = compact.replace(/^(\+|00)86/, '');
  if (MAINLAND.test(bare)) return `+86${bare}`;
  const international = compact.replace(/^00/, '+');
  return E164.test(international) && !international.startsWith('+86') ? international : null;
}

import { readNumber } from '@candor/domain/text/typed-text';

/** A mainland number, by the specification: 11 digits, the first 1, the second 2 to 9. */
const MAINLAND = /^1[2-9]\d{9}$/;
/** E.164: a country code and at most 15 digits in all. */
const E164 = /^\+[1-9]\d{6,14}$/;

/**
 * The only form in which a phone number is stored and compared: E.164 ("+8613812345678"). Null if it is not a number.
 * Spaces, dots, hyphens, brackets and what nobody sees are dropped, because people write and copy them. 11 bare digits are a
 * mainland number, with +86, 0086 or 86 before them too.
 */
export function normalisePhone(text: string): string | null {
  const compact = readNumber(text).replace(/[().]/g, '');
  const bare = compact.replace(/^(\+|00)?86(?=1)/, '');
  if (MAINLAND.test(bare)) return `+86${bare}`;
  const international = compact.replace(/^00/, '+');
  return E164.test(international) && !international.startsWith('+86') ? international : null;
}

/**
 * What an amount field does to typed text, as pure functions. Full-width digits become plain ones. Everything that is
 * not part of an amount is removed. Groups are shown with commas. The caret stays beside the same digit.
 */

const FULL_WIDTH_ZERO = 0xff10;

/** The plain amount in a typed or pasted text: digits, at most one point, at most `decimals` digits after it. */
export function cleanAmount(text: string, decimals: number): string {
  let plain = '';
  let pointSeen = false;
  let decimalsSeen = 0;
  for (const char of text) {
    const digit = digitOf(char);
    if (digit !== null) {
      if (pointSeen && decimalsSeen >= decimals) continue;
      if (pointSeen) decimalsSeen += 1;
      plain += digit;
    } else if (!pointSeen && decimals > 0 && (char === '.' || char === '。' || char === '．')) {
      pointSeen = true;
      plain += '.';
    }
  }
  const trimmed = plain.replace(/^0+(?=\d)/, '');
  return trimmed.startsWith('.') ? `0${trimmed}` : trimmed;
}

/** "1234567.5" → "1,234,567.5". The part after the point is left as typed. */
export function groupAmount(plain: string): string {
  const [whole = '', fraction] = plain.split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

/**
 * The value and caret after an edit.
 * @param text what the input holds now, groups included
 * @param caret where the browser left the caret in it
 */
export function editAmount(
  text: string,
  caret: number,
  decimals: number,
): { plain: string; shown: string; caret: number } {
  const plain = cleanAmount(text, decimals);
  const shown = groupAmount(plain);
  const beforeCaret = cleanAmount(text.slice(0, caret), decimals).length;
  return { plain, shown, caret: caretAfter(shown, Math.min(beforeCaret, plain.length)) };
}

function caretAfter(shown: string, plainCount: number): number {
  let seen = 0;
  let index = 0;
  while (seen < plainCount && index < shown.length) {
    if (shown[index] !== ',') seen += 1;
    index += 1;
  }
  return index;
}

function digitOf(char: string): string | null {
  if (char >= '0' && char <= '9') return char;
  const code = char.codePointAt(0) ?? 0;
  if (code >= FULL_WIDTH_ZERO && code <= FULL_WIDTH_ZERO + 9) return String(code - FULL_WIDTH_ZERO);
  return null;
}

/** "6222021234567890" → "6222 0212 3456 7890". A masked number has its groups already, and anything else is no number. */
export function inFours(number: string): string {
  return /^\d{5,}$/.test(number) ? (number.match(/\d{1,4}/g) ?? []).join(' ') : number;
}

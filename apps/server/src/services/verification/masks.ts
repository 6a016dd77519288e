/** What could identify a member elsewhere is shown masked, even to them. */

/** "+8613812345678" → "+86138****5678". */
export function maskedPhone(phone: string): string {
  return `${phone.slice(0, -8)}****${phone.slice(-4)}`;
}

/** The first character only; the result does not show how many follow. */
export function maskedName(name: string): string {
  return `${[...name][0] ?? ''}**`;
}

/** The last four characters of a number long enough to keep the rest secret. */
export function maskedNumber(number: string): string {
  return `****${number.length > 8 ? number.slice(-4) : ''}`;
}

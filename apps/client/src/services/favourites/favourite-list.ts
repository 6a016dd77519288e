/* Lists of product codes without duplicates. */

/** More than any catalogue has; a longer stored list was not written by this app. */
const CODES_MAX = 200;

export function readCodes(kept: unknown): readonly string[] {
  if (!Array.isArray(kept)) return [];
  const codes = kept.filter((code): code is string => typeof code === 'string' && code !== '');
  return [...new Set(codes)].slice(0, CODES_MAX);
}

export function toggled(codes: readonly string[], code: string): readonly string[] {
  return codes.includes(code) ? codes.filter((each) => each !== code) : [...codes, code];
}

/** Moves a code, but not past the ends; an unknown code changes nothing. */
export function moved(codes: readonly string[], code: string, by: number): readonly string[] {
  const at = codes.indexOf(code);
  if (at < 0) return codes;
  const to = Math.min(codes.length - 1, Math.max(0, at + by));
  if (to === at) return codes;
  const rest = codes.filter((each) => each !== code);
  return [...rest.slice(0, to), code, ...rest.slice(to)];
}

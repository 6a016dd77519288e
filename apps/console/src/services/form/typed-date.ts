const FULL_WIDTH_ZERO = '０'.charCodeAt(0);
const FORMS = [
  /^(\d{4})[-/.\s](\d{1,2})[-/.\s](\d{1,2})$/,
  /^(\d{4})年(\d{1,2})月(\d{1,2})日?$/,
  /^(\d{4})(\d{2})(\d{2})$/,
];

/** A date as people type it, year first: "2026-3-9", "2026/03/09", "2026年3月9日", "20260309". Null for anything else. */
export function readTypedDate(typed: string): string | null {
  const text = typed
    .trim()
    .replaceAll(/[０-９]/g, (digit) => String(digit.charCodeAt(0) - FULL_WIDTH_ZERO))
    .replaceAll('－', '-')
    .replaceAll('／', '/');
  for (const form of FORMS) {
    const [, year, month, day] = form.exec(text) ?? [];
    if (year === undefined || month === undefined || day === undefined) continue;
    const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
    return isDate(date) ? date : null;
  }
  return null;
}

/** The thirtieth of February is none. */
export function isDate(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const atMs = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(atMs) && new Date(atMs).toISOString().startsWith(text);
}

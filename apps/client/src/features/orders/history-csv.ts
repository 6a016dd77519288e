/* Rows of a table as a CSV file that spreadsheets open as they are. Pure. */

const NUMBER = /^[+-]?\d+(\.\d+)?$/;
/** A cell that starts with one of these would be taken for a formula. */
const FORMULA = /^[=+\-@\t\r]/;

/** A file with a byte order mark, so that Chinese words are read as such. */
export function csvOf(rows: readonly (readonly string[])[]): string {
  return `\uFEFF${rows.map((row) => row.map(cellOf).join(',')).join('\r\n')}\r\n`;
}

/** Numbers stay numbers, signed ones too; other text that looks like a formula gets an apostrophe before it. */
function cellOf(text: string): string {
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

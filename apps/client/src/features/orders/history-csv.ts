/* Rows of a table as a CSV file that spreadsheets open directly. Pure. */

const NUMBER = /^[+-]?\d+(\.\d+)?$/;
/** A spreadsheet would read a cell that starts with one of these as a formula. */
const FORMULA = /^[=+\-@\t\r]/;

/** A file with a byte order mark, so that programs read Chinese words correctly. */
export function csvOf(rows: readonly (readonly string[])[]): string {
  return `\uFEFF${rows.map((row) => row.map(cellOf).join(',')).join('\r\n')}\r\n`;
}

/** Numbers stay numbers, signed ones too; other text that looks like a formula gets an apostrophe in front. */
function cellOf(text: string): string {
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

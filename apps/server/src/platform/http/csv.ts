/*
 * CSV that spreadsheets open without harm: UTF-8 that they recognise, and no cell that they would run.
 */

/** A plain decimal number: the only text with a leading sign that no spreadsheet reads as a formula. */
const NUMBER = /^-?\d+(\.\d+)?$/;

/** Spreadsheets run a cell that begins like this; a quote before it makes it text. */
const FORMULA = /^[=+\-@\t\r]/;

/** The byte order mark shows spreadsheets that the text is UTF-8. It comes before the first line. */
export const CSV_START = '\uFEFF';

/** RFC 4180: fields that need it are quoted, lines end with CR LF. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(text: string): string {
  const harmless = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

import { narrow, visible } from './typed-text.ts';

/*
 * CSV that spreadsheets open without harm: UTF-8 that they recognise, and no cell that they would run. One rule for the files
 * that the server makes and for those that a device makes.
 */

/** A plain decimal number: the only text with a minus in front that no spreadsheet reads as a formula. */
const NUMBER = /^-?\d+(\.\d+)?$/;
/** Figures of gains have a plus, too. */
const SIGNED_NUMBER = /^[+-]?\d+(\.\d+)?$/;

/** Spreadsheets run a cell that begins like this. */
const FORMULA = /^[=+\-@]/;
/** Some go on reading after these, or put what follows into a cell of its own. */
const BREAKS = /^[\t\r\n]/;

/** The byte order mark shows spreadsheets that the text is UTF-8. It comes before the first line. */
export const CSV_START = '\uFEFF';

/**
 * RFC 4180: fields that need it are quoted, lines end with CR LF. A quote before a cell that would run makes it text.
 * @param isSigned "+85.00" is a figure here, not what somebody typed
 */
export function csvLine(cells: readonly string[], isSigned = false): string {
  return `${cells.map((cell) => csvCell(cell, isSigned ? SIGNED_NUMBER : NUMBER)).join(',')}\r\n`;
}

function csvCell(text: string, number: RegExp): string {
  const harmless = runs(text) && !number.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** Wide signs count as narrow ones: a spreadsheet of Chinese reads them so. What nobody sees hides none. */
function runs(text: string): boolean {
  return BREAKS.test(text) || FORMULA.test(narrow(visible(text)).trim());
}

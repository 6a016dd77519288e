/* Rows of a table as a CSV file that spreadsheets open directly. Pure. */

import { CSV_START, csvLine } from '@candor/domain/text/csv';

/** A file with a byte order mark, so that programs read Chinese words correctly. Gains have a plus. */
export function csvOf(rows: readonly (readonly string[])[]): string {
  return `${CSV_START}${rows.map((row) => csvLine(row, true)).join('')}`;
}

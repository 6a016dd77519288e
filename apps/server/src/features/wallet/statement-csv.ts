import type { TransferView } from '@candor/contract/wallet';

const COLUMNS = [
  'at',
  'type',
  'amount',
  'balanceAfter',
  'wallet',
  'refType',
  'refId',
  'id',
] as const satisfies (keyof TransferView)[];

/** A plain decimal number: the one text with a leading sign that no spreadsheet takes for a formula. */
const NUMBER = /^-?\d+(\.\d+)?$/;

/** Spreadsheets run a cell that begins like this; a quote before it makes it text. */
const FORMULA = /^[=+\-@\t\r]/;

/** The byte order mark tells spreadsheets that the text is UTF-8. */
export const csvHead = (): string => `\uFEFF${csvLine(COLUMNS)}`;

/** RFC 4180: fields that need it are quoted, lines end with CR LF. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`;

export const csvRow = (transfer: TransferView): string => csvLine(COLUMNS.map((column) => transfer[column]));

const csvCell = (text: string): string => {
  const harmless = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
};

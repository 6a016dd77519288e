import type { Language } from '@candor/contract/languages';
import type { TransferView } from '@candor/contract/wallet';
import { STATEMENT_WORDS } from './statement-words.ts';

/** A plain decimal number: the only text with a leading sign that no spreadsheet reads as a formula. */
const NUMBER = /^-?\d+(\.\d+)?$/;

/** Spreadsheets run a cell that begins like this; a quote before it makes it text. */
const FORMULA = /^[=+\-@\t\r]/;

/** The byte order mark shows spreadsheets that the text is UTF-8. */
export function csvHead(language: Language): string {
  return `\uFEFF${csvLine(STATEMENT_WORDS[language].head)}`;
}

/** RFC 4180: fields that need it are quoted, lines end with CR LF. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

/** Words are in the reader's language; amounts, moments and ids are written as in every other answer. */
export function csvRow(transfer: TransferView, language: Language): string {
  const { types, wallets, refTypes } = STATEMENT_WORDS[language];
  const { at, type, amount, balanceAfter, wallet, refType, refId, id } = transfer;
  const refWord = Object.hasOwn(refTypes, refType) ? refTypes[refType] : undefined;
  return csvLine([at, types[type], amount, balanceAfter, wallets[wallet], refWord ?? refType, refId, id]);
}

function csvCell(text: string): string {
  const harmless = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

import type { Language } from '@candor/contract/languages';
import { reasonText } from '@candor/contract/reason-texts';
import type { TransferView } from '@candor/contract/wallet';
import { CSV_START, csvLine } from '@candor/domain/text/csv';
import { STATEMENT_WORDS } from './statement-words.ts';

export function csvHead(language: Language): string {
  return `${CSV_START}${csvLine(STATEMENT_WORDS[language].head)}`;
}

/** Words are in the reader's language; amounts, moments and ids are written as in every other answer. */
export function csvRow(transfer: TransferView, language: Language): string {
  const { types, wallets, refTypes } = STATEMENT_WORDS[language];
  const { at, type, amount, balanceAfter, wallet, refType, refId, id, reason } = transfer;
  const refWord = Object.hasOwn(refTypes, refType) ? refTypes[refType] : undefined;
  const subject = type === 'manualDeduct' ? 'adjustmentDeduct' : 'adjustmentAdd';
  const why = reason === null ? '' : reasonText(subject, reason, language);
  return csvLine([at, types[type], amount, balanceAfter, wallets[wallet], refWord ?? refType, refId, id, why]);
}

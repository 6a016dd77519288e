import type { Language } from '@candor/contract/languages';
import { reasonText } from '@candor/contract/reason-texts';
import type { TransferView } from '@candor/contract/wallet';
import { CSV_START, csvLine } from '@candor/domain/text/csv';
import type { Wallet } from '@candor/domain/ledger/account';
import { STATEMENT_WORDS } from './statement-words.ts';
import type { StatementEnd } from './statement-words.ts';

export function csvHead(language: Language): string {
  return `${CSV_START}${csvLine(STATEMENT_WORDS[language].head)}`;
}

/** @param at empty for the opening of a statement that goes back to the first line */
export function csvBalance(
  end: StatementEnd,
  { at, balance, wallet }: { at: string; balance: string; wallet: Wallet },
  language: Language,
): string {
  const { balances, wallets } = STATEMENT_WORDS[language];
  return csvLine([at, balances[end], '', balance, wallets[wallet], '', '', '', '']);
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

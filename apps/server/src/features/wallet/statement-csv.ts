import type { Language } from '@candor/contract/languages';
import type { TransferView } from '@candor/contract/wallet';
import { CSV_START, csvLine } from '@candor/domain/text/csv';
import type { Wallet } from '@candor/domain/ledger/account';
import { belongsTo, explanationOf, STATEMENT_WORDS } from './statement-words.ts';
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
  const { types, wallets } = STATEMENT_WORDS[language];
  const { at, type, amount, balanceAfter, wallet, refId, id } = transfer;
  const from = belongsTo(transfer, language);
  const why = explanationOf(transfer, language);
  return csvLine([at, types[type], amount, balanceAfter, wallets[wallet], from, refId, id, why]);
}

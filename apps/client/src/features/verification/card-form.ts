/* Binding a card as data and pure functions: its fields, the request, and what is wrong. */

import { bankCardBody } from '@candor/contract/verification';
import type { BankCardBody } from '@candor/contract/verification';
import { cardProblems, groupCardNumber } from '@candor/domain/identity/bank-card';
import { schemaErrors } from '../../services/form/form-errors.ts';
import type { ErrorPlaces, FormErrors } from '../../services/form/form-errors.ts';

/** The fields of the page; the password is asked for in the sheet where the number is read once more. */
export const PAGE_FIELDS = ['holder', 'number', 'bank', 'branch'] as const;
export const CARD_FIELDS = [...PAGE_FIELDS, 'withdrawPwd'] as const;
export type CardField = (typeof CARD_FIELDS)[number];
export type CardValues = Record<CardField, string>;

export const EMPTY_CARD: CardValues = { holder: '', number: '', bank: '', branch: '', withdrawPwd: '' };

export const CARD_PLACES: ErrorPlaces<CardField> = {
  fields: CARD_FIELDS,
  fieldOf: {
    BANK_CARD_BOUND: 'number',
    CARD_HOLDER_DIFFERS: 'holder',
    NAME_REQUIRED: 'holder',
    WITHDRAW_PASSWORD_MISMATCH: 'withdrawPwd',
  },
};

export function cardRequest(values: CardValues): BankCardBody {
  const { holder, number, bank, branch, withdrawPwd } = values;
  return { holder: holder.trim(), number, bank: bank.trim(), branch: branch.trim(), withdrawPwd };
}

/** @param hasName the site knows the member's name already, so the holder may be left out */
export function cardErrors(values: CardValues, hasName: boolean): FormErrors<CardField> {
  const { number, bank } = values;
  const errors = schemaErrors(CARD_PLACES, bankCardBody, cardRequest(values));
  const problems: FormErrors<CardField> = number === '' ? {} : cardProblems({ number, bank });
  return {
    ...(values.holder.trim() === '' && !hasName ? { holder: 'NAME_REQUIRED' } : {}),
    ...problems,
    ...errors,
  };
}

/** The number in groups, and where the caret stands in it: after the same digit as before. */
export function groupedWhileTyping(text: string, caret: number): { text: string; caret: number } {
  const isDigit = (character: string): boolean => /\d/.test(character.normalize('NFKC'));
  const digitsBefore = Array.from(text.slice(0, caret)).filter(isDigit).length;
  const grouped = groupCardNumber([...text].filter(isDigit).join(''));
  let at = 0;
  for (let seen = 0; seen < digitsBefore && at < grouped.length; at += 1) if (grouped[at] !== ' ') seen += 1;
  return { text: grouped, caret: at };
}

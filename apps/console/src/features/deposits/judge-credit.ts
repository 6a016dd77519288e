import type { OperatorDeposit } from '@candor/contract/console-cashier';
import { isFarCredit, secondNeed } from '@candor/domain/cashier/credit-bounds';
import type { SecondNeed } from '@candor/domain/cashier/credit-bounds';
import { parseMoney, parseRate } from '@candor/domain/money';
import type { Currency } from '@candor/domain/money';

export type JudgedCredit = {
  readonly isOther: boolean;
  readonly isFar: boolean;
  readonly isBeyond: boolean;
  /** How many times the submitted amount it is, where that is at least twice as much; 0 otherwise. */
  readonly times: number;
  readonly need: SecondNeed;
};

/** What an amount to credit means beside the submitted one, by the terms of the channel; null for a text that is no amount. */
export function judgeCredit(
  { amount, creditTerms }: Pick<OperatorDeposit, 'amount' | 'creditTerms'>,
  text: string,
  currency: Currency,
): JudgedCredit | null {
  const read = (from: string) => {
    const parsed = parseMoney(from, currency);
    return parsed.ok ? parsed.value : null;
  };
  const [credited, asked, least, most, secondFrom] = [
    read(text),
    read(amount),
    read(creditTerms.least),
    read(creditTerms.most),
    read(creditTerms.secondFrom),
  ];
  const farRate = parseRate(creditTerms.farRate);
  if (credited === null || asked === null || least === null || most === null || secondFrom === null || !farRate.ok)
    return null;
  const isOther = credited !== asked;
  return {
    isOther,
    isFar: isFarCredit(asked, credited, farRate.value),
    isBeyond: isOther && (credited < least || credited > most),
    times: credited >= asked * 2n ? Number(credited / asked) : 0,
    need: secondNeed({ amount: asked, credited, lacksProof: creditTerms.lacksProof }, { secondFrom }),
  };
}

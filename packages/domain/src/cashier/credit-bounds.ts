import { largerOf, smallerOf } from '../decimal.ts';
import { money, mulRateFloor, RATE_SCALE } from '../money.ts';
import type { Money, Rate } from '../money.ts';

/** The terms of a channel that say what an operator may credit of a deposit. Amounts are of the account currency. */
export interface CreditTerms {
  readonly min: Money;
  readonly max: Money;
  /** From this amount on, a second operator is needed. */
  readonly secondFrom: Money;
  /** How far the credited amount may be from the asked one before it has to be typed twice. */
  readonly farRate: Rate;
  /** How far it may be at all. */
  readonly boundRate: Rate;
}

/** Between which amounts an operator may credit another amount than the asked one. The asked one is always possible. */
export function creditBounds(
  amount: Money,
  { min, max, boundRate }: Pick<CreditTerms, 'min' | 'max' | 'boundRate'>,
): { readonly least: Money; readonly most: Money } {
  const spread = mulRateFloor(amount, boundRate);
  return { least: largerOf(min, money(amount - spread)), most: smallerOf(max, money(amount + spread)) };
}

/** Whether a credited amount is so far from the asked one that a slip of the hand is likely. */
export function isFarCredit(amount: Money, credited: Money, farRate: Rate): boolean {
  const gap = credited > amount ? credited - amount : amount - credited;
  return gap * RATE_SCALE > amount * farRate;
}

/** Why a second operator has to agree; null when the word of one is enough. */
export type SecondNeed = 'amount' | 'large' | 'proof' | null;

export function secondNeed(
  { amount, credited, lacksProof }: { amount: Money; credited: Money; lacksProof: boolean },
  { secondFrom }: Pick<CreditTerms, 'secondFrom'>,
): SecondNeed {
  if (credited !== amount) return 'amount';
  if (amount >= secondFrom) return 'large';
  return lacksProof ? 'proof' : null;
}

/* Figures as operators type them: one reading for what is judged, shown and sent. */

import { amountStyle, plainAmount, readAmount } from '@candor/domain/text/typed-amount';
import type { AmountStyle } from '@candor/domain/text/typed-amount';
import { useErrorText } from '../../lib/i18n.tsx';
import { useSiteCurrency } from '../operator/operator.tsx';

/** A rate such as the price of a coin. */
export const RATE_STYLE: AmountStyle = { decimals: 4 };

export type TypedAmount = {
  readonly style: AmountStyle;
  /** The figure for the server; a text that is no figure stays as it is, and is refused. */
  readonly plain: (text: string) => string;
  /** Why a text is no figure; null if it is one. */
  readonly problem: (text: string) => string | null;
};

/** Amounts of the site's currency, or figures of another style. */
export function useTypedAmount(other?: AmountStyle): TypedAmount {
  const currency = useSiteCurrency();
  const say = useErrorText();
  const style = other ?? amountStyle(currency);
  return {
    style,
    plain: (text) => plainAmount(text, style),
    problem(text) {
      const read = readAmount(text, style);
      return read.ok ? null : say(read.error, { decimals: style.decimals });
    },
  };
}

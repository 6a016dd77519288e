import { readingToShow } from '@candor/domain/text/typed-amount';
import type { AmountStyle } from '@candor/domain/text/typed-amount';
import { AmountField } from '@candor/ui/amount-field.tsx';
import type { AmountFieldProps } from '@candor/ui/amount-field.tsx';
import { groupDigits } from '@candor/ui/figures';
import { useTranslations } from 'use-intl';

type MoneyFieldProps = Omit<AmountFieldProps, 'reading'> & {
  /** How the amounts of this field are written. The form reads it with the same. */
  amountStyle: AmountStyle;
  /** A minus in front of it is read too: some prices are below zero, amounts never. */
  isSigned?: boolean;
};

const SIGN = /^\s*[-−]/;

/** The field of every amount. It shows below how the text in it is read, where that is not plain to see. */
export function MoneyField({ amountStyle, isSigned = false, ...field }: MoneyFieldProps) {
  const t = useTranslations('common.amount');
  const sign = isSigned && SIGN.test(field.value) ? '-' : '';
  const plain = readingToShow(sign === '' ? field.value : field.value.replace(SIGN, ''), amountStyle);
  const reading =
    plain === null
      ? undefined
      : t('readAs', { amount: field.currencySymbol + groupDigits(sign + wholeCents(plain, field.currencySymbol)) });
  return <AmountField {...field} {...(reading === undefined ? {} : { reading })} />;
}

/** Money never ends with a tenth: "1234.5" → "1234.50". Prices stay as they are. */
function wholeCents(plain: string, currencySymbol: string): string {
  return currencySymbol !== '' && /\.\d$/.test(plain) ? `${plain}0` : plain;
}

import { readingToShow } from '@candor/domain/text/typed-amount';
import type { AmountStyle } from '@candor/domain/text/typed-amount';
import { AmountField } from '@candor/ui/amount-field.tsx';
import type { AmountFieldProps } from '@candor/ui/amount-field.tsx';
import { groupDigits } from '@candor/ui/figures';
import { useTranslations } from 'use-intl';

type MoneyFieldProps = Omit<AmountFieldProps, 'reading'> & {
  /** How the amounts of this field are written. The form reads it with the same. */
  amountStyle: AmountStyle;
};

/** The field of every amount. It shows below how the text in it is read, where that is not plain to see. */
export function MoneyField({ amountStyle, ...field }: MoneyFieldProps) {
  const t = useTranslations('common.amount');
  const plain = readingToShow(field.value, amountStyle);
  const reading = plain === null ? undefined : t('readAs', { amount: field.currencySymbol + groupDigits(plain) });
  return <AmountField {...field} {...(reading === undefined ? {} : { reading })} />;
}

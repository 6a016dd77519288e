import { TextInput } from '@mantine/core';
import type { TextInputProps } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { readingToShow } from '@candor/domain/text/typed-amount';
import type { AmountStyle } from '@candor/domain/text/typed-amount';
import { groupDigits } from '@candor/ui/figures';

type AmountInputProps = TextInputProps & {
  /** How the figures of this field are written. The form reads it with the same. */
  readonly amountStyle: AmountStyle;
};

/** The field of every amount, rate and percentage. It shows below how the text is read, where that is not plain to see. */
export function AmountInput({ amountStyle, description, ...field }: AmountInputProps) {
  const t = useTranslations('common.amount');
  const plain = typeof field.value === 'string' ? readingToShow(field.value, amountStyle) : null;
  const reading = plain === null ? null : t('readAs', { amount: groupDigits(plain) });
  return (
    <TextInput
      inputMode="decimal"
      autoComplete="off"
      {...field}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      description={
        reading === null ? (
          description
        ) : (
          <>
            <b>{reading}</b> {description}
          </>
        )
      }
    />
  );
}

import { useLayoutEffect, useRef, useState } from 'react';
import { TextInput } from '@mantine/core';
import type { TextInputProps } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { readAmount, readingToShow } from '@candor/domain/text/typed-amount';
import type { AmountStyle } from '@candor/domain/text/typed-amount';
import { groupDigits } from '@candor/ui/figures';
import { useSiteCurrency } from '../operator/operator.tsx';
import { RATE_STYLE } from './use-typed-amount.ts';

type AmountInputProps = TextInputProps & {
  /** How the figures of this field are written. The form reads it with the same. */
  readonly amountStyle: AmountStyle;
};

/**
 * The field of every amount, rate and percentage. It shows below how the text is read, where that is not plain to see. An amount
 * has the currency before it, and is grouped while nobody types in it.
 */
export function AmountInput({ amountStyle, description, ...field }: AmountInputProps) {
  const t = useTranslations('common.amount');
  const currency = useSiteCurrency();
  const [isTyping, setTyping] = useState(false);
  /** The field whose grouped text the plain one has just replaced: with it the selection would be lost. */
  const replaced = useRef<HTMLInputElement | null>(null);
  useLayoutEffect(() => {
    // What is typed next replaces the figure, as in any field that the keyboard enters.
    if (isTyping) replaced.current?.select();
    replaced.current = null;
  }, [isTyping]);
  const isMoney = amountStyle !== RATE_STYLE && field.rightSection === undefined;
  const plain = typeof field.value === 'string' ? readingToShow(field.value, amountStyle) : null;
  const shown = isTyping || typeof field.value !== 'string' ? field.value : groupedOf(field.value, amountStyle);
  // A grouped figure says itself how it is read.
  const reading = plain === null || shown !== field.value ? null : t('readAs', { amount: groupDigits(plain) });
  return (
    <TextInput
      inputMode="decimal"
      autoComplete="off"
      {...(isMoney ? { leftSection: currency.symbol } : {})}
      {...field}
      {...(shown === undefined ? {} : { value: shown })}
      onFocus={(event) => {
        if (shown !== field.value) replaced.current = event.currentTarget;
        setTyping(true);
        field.onFocus?.(event);
      }}
      onBlur={(event) => {
        setTyping(false);
        field.onBlur?.(event);
      }}
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

const PLAIN = /^\d+(\.\d+)?$/;

/** "100000.00" → "100,000.00". What is not plainly a figure stays as it was typed. */
export function groupedOf(text: string, style: AmountStyle): string {
  return PLAIN.test(text) && readAmount(text, style).ok ? groupDigits(text) : text;
}

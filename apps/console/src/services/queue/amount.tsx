import { formatMoney } from '@candor/ui/figures';
import { useSiteCurrency } from '../operator/operator.tsx';

/** Writes an amount of the site's currency inside a sentence: "1000.00" → "¥1,000.00". */
export function useMoneyText(): (amount: string, style?: { readonly signed?: boolean }) => string {
  const { symbol } = useSiteCurrency();
  return (amount, { signed = false } = {}) => formatMoney(amount, { symbol, signed });
}

/** An amount of its own, in figures of equal width that never break. */
export function Amount({ text, signed = false }: { text: string; signed?: boolean }) {
  const moneyText = useMoneyText();
  return (
    <span translate="no" className="figures unbroken">
      {moneyText(text, { signed })}
    </span>
  );
}

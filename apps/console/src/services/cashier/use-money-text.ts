import { formatMoney } from '@candor/ui/figures';
import { useSiteCurrency } from '../operator/operator.tsx';

/** Writes an amount of the site's currency: "1000.00" → "¥1,000.00". */
export function useMoneyText(): (amount: string) => string {
  const { symbol } = useSiteCurrency();
  return (amount) => formatMoney(amount, { symbol });
}

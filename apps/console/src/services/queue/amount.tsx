import { formatMoney } from '@candor/ui/figures';
import { useSiteCurrency } from '../operator/operator.tsx';

/** An amount with its currency, in figures of equal width. */
export function Amount({ text, signed = false }: { text: string; signed?: boolean }) {
  const { symbol } = useSiteCurrency();
  return <span className="figures">{formatMoney(text, { symbol, signed })}</span>;
}

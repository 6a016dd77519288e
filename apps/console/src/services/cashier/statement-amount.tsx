import { formatMoney } from '@candor/ui/figures';
import { useSiteCurrency } from '../operator/operator.tsx';

/** An amount of an account: the site's own currency with its symbol, any other with its code. What goes out has a minus, what came in a plus. */
export function StatementAmount({ text, currency }: { text: string; currency: string }) {
  const { code, symbol } = useSiteCurrency();
  const isOwn = currency === code;
  return (
    <span translate="no" className="figures unbroken">
      {formatMoney(text, { symbol: isOwn ? symbol : '', signed: true })}
      {!isOwn && ` ${currency}`}
    </span>
  );
}

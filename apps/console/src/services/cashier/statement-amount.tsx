import { formatMoney } from '@candor/ui/figures';
import { useSiteCurrency } from '../operator/operator.tsx';

type StatementAmountProps = {
  readonly text: string;
  readonly currency: string;
  /** What an account holds: nothing that came in, so without a plus. */
  readonly isBalance?: boolean;
};

/** An amount of an account: the site's own currency with its symbol, any other with its code. What goes out has a minus, what came in a plus. */
export function StatementAmount({ text, currency, isBalance = false }: StatementAmountProps) {
  const { code, symbol } = useSiteCurrency();
  const isOwn = currency === code;
  return (
    <span translate="no" className="figures unbroken">
      {formatMoney(text, { symbol: isOwn ? symbol : '', signed: !isBalance })}
      {!isOwn && ` ${currency}`}
    </span>
  );
}

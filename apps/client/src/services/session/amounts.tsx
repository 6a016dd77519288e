/* Amounts as the member wants to see them: in the site's currency, or hidden. */

import { cx } from '@candor/ui/cx';
import { useSite } from './site.ts';
import { directionOf, formatMoney } from '../../lib/format.ts';
import type { FigureDirection } from '../../lib/format.ts';
import { useDisplay } from '../../lib/preferences.ts';

export const HIDDEN_AMOUNT = '••••••';

/** Formats amounts: `money('1000.00')` → "¥1,000.00", or dots while amounts are hidden. */
export function useAmounts(): (text: string, style?: { signed?: boolean }) => string {
  const { currency } = useSite();
  const { amountsHidden } = useDisplay();
  return (text, style = {}) =>
    amountsHidden ? HIDDEN_AMOUNT : formatMoney(text, { symbol: currency.symbol, ...style });
}

const COLOUR: Record<FigureDirection, string> = { up: 'text-up', down: 'text-down', flat: 'text-flat' };
const ARROW: Record<FigureDirection, string> = { up: '▲', down: '▼', flat: '' };

/** A gain or a loss: arrow, sign and colour together; none of them while amounts are hidden. */
export function SignedMoney({ text, className }: { text: string; className?: string }) {
  const amounts = useAmounts();
  const { amountsHidden } = useDisplay();
  const direction = amountsHidden ? 'flat' : directionOf(text);
  return (
    <span className={cx('tnum whitespace-nowrap', COLOUR[direction], className)}>
      {direction !== 'flat' && (
        <span aria-hidden="true" className="me-1 text-[0.6em] align-[0.15em]">
          {ARROW[direction]}
        </span>
      )}
      {amounts(text, { signed: true })}
    </span>
  );
}

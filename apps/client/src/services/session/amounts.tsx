/* Amounts as the member wants to see them: in the site's currency, or hidden. */

import { cx } from '@candor/ui/cx';
import { useTranslations } from 'use-intl';
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

const COLOUR: Record<FigureDirection, string> = { up: 'text-win', down: 'text-lose', flat: 'text-flat' };

const SIGN_WORDS = { settled: { up: 'won', down: 'lost' }, open: { up: 'ahead', down: 'behind' } } as const;

type SignedMoneyProps = {
  text: string;
  /**
   * Says in a word what the sign means, where no other word beside it does. An order that runs has neither won nor lost
   * anything: it is ahead or behind.
   */
  worded?: 'settled' | 'open';
  className?: string;
};

/**
 * A gain or a loss: sign and colour of a result; neither while amounts are hidden. It has no arrow: arrows are for
 * prices.
 */
export function SignedMoney({ text, worded, className }: SignedMoneyProps) {
  const t = useTranslations('common.status');
  const amounts = useAmounts();
  const { amountsHidden } = useDisplay();
  const direction = amountsHidden ? 'flat' : directionOf(text);
  return (
    <span translate="no" className={cx('tnum whitespace-nowrap', COLOUR[direction], className)}>
      {worded !== undefined && direction !== 'flat' && (
        <span className="me-1 text-caption font-bold">{t(SIGN_WORDS[worded][direction])}</span>
      )}
      {amounts(text, { signed: true })}
    </span>
  );
}

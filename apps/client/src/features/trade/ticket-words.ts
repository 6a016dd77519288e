import { formatMoney as moneyText, formatRate as rateText } from '@candor/domain/money';
import type { Money, Rate } from '@candor/domain/money';
import type { NoPriceReason } from '@candor/domain/trading/place-order';
import { useTranslations } from 'use-intl';
import { formatMoney, formatPercent, formatRate, groupDigits } from '../../lib/format.ts';
import { useErrorText } from '../../lib/i18n.tsx';
import { useSite } from '../../services/session/site.ts';
import type { TicketProblem } from './order-ticket-errors.ts';

/**
 * Formats the figures of a ticket: `full(stake)` "¥1,000.00", `short(stake)` "¥1,000" or "¥12.50", `net(gain)`
 * "+¥850.00".
 */
export function useFigures() {
  const { currency } = useSite();
  const { symbol } = currency;
  return {
    full: (amount: Money) => formatMoney(moneyText(amount, currency), { symbol }),
    net: (amount: Money) => formatMoney(moneyText(amount, currency), { symbol, signed: true }),
    short: (amount: Money) => symbol + groupDigits(moneyText(amount, currency).replace(/\.0+$/, '')),
    rate: (rate: Rate) => formatRate(rateText(rate)),
    percent: (rate: Rate) => formatPercent(rateText(rate)),
    symbol,
  };
}

/** Reasons for a missing price, as ticks and refusals name them. */
const NO_PRICE = [
  'STALE',
  'DISAGREE',
  'DEAD',
  'CLOSED',
  'OLD',
  'AHEAD',
  'NONE',
] as const satisfies readonly NoPriceReason[];

/** Their parameters are amounts. */
const OF_AMOUNTS: ReadonlySet<TicketProblem['key']> = new Set([
  'STAKE_BELOW_MINIMUM',
  'STAKE_ABOVE_MAXIMUM',
  'HOUSE_LIMIT',
]);

/** The text of a problem in the member's language. */
export function useProblemText(): (problem: TicketProblem) => string {
  const t = useTranslations('trade.problem');
  const say = useErrorText();
  const { symbol } = useSite().currency;
  return ({ key, params }) => {
    if (key === 'OFFLINE') return t('offline');
    if (key === 'PRICE_OLD') return t('priceOld');
    if (key === 'ORDER_UNDECIDED') return t('undecided');
    if (key === 'ORDER_NOT_KEPT') return t('notKept');
    const reason = key === 'PRICE_UNAVAILABLE' ? NO_PRICE.find((each) => each === params['reason']) : undefined;
    if (reason !== undefined) return t(`noPrice.${reason}`);
    if (!OF_AMOUNTS.has(key)) return say(key, params);
    const amounts: Record<string, string> = {};
    for (const [name, value] of Object.entries(params)) amounts[name] = formatMoney(String(value), { symbol });
    return say(key, amounts);
  };
}

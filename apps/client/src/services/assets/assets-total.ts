import type { MoneyView } from '@candor/contract/identity';
import { formatMoney, parseMoney, sumMoney } from '@candor/domain/money';
import type { Currency } from '@candor/domain/money';

/**
 * What the member has, with what is in play. Stakes of open orders have left the balance, but they are not lost: the
 * order decides. A total without them falls by the stake at every order and looks like a loss. Decimal text.
 */
export function totalWithPlay({ usermoney, openStake }: Pick<MoneyView, 'usermoney' | 'openStake'>, paidIn: Currency) {
  const balance = parseMoney(usermoney, paidIn);
  const inPlay = parseMoney(openStake, paidIn);
  return balance.ok && inPlay.ok ? formatMoney(sumMoney([balance.value, inPlay.value]), paidIn) : usermoney;
}

import type { FairnessAccount, FairnessMonth } from '@candor/contract/fairness';
import { divHalfEven, formatMoney, formatRate, money, rate, RATE_SCALE } from '@candor/domain/money';
import type { Currency } from '@candor/domain/money';
import type { AccountRow, MonthRow } from './month-store.ts';

export function monthView({ month, losing, staked, paid, ...row }: MonthRow, currency: Currency): FairnessMonth {
  const text = (amount: bigint | null) => (amount === null ? null : formatMoney(money(amount), currency));
  return {
    month: month.slice(0, 7),
    won: Number(row.won),
    lost: Number(row.lost),
    tied: Number(row.tied),
    accounts: Number(row.accounts),
    losing: losing === null ? null : Number(losing),
    losingRate: shareOf(losing, row.accounts),
    staked: text(staked),
    paid: text(paid),
    returnRate: shareOf(paid, staked),
    countedAt: new Date(row.countedAt).toISOString(),
  };
}

function shareOf(part: bigint | null, whole: bigint | null): string | null {
  if (part === null || whole === null || whole === 0n) return null;
  return formatRate(rate(divHalfEven(part * RATE_SCALE, whole)));
}

export function accountView({ ref, won, lost, tied, staked, paid }: AccountRow, currency: Currency): FairnessAccount {
  return {
    ref,
    won: Number(won),
    lost: Number(lost),
    tied: Number(tied),
    staked: formatMoney(money(staked), currency),
    paid: formatMoney(money(paid), currency),
  };
}

import type { InvestSummaryView, SavingsTransfer, SavingsView } from '@candor/contract/invest';
import { repaymentsOf } from '@candor/domain/invest/holding';
import { accrualOfDay } from '@candor/domain/invest/interest';
import { accrueSavings, savingsRateOf } from '@candor/domain/invest/savings';
import { dateText } from '@candor/domain/market/local-time';
import type { DayNumber } from '@candor/domain/market/local-time';
import { formatMoney, formatRate, money, rate, ZERO } from '@candor/domain/money';
import type { Money } from '@candor/domain/money';
import type { Site } from '../../services/site/site.ts';
import { holdingOf } from './holding-store.ts';
import type { HoldingRow } from './holding-store.ts';
import type { EarningsRow, RateRow, SavingsDayRow, SavingsTransferRow } from './savings-store.ts';

export interface SavingsFacts {
  balance: Money;
  available: Money;
  rates: readonly RateRow[];
  days: readonly SavingsDayRow[];
  total: bigint;
  lastClosed: DayNumber | null;
  today: DayNumber;
  agreement: number;
  choice: { auto: boolean; keep: Money } | undefined;
}

/** What the balance of now would earn today. */
export function savingsEstimate({ balance, rates, today }: Pick<SavingsFacts, 'balance' | 'rates' | 'today'>): Money {
  return accrueSavings(0n, balance, savingsRateOf(rates, today) ?? rate(0n)).interest;
}

export function savingsView(site: Site, facts: SavingsFacts): SavingsView {
  const text = (amount: Money) => formatMoney(amount, site.currency);
  const yesterday = facts.days.find(({ date }) => date === facts.lastClosed)?.interest ?? ZERO;
  return {
    wallet: site.defaultWallet,
    balance: text(facts.balance),
    available: text(facts.available),
    annualRate: formatRate(savingsRateOf(facts.rates, facts.today) ?? rate(0n)),
    rates: facts.rates.map(({ from, annualRate }) => ({ from: dateText(from), annualRate: formatRate(annualRate) })),
    yesterday: text(yesterday),
    total: text(money(facts.total)),
    todayEstimate: text(savingsEstimate(facts)),
    days: facts.days.map(({ date, balance, annualRate, interest }) => ({
      date: dateText(date),
      balance: text(balance),
      annualRate: formatRate(annualRate),
      interest: text(interest),
    })),
    auto: { on: facts.choice?.auto ?? false, keep: text(facts.choice?.keep ?? ZERO) },
    agreementVersion: facts.agreement,
  };
}

export function savingsTransferView(site: Site, row: SavingsTransferRow): SavingsTransfer {
  const { id, direction, origin, amount, at } = row;
  return { id, direction, origin, amount: formatMoney(amount, site.currency), at: new Date(at).toISOString() };
}

const REPAYMENT_DATES_MAX = 400;

export function investSummaryView(
  site: Site,
  facts: {
    running: readonly HoldingRow[];
    invested: Money;
    savings: SavingsFacts;
    accumulated: bigint;
    earnings: readonly EarningsRow[];
  },
): InvestSummaryView {
  const text = (amount: bigint) => formatMoney(money(amount), site.currency);
  const { today } = facts.savings;
  const last = facts.earnings.at(-1);
  const estimate = facts.running
    .filter(({ startsOn, maturesOn }) => startsOn <= today && today < maturesOn)
    .reduce((sum, row) => sum + accrualOfDay(row.principal, row.annualRate, today - row.startsOn), 0n);
  return {
    wallet: site.defaultWallet,
    invested: text(facts.invested),
    running: facts.running.length,
    savings: text(facts.savings.balance),
    accumulated: text(facts.accumulated),
    yesterday: text((last?.projects ?? 0n) + (last?.savings ?? 0n)),
    todayEstimate: text(estimate + savingsEstimate(facts.savings)),
    earnings: facts.earnings.map(({ date, projects, savings }) => ({
      date: dateText(date),
      projects: text(projects),
      savings: text(savings),
    })),
    repayments: repaymentsByDay(facts.running, (facts.savings.lastClosed ?? today - 1) + 1).map(
      ({ day, interest, principal, holdings }) => ({
        date: dateText(day),
        interest: text(interest),
        principal: text(principal),
        holdings,
      }),
    ),
  };
}

/** What running holdings will pay. What is due on the day after the last closed date was paid by its end of day. */
function repaymentsByDay(running: readonly HoldingRow[], paidUntil: DayNumber) {
  const days = new Map<DayNumber, { day: DayNumber; interest: bigint; principal: bigint; holdings: number }>();
  for (const { day, interest, principal } of running.flatMap((row) => repaymentsOf(holdingOf(row)))) {
    if (day <= paidUntil) continue;
    const sum = days.get(day) ?? { day, interest: 0n, principal: 0n, holdings: 0 };
    days.set(day, {
      day,
      interest: sum.interest + interest,
      principal: sum.principal + principal,
      holdings: sum.holdings + 1,
    });
  }
  return [...days.values()].toSorted((a, b) => a.day - b.day).slice(0, REPAYMENT_DATES_MAX);
}

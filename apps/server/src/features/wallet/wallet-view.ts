import type { MemberView, MoneyView } from '@candor/contract/identity';
import type { TransferView } from '@candor/contract/wallet';
import type { Wallet } from '@candor/domain/ledger/account';
import { formatMoney, money } from '@candor/domain/money';
import type { Site } from '../../services/site/site.ts';
import type { BalanceRow, ResultsRow, StatementRow } from './wallet-store.ts';

function amountOf(site: Site) {
  return (minor: bigint) => formatMoney(money(minor), site.currency);
}

/** total = available + held + invested + savings; the stakes of open orders are no longer in it. */
export function moneyView(site: Site, wallet: Wallet, balances: readonly BalanceRow[], openStake: bigint): MoneyView {
  const text = amountOf(site);
  const sum = (kind: BalanceRow['kind'], pick: (row: BalanceRow) => bigint) =>
    balances.filter((row) => row.kind === kind).reduce((total, row) => total + pick(row), 0n);
  const posted = (row: BalanceRow) => row.posted;
  const funds = sum('funds', posted);
  const held = sum('funds', (row) => row.held);
  const [invested, savings] = [sum('invested', posted), sum('savings', posted)];
  return {
    usermoney: text(funds + invested + savings),
    available: text(funds - held),
    held: text(held),
    invested: text(invested),
    savings: text(savings),
    openStake: text(openStake),
    wallet,
    currency: site.currency.code,
  };
}

/** invest_count = invested + savings; the other two are what a business date earned: results of orders, and interest. */
export function memberView(
  site: Site,
  balances: readonly BalanceRow[],
  { results, interest }: { results: ResultsRow; interest: ResultsRow },
): MemberView {
  const text = amountOf(site);
  const invested = balances.filter((row) => row.kind !== 'funds').reduce((total, row) => total + row.posted, 0n);
  return {
    userInfo: {
      invest_count: text(invested),
      yesterday_count: text(results.yesterday + interest.yesterday),
      today_count: text(results.today + interest.today),
    },
  };
}

export function transferView(site: Site, wallet: Wallet, row: StatementRow): TransferView {
  return {
    id: row.id,
    type: row.type,
    amount: amountOf(site)(row.amount),
    balanceAfter: amountOf(site)(row.balanceAfter),
    wallet,
    at: new Date(row.at).toISOString(),
    refType: row.refType,
    refId: row.refId,
    reason: row.reason,
  };
}
